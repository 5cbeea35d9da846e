// One frame on the map: what is shown is gathered once, then painted in layers from the ground up.

/** Side of a counter in hex widths; names of places and heads of arrows find room around it. */
const COUNTER = 0.62;
/** What a counter seen from far fills of its hex, and the pixels it needs to be read. */
const COUNTER_FAR = 0.94, COUNTER_READ = 26;
/** Parts of the symbol of each arm; the key of an arm that is not here is written in the box. */
const ARMS = {
  infantry: ["infantry"], mountain: ["infantry", "mountain"], armour: ["armour"], motorized: ["infantry", "wheels"],
  mechanized: ["infantry", "armour"], flak: ["anti_aircraft"], security: ["SEC"], cavalry: ["cavalry"],
  artillery: ["artillery"], guards: ["infantry", "guards"], parachute: ["infantry", "airborne"], specialist: ["SP"],
  engineer: ["engineer"], anti_tank: ["anti_tank"], headquarters: ["headquarters"], fortified: ["fortified"],
};
/** Customary marks of size over the box. */
const ECHELONS = { battalion: "II", regiment: "III", brigade: "X", division: "XX", corps: "XXX", army: "XXXX", army_group: "XXXXX" };

/** What to paint for a frame; `choice` is the state of the page's controls. */
function makeScene(doc, grid, ground, look, at, choice) {
  const frame = doc.frames[at], state = doc.states[at];
  return {
    doc, grid, ground, look, frame, state, ...choice,
    before: doc.states[at - 1] || null,
    piles: pilesOf(state),
    battles: frame.log.filter((item) => item.k === "battle"),
    arrows: arrowsOf(doc, frame),
    reach: reachOf(frame, choice.selectedUnit),
    scale: 1,
    counter: COUNTER,
    strongest: Math.max(1, ...doc.units.flatMap((unit) => unit.strengths.flat())),
  };
}

/** Side of a counter in hex widths: the farther the map, the more of its hex it fills. */
function counterSide(scale) {
  return Math.min(COUNTER_FAR, Math.max(COUNTER, COUNTER_READ / scale));
}

function reachOf(frame, unit) {
  const runs = unit >= 0 && frame.reach ? frame.reach[unit] : undefined;
  return runs === undefined ? [] : readRuns(runs);
}

/** Paint all that stands still; units in `absent` are left to the animation. */
function paintScene(c, scene, sprites, absent = new Set()) {
  const { overlays } = scene;
  drawWorks(c, scene);
  if (overlays.control) drawControl(c, scene);
  if (overlays.supply) drawSupply(c, scene);
  if (overlays.reach) drawReach(c, scene);
  if (overlays.front) drawFront(c, scene);
  if (overlays.moves) drawArrows(c, scene);
  if (overlays.units) paintPiles(c, scene, sprites, absent);
  if (scene.selectedHex >= 0) drawChosenHex(c, scene);
  if (overlays.battles) drawAttacks(c, scene);
  for (const marker of scene.state.markers) drawMarker(c, scene, marker);
  if (overlays.names) scene.ground.drawNames(c, scene.look, scene.scale, scene.sees);
  if (overlays.battles) drawBattleLabels(c, scene);
}

/** Units of a pile whose faces may be seen, the lowest first: of a hidden pile only the top one. */
function visibleIn(scene, pile) {
  const { fog } = scene.doc.words, { side } = scene.doc.units[pile[0]];
  const hidden = fog && fog.top_only && scene.sight >= 0 && scene.sight !== side;
  return hidden ? pile.slice(-1) : pile;
}

function paintPiles(c, scene, sprites, absent) {
  for (const [hex, pile] of scene.piles) {
    if (scene.sees(hex)) paintPile(c, scene, sprites, hex, pile.filter((unit) => !absent.has(unit)));
  }
}

function paintPile(c, scene, sprites, hex, pile) {
  if (!pile.length) return;
  const shown = Math.min(3, pile.length), x = scene.grid.x[hex], y = scene.grid.y[hex];
  const chosen = pile.includes(scene.selectedUnit) ? scene.selectedUnit : pile[pile.length - 1];
  const top = visibleIn(scene, pile).includes(chosen) ? chosen : pile[pile.length - 1];
  for (let card = shown - 1; card >= 0; card -= 1) {
    const shift = (card - (shown - 1) / 2) * 0.05;
    if (card) paintBlank(c, scene, top, x + shift, y - shift);
    else paintCounter(c, scene, sprites, top, x + shift, y - shift);
  }
  if (pile.length > 1 && scene.scale * scene.counter >= 18) paintCount(c, scene, pile.length, x + 0.3, y - 0.3);
  if (top === scene.selectedUnit) ringAround(c, scene, x, y);
}

function paintCount(c, scene, count, x, y) {
  c.beginPath();
  c.arc(x, y, 0.12, 0, 7);
  c.fillStyle = scene.look.ink;
  c.fill();
  write(c, String(count), x, y + 0.01, 0.16, { ink: scene.look.paper, weight: "700" });
}

function ringAround(c, scene, x, y) {
  const half = scene.counter / 2 + 0.06;
  c.strokeStyle = scene.look.reach;
  c.lineWidth = Math.max(0.07, 2.5 / scene.scale);
  c.beginPath();
  c.roundRect(x - half, y - half, 2 * half, 2 * half, 0.08);
  c.stroke();
}

