// What is told beside the map: a hex with its pile, a unit with its story, a battle with its sum.

/** Build the panel for what is chosen; null if nothing is. */
function panelFor(app) {
  const { choice } = app;
  if (choice.selectedBattle >= 0) return battlePanel(app, choice.selectedBattle);
  if (choice.selectedUnit >= 0) return unitPanel(app, choice.selectedUnit);
  if (choice.selectedHex >= 0) return hexPanel(app, choice.selectedHex);
  return null;
}

function panel(app, title, ...children) {
  const close = button("×", () => app.select({}), { class: "close", "aria-label": "Close the details" });
  return [make("div", { class: "panel-head" }, make("h2", {}, name(title)), close), ...children];
}

function unitButton(app, unit, words) {
  return button(make("span", { class: "unit-line" }, counterPicture(app.scene, unit), make("span", {}, make("strong", {}, name(app.doc.units[unit].name)), make("small", {}, name(words)))), () => app.select({ unit }), { class: "unit" });
}

/** Where a place is written that can be gone to. */
function hexButton(app, hex) {
  return hex < 0 ? name("off the map") : button(name(placeWords(app.doc, hex)), () => { app.board.reveal(hex); app.select({ hex }); }, { class: "link" });
}

function hexPanel(app, hex) {
  const { doc, scene } = app, { map } = doc;
  const pile = scene.piles.get(hex) || [];
  const seen = pile.length ? visibleIn(scene, pile) : [];
  const rows = [["Terrain", map.terrains[map.terrain[hex]].name]];
  const place = doc.placeAt.get(hex);
  if (place) rows.push(["Place", [place.name, place.kind, place.port ? "port" : ""].filter(Boolean).join(", ")]);
  if (scene.ground.isLand[hex]) rows.push(["Controlled by", (doc.sides[scene.state.control[hex]] || { name: "nobody" }).name]);
  for (const mark of map.marks) if (mark.hexes.includes(hex)) rows.push(["Role", markWords(mark, hex)]);
  const sides = map.hexsides.filter((feature) => pairs(feature.edges).some(([a, d]) => a === hex || scene.grid.neighbour(a, d) === hex));
  if (sides.length) rows.push(["Hexsides", sides.map((feature) => feature.name).join(", ")]);
  const lines = [...seen].reverse().map((unit) => unitButton(app, unit, unitSummary(app, unit)));
  const unseen = pile.length - seen.length;
  return panel(app, placeWords(doc, hex), facts(rows),
    pile.length ? make("h3", {}, plural(pile.length, "unit")) : null, ...lines,
    unseen ? make("p", { class: "note" }, `${plural(unseen, "unit")} below the top one cannot be seen by this side.`) : null,
    ...scene.battles.filter((battle) => hexesOf(battle).includes(hex)).map((battle) => battleButton(app, battle)));
}

function unitSummary(app, unit) {
  const { doc, scene } = app, printed = doc.units[unit];
  const strengths = strengthWords(doc, scene.state, unit, scene.sight !== SEES_ALL);
  const steps = printed.steps > 1 ? `, ${scene.state.steps[unit]} of ${plural(printed.steps, "step")}` : "";
  return `${strengths}${steps}; ${doc.words.supply[scene.state.supply[unit]] || ""}`;
}

function battleButton(app, battle) {
  return button(name(happeningWords(app.doc, battle)), () => app.select({ battle: battle.n }), { class: "line" });
}

function unitPanel(app, unit) {
  const { doc, scene } = app, printed = doc.units[unit];
  const size = printed.kind_name.includes(printed.size) ? "" : printed.size.replace(/_/g, " ");
  const kind = [doc.nations[printed.nation].name, printed.kind_name, size].filter(Boolean).join(", ");
  const hidden = scene.sight !== SEES_ALL && printed.untried && !scene.state.revealed[unit];
  const rows = [["Kind", kind], ["Formation", printed.formation || "none"],
    ["Strengths now", `${strengthWords(doc, scene.state, unit, scene.sight !== SEES_ALL)} (attack-defense-movement)`]];
  const [full, ...reduced] = [...printed.strengths].reverse().map((step) => step.join("-"));
  if (printed.steps > 1 && !hidden) rows.push(["Printed", `${full}, reduced ${reduced.join(", then ")}`]);
  if (printed.untried) rows.push(["Untried", hidden || !scene.state.revealed[unit] ? "yes, its strengths are unknown until it fights" : "its strengths are known since it fought"]);
  rows.push(["Now", unitWords(doc, scene.state, unit)]);
  const head = make("div", { class: "unit-head" }, counterPicture(scene, unit, 72), facts(rows));
  const reach = scene.reach.length ? `The yellow hexes are where it could go when this phase began: ${plural(scene.reach.length, "hex", "hexes")}.` : "";
  return panel(app, printed.name, head, reach ? make("p", { class: "note" }, reach) : null,
    make("h3", {}, "Its story"), unitStory(app, unit));
}

