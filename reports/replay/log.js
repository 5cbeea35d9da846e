// The log beside the map: of a phase, a turn or the whole game, filtered by words and kinds.

const LOG_LINES = 300; // at most at a time; more on demand

class Log {
  constructor(app) {
    this.app = app;
    this.off = new Set();
    this.limit = LOG_LINES;
    this.words = byId("log-words");
    this.scope = byId("log-scope");
    this.lines = byId("log-lines");
    this.all = app.doc.frames.flatMap((frame, at) => frame.log.map((item) => this.entry(at, item)));
    byId("log-kinds").append(...this.kindSwitches());
    this.words.addEventListener("input", () => {
      // Who seeks a word seeks it in the whole game.
      if (this.words.value && this.scope.value === "phase") this.scope.value = "game";
      this.restart();
    });
    this.scope.addEventListener("change", () => this.restart());
  }

  entry(at, item) {
    const words = happeningWords(this.app.doc, item);
    return { at, item, words, found: words.toLowerCase(), group: groupOf(this.app.doc, item) };
  }

  kindSwitches() {
    const groups = new Map(this.all.map(({ group }) => [group.key, group.name]));
    const first = (key) => ["moves", "battles"].indexOf(key);
    return [...groups].sort(([a], [b]) => first(b) - first(a)).map(([key, words]) => {
      const toggle = button(name(words), () => {
        if (!this.off.delete(key)) this.off.add(key);
        toggle.setAttribute("aria-pressed", String(!this.off.has(key)));
        this.restart();
      }, { class: "chip", "aria-pressed": "true", "data-kind": key });
      return toggle;
    });
  }

  restart() {
    this.limit = LOG_LINES;
    this.show();
  }

  /** Entries that the filters let through. */
  chosen() {
    const { doc, frame } = this.app, sought = this.words.value.trim().toLowerCase();
    const near = { phase: (at) => at === frame, turn: (at) => doc.frames[at].turn === doc.frames[frame].turn, game: () => true }[this.scope.value];
    return this.all.filter((entry) => near(entry.at) && !this.off.has(entry.group.key) && entry.found.includes(sought));
  }

  show() {
    const chosen = this.chosen(), shown = chosen.slice(0, this.limit);
    const lines = [];
    let last = -1;
    for (const entry of shown) {
      if (entry.at !== last && this.scope.value !== "phase") lines.push(make("li", { class: "when" }, name(frameWords(this.app.doc.frames[entry.at]))));
      last = entry.at;
      lines.push(this.line(entry));
    }
    if (shown.length < chosen.length) {
      lines.push(make("li", {}, button(`Show more: ${plural(chosen.length - shown.length, "line")} left`, () => { this.limit += LOG_LINES; this.show(); })));
    }
    this.lines.replaceChildren(...lines);
    byId("log-count").textContent = chosen.length ? plural(chosen.length, "line") : "Nothing of this kind happened here.";
  }

  line({ at, item, words, group }) {
    const side = this.app.doc.sides[sideOf(this.app.doc, item)];
    const line = button(name(words), () => this.app.showHappening(at, item), { class: "line", "data-kind": group.key });
    if (side) line.style.setProperty("--side", side.colour);
    const chosen = item.k === "battle" && item.n === this.app.choice.selectedBattle;
    return make("li", { "aria-current": chosen ? "true" : undefined }, line);
  }
}