/** A lower card of a pile: only its edge is seen. */
function paintBlank(c, scene, unit, x, y) {
  const face = faceOf(scene, unit);
  c.fillStyle = mix(face.fill, "#000000", 0.12);
  c.strokeStyle = face.edge;
  c.lineWidth = scene.counter / 24;
  c.beginPath();
  c.roundRect(x - scene.counter / 2, y - scene.counter / 2, scene.counter, scene.counter, scene.counter * 0.1);
  c.fill();
  c.stroke();
}

function paintCounter(c, scene, sprites, unit, x, y) {
  const image = sprites.get(faceOf(scene, unit));
  c.drawImage(image, x - scene.counter / 2, y - scene.counter / 2, scene.counter, scene.counter);
  const out = scene.state.hex[unit] >= 0 && scene.state.supply[unit] === scene.doc.words.supply.length - 1;
  if (out && scene.doc.words.supply.length > 1) paintWarning(c, scene, x - scene.counter / 2 + 0.03, y - scene.counter / 2 + 0.03);
  const mark = (scene.doc.words.marks || [])[scene.state.condition[unit]];
  if (mark && scene.state.hex[unit] >= 0 && scene.scale * scene.counter >= 18) paintCondition(c, scene, mark, x - scene.counter / 2 + 0.03, y + scene.counter / 2 - 0.03);
}

/** A letter for what a unit is held to, such as a mode: at the corner. */
function paintCondition(c, scene, mark, x, y) {
  const width = 0.12 * mark.length + 0.08;
  c.beginPath();
  c.roundRect(x - width / 2, y - 0.09, width, 0.18, 0.05);
  c.fillStyle = scene.look.ink;
  c.fill();
  write(c, mark, x, y + 0.01, 0.15, { ink: scene.look.paper, weight: "800" });
}

/** Out of supply: a red mark at the corner. */
function paintWarning(c, scene, x, y) {
  c.beginPath();
  c.arc(x, y, 0.11, 0, 7);
  c.fillStyle = scene.look.warning;
  c.strokeStyle = scene.look.paper;
  c.lineWidth = 0.03;
  c.fill();
  c.stroke();
  write(c, "!", x, y + 0.01, 0.17, { ink: scene.look.paper, weight: "800" });
}

/** What the counter of a unit shows in a frame. */
function faceOf(scene, unit) {
  const { doc, state, look } = scene;
  const printed = doc.units[unit], fill = doc.nations[printed.nation].colour;
  return {
    fill,
    ink: inkOn(fill),
    band: mix(fill, inkOn(fill) === "#ffffff" ? "#000000" : "#ffffff", 0.28),
    edge: mix(look.side(printed.side), "#000000", 0.35),
    symbol: ARMS[printed.symbol] || [String(printed.symbol).slice(0, 3).toUpperCase()],
    echelon: ECHELONS[printed.size] || "",
    name: printed.name,
    side: look.side(printed.side),
    strengths: strengthWords(doc, state, unit, scene.sight !== SEES_ALL),
    power: strengthOf(doc, state, unit, scene.sight !== SEES_ALL) / scene.strongest,
    fullSteps: printed.steps,
    steps: state.steps[unit],
    reduced: isReduced(doc, state, unit),
  };
}

/** Counters as pictures of one size, painted when first wanted. */
class Sprites {
  constructor() {
    this.size = 0;
    this.images = new Map();
  }

  /** Size in pixels of the picture, and as it is seen in pixels of the page. */
  resize(size, seen) {
    if (size === this.size) return;
    Object.assign(this, { size, seen });
    this.images.clear();
  }

  get(face) {
    const key = Object.values(face).join("|");
    if (!this.images.has(key)) this.images.set(key, counterImage(face, this.size, this.seen));
    return this.images.get(key);
  }
}

function counterImage(face, size, seen) {
  const image = document.createElement("canvas");
  image.width = image.height = size;
  drawCounter(image.getContext("2d"), face, size, seen);
  return image;
}

/** Way of each unit through a frame: the hexes it passed, from where it stood before. */
function waysOf(scene) {
  const ways = new Map();
  for (const item of scene.frame.log) {
    if (!item.path || item.unit < 0) continue;
    const way = ways.get(item.unit) || [];
    for (const hex of onMap(item.path)) if (way[way.length - 1] !== hex) way.push(hex);
    ways.set(item.unit, way);
  }
  return new Map([...ways].filter(([unit, way]) => way.length > 1 || scene.state.hex[unit] < 0));
}

/** Paint the units under way, `part` (0 to 1) of the phase being over; those that leave the map fade. */
function paintMoving(c, scene, sprites, ways, part) {
  let number = 0;
  const count = Math.max(1, ways.size);
  for (const [unit, way] of ways) {
    // They set out one after another, each taking half the time.
    const own = Math.min(1, Math.max(0, (part - (0.5 * number++) / count) * 2));
    const along = own * (way.length - 1), from = way[Math.floor(along)], to = way[Math.min(way.length - 1, Math.floor(along) + 1)];
    if (from === undefined) continue;
    const rest = along - Math.floor(along), { x, y } = scene.grid;
    c.globalAlpha = scene.state.hex[unit] < 0 ? 1 - own : 1;
    paintCounter(c, scene, sprites, unit, x[from] + (x[to] - x[from]) * rest, y[from] + (y[to] - y[from]) * rest);
  }
  c.globalAlpha = 1;
}
