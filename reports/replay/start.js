// The page: reads the document, joins map, panels, log and clock, answers what is asked of it.

const SEES_ALL = -1;
const SHEET = [695, 794]; // room for the map on A4 paper, in pixels of the page
const OVERLAYS = [
  ["units", "Units", true], ["names", "Names of places", true], ["moves", "Moves", true], ["battles", "Battles", true],
  ["front", "Front", true], ["control", "Control", false], ["supply", "Supply", false], ["reach", "Reach of the chosen unit", true],
];

class App {
  constructor(doc, colours) {
    this.doc = doc;
    this.colours = colours;
    this.grid = new Grid(doc.map);
    this.ground = new Ground(doc, this.grid, colours);
    this.frame = 0;
    this.choice = {
      selectedUnit: -1, selectedHex: -1, selectedBattle: -1, sight: SEES_ALL,
      overlays: Object.fromEntries(OVERLAYS.map(([key, , on]) => [key, on])),
    };
    this.night = matchMedia("(prefers-color-scheme: dark)");
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.look = lookOf(doc, this.night.matches);
    this.board = new Board(byId("map"), this.grid);
    this.fanSprites = new Sprites();
    this.board.afterDraw = () => this.drawFan();
    this.night.addEventListener("change", () => this.relook(this.night.matches));
    this.write();
    this.chart = makeChart(doc, (at) => this.clock.go(at));
    this.chances = makeChances(this);
    this.log = new Log(this);
    this.clock = new Clock(this);
    this.listen();
  }

  write() {
    const { title, outcome } = this.doc;
    byId("title").textContent = [title.game, title.scenario].filter(Boolean).join(": ");
    byId("outcome").replaceChildren(...outcomeLines(this.doc));
    if (outcome.error) byId("outcome").classList.add("fault");
    byId("overlay-switches").append(...OVERLAYS.map(([key, words]) => this.overlaySwitch(key, words)));
    byId("sight-choices").append(...[[SEES_ALL, "Everyone: all units known"], ...this.doc.sides.map((side, at) => [at, side.name])].map(([at, words]) => this.sightChoice(at, words)));
    fillLegend(this.doc, this.look, this.colours);
  }

  overlaySwitch(key, words) {
    const box = make("input", { type: "checkbox", id: `show-${key}`, checked: this.choice.overlays[key], onchange: () => {
      this.choice.overlays[key] = box.checked;
      this.refresh();
    } });
    return make("label", {}, box, " ", words);
  }

  sightChoice(at, words) {
    const box = make("input", { type: "radio", name: "sight", value: String(at), checked: at === SEES_ALL, onchange: () => {
      this.choice.sight = at;
      this.refresh();
      this.tell();
    } });
    return make("label", {}, box, " ", name(words));
  }

  listen() {
    listenToHands(this.board, (point) => this.pick(point));
    listenToKeys(this);
    byId("zoom-in").addEventListener("click", () => this.board.zoom(1.4));
    byId("zoom-out").addEventListener("click", () => this.board.zoom(1 / 1.4));
    byId("zoom-all").addEventListener("click", () => this.board.fit());
    byId("help-button").addEventListener("click", () => byId("help").showModal());
    byId("drawer-button").addEventListener("click", () => this.openDrawer(!document.body.classList.contains("drawer")));
    document.addEventListener("pointerdown", (event) => {
      for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
    });
    // Paper is white, whatever the screen is.
    window.addEventListener("beforeprint", () => { this.board.toPaper(...SHEET); this.relook(false, "#ffffff"); });
    window.addEventListener("afterprint", () => { this.board.toScreen(); this.relook(this.night.matches); });
  }

  relook(dark, table) {
    this.look = lookOf(this.doc, dark);
    if (table) this.look.table = table;
    fillLegend(this.doc, this.look, this.colours);
    this.refresh();
    this.board.repaint();
    this.board.draw(performance.now());
  }

  openDrawer(open) {
    document.body.classList.toggle("drawer", open);
    byId("drawer-button").setAttribute("aria-expanded", String(open));
    this.board.resize();
  }

  /** Show a frame; with a duration its units walk. */
  showFrame(at, duration = 0) {
    const { selectedBattle } = this.choice;
    if (selectedBattle >= 0 && this.doc.battles.get(selectedBattle).at !== at) this.choice.selectedBattle = -1;
    this.frame = at;
    this.refresh(this.still.matches ? 0 : duration);
    byId("phase").textContent = frameWords(this.doc.frames[at]);
    this.chart(at);
    this.chances(at);
    byId("position-facts").replaceChildren(facts(positionFacts(this.doc, this.doc.states[at])));
    this.log.show();
    this.tell();
  }