/** From where a unit came to how it ended, a line for each thing it did; each line goes there. */
function unitStory(app, unit) {
  const { doc } = app, lines = [];
  const origin = doc.states.findIndex((state) => state.hex[unit] >= 0);
  const arrival = doc.units[unit].arrival;
  const first = doc.stories[unit][0];
  const came = first && first.item.path && first.item.path[0] < 0;
  if (origin < 0) lines.push(["", -1, arrival > 0 ? `due in game turn ${arrival}, never on the map` : "never on the map"]);
  else if (!came) lines.push([turnWords(doc, origin), origin, `is in ${placeWords(doc, doc.states[origin].hex[unit])}`]);
  for (const { at, item } of doc.stories[unit]) lines.push([turnWords(doc, at), at, storyWords(doc, item, unit), item]);
  const last = doc.states[doc.states.length - 1];
  lines.push(["End", doc.frames.length - 1, unitWords(doc, last, unit)]);
  return make("ol", { class: "story" }, ...lines.map(([when, at, words, item]) => storyLine(app, when, at, words, item)));
}

function turnWords(doc, at) {
  const { turn, name: phase } = doc.frames[at];
  return [turn > 0 ? `Turn ${turn}` : "", phase].filter(Boolean).join(", ");
}

function storyWords(doc, item, unit) {
  if (item.k !== "battle") return happeningWords(doc, item);
  return `${item.defenders.includes(unit) ? "defends" : "attacks"}: ${happeningWords(doc, item)}`;
}

function storyLine(app, when, at, words, item) {
  const now = at === app.frame;
  const press = () => { app.clock.go(at); if (item) app.board.reveal(hexOf(item)); };
  const text = [make("small", {}, name(when)), " ", name(words)];
  return make("li", { class: now ? "now" : undefined }, at < 0 ? make("span", {}, ...text) : button(make("span", {}, ...text), press, { class: "line" }));
}

function battlePanel(app, number) {
  const { doc } = app, { at, item } = doc.battles.get(number);
  const before = doc.states[Math.max(0, at - 1)];
  const side = doc.sides[item.attacker];
  const attackers = pairs(item.attackers).map(([unit, from]) => fighter(app, before, unit, from));
  const defenders = item.defenders.map((unit) => fighter(app, before, unit, -1));
  return panel(app, battleTitle(doc, item),
    make("p", {}, name(`${frameWords(doc.frames[at])}. ${side ? `${side.name} attacks.` : ""}`)),
    battleSum(doc, item),
    battleLosses(doc, item),
    make("h3", {}, "Attackers"), make("ul", { class: "fighters" }, ...attackers),
    make("h3", {}, "Defenders"), make("ul", { class: "fighters" }, ...defenders),
    battleAftermath(app, at, item), battleSteps(app, number));
}

function fighter(app, state, unit, from) {
  const strengths = strengthWords(app.doc, state, unit, false);
  return make("li", {}, button(make("span", {}, name(app.doc.units[unit].name), " ", make("small", {}, strengths)), () => app.select({ unit }), { class: "link" }),
    from >= 0 ? make("span", {}, " from ", hexButton(app, from)) : null);
}

function withRule(words, rule) {
  return rule ? `${words} (rule ${rule})` : words;
}

/** What a hex means in the game: "Victory points: 6 (rule 25.3)". */
function markWords(mark, hex) {
  const value = (mark.values || [])[mark.hexes.indexOf(hex)];
  return withRule(value === undefined ? mark.name : `${mark.name}: ${value}`, mark.rule);
}

/** The reckoning: strengths, odds, each shift with its rules, die and result. */
function battleSum(doc, item) {
  const row = (word, value, strong) => make("tr", { class: strong ? "strong" : undefined }, make("th", { scope: "row" }, name(word)), make("td", {}, name(value)));
  const shifts = item.shifts.map(([kind, value]) => {
    const shift = doc.words.shifts[kind];
    return row(withRule(shift.name, (shift.rules || []).join(", ")), value > 0 ? `+${value}` : `−${-value}`);
  });
  return make("table", { class: "sum" }, make("tbody", {},
    ...doc.words.battle.sum.filter((part) => item[part.key] !== part.unless).map((part) => row(withRule(part.name, part.rule), String(item[part.key]))),
    ...(fought(item) ? [
      row("Odds", item.odds),
      ...shifts, row(withRule("Column rolled on", doc.words.combat_rule), item.final, true), row("Die", item.die > 0 ? String(item.die) : "none, automatic"),
      row("Result", doc.words.results[item.result] ? `${item.result}: ${doc.words.results[item.result]}` : item.result, true),
    ] : [row("Result", NOT_FOUGHT, true)])));
}

/** What it cost and brought, in the words of the game. */
function battleLosses(doc, item) {
  return facts(doc.words.battle.brought.map(({ name: what, parts }) => [what, parts.map(([key, one, many]) => plural(item[key], one, many)).join(", ")]));
}

/** What the battle brought, as the log has it. */
function battleAftermath(app, at, item) {
  const after = app.doc.frames[at].log.filter((other) => other.battle === item.n && other.k !== "battle");
  return make("div", {}, make("h3", {}, "What followed"), make("ul", { class: "aftermath" }, ...after.map((other) => make("li", {}, name(happeningWords(app.doc, other))))));
}

function battleSteps(app, number) {
  const numbers = [...app.doc.battles.keys()], at = numbers.indexOf(number);
  const go = (to, words) => (numbers[to] === undefined ? null : button(words, () => app.showBattle(numbers[to])));
  return make("div", { class: "pair" }, go(at - 1, "Battle before"), go(at + 1, "Next battle"));
}
