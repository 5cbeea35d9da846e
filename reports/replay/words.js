// Sentences of the log and of the panels. Names come from the document; all is set as text, never as markup.

const NOT_FOUGHT = "no battle, nobody of any strength defends";

function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

/** When it is: "Game turn 5, 1 May 1900: movement phase". */
function frameWords(frame) {
  const turn = frame.turn > 0 ? `Game turn ${frame.turn}` : "";
  return [[turn, frame.date].filter(Boolean).join(", "), frame.name].filter(Boolean).join(": ");
}

/** A happening in one line. */
function happeningWords(doc, item) {
  const unit = item.unit >= 0 ? doc.units[item.unit].name : "";
  const end = item.path ? placeWords(doc, item.path[item.path.length - 1]) : "";
  switch (item.k) {
    case "move": {
      const by = item.by ? ` by ${item.by.replace(/_/g, " ")}` : "";
      if (item.path[0] < 0) return `${unit} enters${by} and goes to ${end}`;
      return `${unit}: ${placeWords(doc, item.path[0])} to ${end}${by}, ${plural(item.path.length - 1, "hex", "hexes")}`;
    }
    case "retreat": return `${unit} retreats to ${end}`;
    case "advance": return `${unit} advances to ${end}`;
    case "remove": return `${unit} leaves the map at ${end}`;
    case "battle": return `${battleTitle(doc, item)}: ${fought(item) ? `${oddsWords(item)}, ${resultWords(doc, item)}` : NOT_FOUGHT}`;
    default: return item.words || item.kind;
  }
}

function battleTitle(doc, item) {
  const attackers = item.attackers.length / 2, places = item.hexes.map((hex) => placeWords(doc, hex));
  const where = places.length ? places.join(" and ") : placeWords(doc, item.hex);
  return `${doc.words.battle.kinds[item.kind]} on ${where}, ${attackers} against ${item.defenders.length}`;
}

/** Whether there was anybody to fight; units of no strength go before odds are reckoned. */
function fought(item) {
  return item.result !== "none";
}

function oddsWords(item) {
  if (item.final === item.odds) return item.odds;
  // Without a shift it is the table that ends.
  return `${item.odds} ${item.shifts.length ? "shifted to" : "rolled on"} ${item.final}`;
}

function resultWords(doc, item) {
  const meaning = doc.words.results[item.result];
  const die = item.die > 0 ? `die ${item.die}` : "no die";
  return `${die}, ${item.result}${meaning ? ` (${meaning})` : ""}`;
}

/** Group of a happening, for the filter: key and name. */
function groupOf(doc, item) {
  const own = { move: "moves", battle: "battles", retreat: "battles", advance: "battles", remove: "losses" };
  const key = own[item.k] || (doc.words.events[item.kind] || {}).group || "other";
  const names = { moves: "Moves", battles: "Battles", ...doc.words.groups };
  return { key, name: names[key] || key[0].toUpperCase() + key.slice(1).replace(/_/g, " ") };
}

/** Whose doing a happening is, for its colour; -1 if nobody's. */
function sideOf(doc, item) {
  if (item.k === "battle") return item.attacker;
  if (item.unit >= 0) return doc.units[item.unit].side;
  return item.side ?? -1;
}

/** Printed strengths as they count now: attack, defense and movement, "?" where a die or a draw decides. */
function strengthWords(doc, state, unit, hidden) {
  const printed = doc.units[unit];
  const unknown = hidden && printed.untried && !state.revealed[unit];
  if (printed.rating) return `(${printed.rating})-${printed.movement}`;
  const [attack, defense] = printed.strengths[Math.max(1, state.steps[unit]) - 1];
  return `${printed.die_attack || unknown ? "?" : attack}-${printed.die_defense || unknown ? "?" : defense}-${printed.movement}`;
}

/** The greater of attack and defense; 0 if nobody knows it. */
function strengthOf(doc, state, unit, hidden) {
  const printed = doc.units[unit], unknown = hidden && printed.untried && !state.revealed[unit];
  const known = unknown || printed.rating ? [] : printed.strengths[Math.max(1, state.steps[unit]) - 1];
  return Math.max(0, ...known.filter((_, at) => !(at ? printed.die_defense : printed.die_attack)));
}

function isReduced(doc, state, unit) {
  return state.steps[unit] > 0 && state.steps[unit] < doc.units[unit].steps;
}

/** Where and how a unit is: status, supply, steps. */
function unitWords(doc, state, unit) {
  const printed = doc.units[unit], words = doc.words;
  const parts = [words.status[state.status[unit]] || ""];
  if (state.hex[unit] >= 0) {
    parts[0] = placeWords(doc, state.hex[unit]);
    parts.push(words.supply[state.supply[unit]] || "");
  }
  if (printed.steps > 1) parts.push(`${state.steps[unit]} of ${plural(printed.steps, "step")}`);
  if (printed.untried && !state.revealed[unit]) parts.push("untried");
  parts.push((words.condition || [])[state.condition[unit]]);
  return parts.filter(Boolean).join(", ");
}