  /** Draw the present frame anew. */
  refresh(duration = 0) {
    this.scene = makeScene(this.doc, this.grid, this.ground, this.look, this.frame, this.choice);
    const ways = duration && this.choice.overlays.units ? waysOf(this.scene) : new Map();
    this.board.show(this.scene, ways.size ? { ways, duration } : null);
  }

  /** Fill the panel with what is chosen. */
  tell() {
    const detail = byId("detail"), content = panelFor(this);
    detail.hidden = !content;
    detail.replaceChildren(...(content || []).filter(Boolean));
  }

  select({ unit = -1, hex = -1, battle = -1 }) {
    Object.assign(this.choice, { selectedUnit: unit, selectedBattle: battle });
    this.choice.selectedHex = unit >= 0 && hex < 0 ? this.doc.states[this.frame].hex[unit] : hex;
    for (const menu of document.querySelectorAll("details.menu[open]")) menu.open = false;
    this.refresh();
    this.log.show();
    this.tell();
    if (unit >= 0 || hex >= 0 || battle >= 0) {
      byId("side").scrollTop = 0;
      this.openDrawer(true);
    }
  }

  pick(point) {
    const inFan = unitInFan(this.fan(), point);
    if (inFan >= 0) return this.select({ unit: inFan });
    const at = this.board.toMap(point.x, point.y), hex = this.grid.hexAt(at.x, at.y);
    if (hex < 0) return this.select({});
    const pile = (this.choice.overlays.units && this.scene.piles.get(hex)) || [];
    const battles = this.scene.battles.filter((battle) => hexesOf(battle).includes(hex));
    if (pile.length === 1 && !battles.length) return this.select({ unit: pile[0], hex });
    if (battles.length === 1 && !pile.length) return this.select({ battle: battles[0].n, hex });
    return this.select({ hex });
  }

  fan() {
    return this.board.moving ? [] : layFan(this.board, this.scene, this.choice.selectedBattle < 0 ? this.choice.selectedHex : -1);
  }

  drawFan() {
    drawFan(this.board.canvas.getContext("2d"), this.board, this.scene, this.fan(), this.fanSprites);
  }

  showBattle(number) {
    const { at, item } = this.doc.battles.get(number);
    if (at !== this.frame) this.clock.go(at);
    else this.clock.pause();
    this.select({ battle: number });
    this.board.reveal(item.hex);
  }

  showHappening(at, item) {
    if (item.k === "battle") return this.showBattle(item.n);
    this.clock.go(at);
    if (item.unit >= 0) this.select({ unit: item.unit });
    else this.select({ hex: hexOf(item) });
    this.board.reveal(hexOf(item));
  }
}

/** How the game ended, and by whom and which seed it was played. */
function outcomeLines(doc) {
  const { outcome, played, sides } = doc;
  const players = sides.map((side) => `${side.name}: ${played[side.key] ?? "unknown"}`).join(", ");
  const rules = played.variant && played.variant !== "baseline" ? `, variant ${played.variant}` : "";
  const checked = played.checked ? "; agrees with the game stored in the study" : "";
  const end = outcome.error ? `Broke off: ${outcome.error}` : outcome.words;
  return [make("strong", {}, name(end)), " ", make("small", {}, name(`${players}${rules}; seed ${played.seed}${checked}`))];
}

/** Points and whatever else the game keeps account of. */
function positionFacts(doc, state) {
  const points = state.points.map((value, at) => [(doc.words.points[at] || { name: doc.title.points }).name, value]);
  return [...points, ...state.facts];
}

/** What programs may ask of the page. */
function hookOf(app) {
  return {
    get frame() { return app.frame; },
    get frames() { return app.doc.frames.length; },
    /** Hex index, steps and status of each unit, the side that controls each hex, units in each hex from the lowest up. */
    state() {
      const { hex, steps, status, control } = app.doc.states[app.frame];
      return { hex: [...hex], steps: [...steps], status: [...status], control: [...control], stacks: Object.fromEntries(app.scene.piles) };
    },
    go: (at) => app.clock.go(at),
    /** Whether the present frame has been painted since it was last changed. */
    get painted() { return app.board.layer.region !== null; },
    get moving() { return app.board.moving !== null; },
    /** Milliseconds of the last pictures painted. */
    timings: () => [...app.board.timings],
    /** Where a hex lies in the window, in pixels. */
    place: (hex) => app.board.toWindow(app.grid.x[hex], app.grid.y[hex]),
  };
}

try {
  const app = new App(readDocument(byId("document").textContent), JSON.parse(byId("colours").textContent));
  window.replay = hookOf(app);
  if (!app.clock.follow()) app.clock.go(0);
} catch (fault) {
  document.body.prepend(make("p", { class: "fault", role: "alert" }, `This game can't be shown: ${fault.message}`));
  throw fault;
}
