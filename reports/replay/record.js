// The document of one game and the state after each of its frames, rebuilt from the differences.

const STATE_FIELDS = ["steps", "status", "revealed", "supply", "condition"];
const RUN_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Hexes of a text of runs: three letters a run, two for the gap before it, one for its length. */
function readRuns(text) {
  const hexes = [];
  const digit = (at) => RUN_LETTERS.indexOf(text[at]);
  for (let at = 0, next = 0; at < text.length; at += 3) {
    next += digit(at) * 64 + digit(at + 1);
    for (let left = digit(at + 2) + 1; left > 0; left -= 1) hexes.push(next++);
  }
  return hexes;
}

/** Call `visit` with each pair of a flat list. */
function eachPair(list, visit) {
  for (let at = 0; at < (list || []).length; at += 2) visit(list[at], list[at + 1]);
}

/** States of all frames: typed arrays by unit, control by hex, and what is carried forward. */
function rebuildStates(doc) {
  const count = doc.units.length;
  let state = {
    hex: new Int16Array(count).fill(-1),
    height: new Int32Array(count), // who was put down later lies further up
    control: Int8Array.from(doc.start.control, (side) => (side === "-" ? -1 : Number(side))),
    points: [], facts: [], markers: [], sources: [[], []], cut_off: [[], []], supplied: ["", ""], lines: [], works: null,
  };
  for (const field of STATE_FIELDS) state[field] = Int16Array.from(doc.start[field] || new Array(count).fill(0));
  let placed = 0;
  return doc.frames.map((frame) => {
    const before = state;
    state = { ...before, hex: before.hex.slice(), height: before.height.slice(), control: before.control.slice() };
    eachPair(frame.place, (unit, hex) => {
      state.hex[unit] = hex;
      state.height[unit] = ++placed;
    });
    for (const field of STATE_FIELDS) {
      state[field] = before[field].slice();
      eachPair((frame.change || {})[field], (unit, value) => { state[field][unit] = value; });
    }
    eachPair(frame.control, (hex, side) => { state.control[hex] = side; });
    for (const key of ["points", "facts", "markers", "sources", "cut_off", "supplied", "lines", "works"]) {
      if (frame[key]) state[key] = frame[key];
    }
    return state;
  });
}

/** Units of a state in piles: hex to units, the lowest first. */
function pilesOf(state) {
  const piles = new Map();
  state.hex.forEach((hex, unit) => {
    if (hex < 0) return;
    if (!piles.has(hex)) piles.set(hex, []);
    piles.get(hex).push(unit);
  });
  for (const pile of piles.values()) pile.sort((a, b) => state.height[a] - state.height[b]);
  return piles;
}

/** What happened to each unit: its happenings with their frame, in order. */
function storiesOf(doc) {
  const stories = doc.units.map(() => []);
  doc.frames.forEach((frame, at) => {
    for (const item of frame.log) {
      for (const unit of unitsIn(item)) stories[unit].push({ at, item });
    }
  });
  return stories;
}

/** A log without what an event of the same frame tells in its own words: removals, and arrivals that go no further. */
function withoutEchoes(log) {
  const told = new Map(log.filter((item) => item.k === "event").map((item) => [item.unit, item.hex]));
  const echoes = (item) => item.k === "remove" || (item.k === "move" && item.path[0] < 0 && item.path.length === 2 && told.get(item.unit) === item.path[1]);
  return log.filter((item) => !told.has(item.unit) || !echoes(item));
}

/** Units that take part in a happening. */
function unitsIn(item) {
  if (item.k !== "battle") return item.unit >= 0 ? [item.unit] : [];
  return [...new Set([...item.attackers.filter((_, at) => at % 2 === 0), ...item.defenders])];
}

/** Hexes of a path that lie on the map. */
function onMap(path) {
  return path.filter((hex) => hex >= 0);
}

/** Where a happening took place: the last hex on the map that it names; -1 if it names none. */
function hexOf(item) {
  if (item.path) return onMap(item.path).pop() ?? -1;
  return item.hex ?? -1;
}

/** Hexes that are attacked in a battle. */
function hexesOf(battle) {
  return battle.hexes.length ? battle.hexes : [battle.hex];
}

/** Places on the map in words: number and name. */
function placeWords(doc, hex) {
  if (hex < 0) return "off the map";
  const place = doc.placeAt.get(hex);
  return place ? `${place.name} (${doc.map.number[hex]})` : doc.map.number[hex];
}

/** Read the document inside the page and index what is looked up often. */
function readDocument(text) {
  const doc = JSON.parse(text);
  if (doc.format !== 2) throw new Error(`This page reads replays of format 2, not ${doc.format}.`);
  doc.placeAt = new Map(doc.map.places.map((place) => [place.hex, place]));
  doc.states = rebuildStates(doc);
  doc.frames.forEach((frame) => { frame.log = withoutEchoes(frame.log); });
  doc.stories = storiesOf(doc);
  doc.battles = new Map();
  doc.frames.forEach((frame, at) => {
    for (const item of frame.log) if (item.k === "battle") doc.battles.set(item.n, { at, item });
  });
  return doc;
}
