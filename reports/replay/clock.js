// Which frame is shown: slider, buttons, keys, play, and the fragment of the address.

const PHASE_TIME = 1400; // milliseconds at speed 1
const PLAY_ICON = "M7 4v16l13-8z", PAUSE_ICON = "M6 4h4v16H6zM14 4h4v16h-4z";
const ADDRESS_REST = 200; // milliseconds in one frame until the address names it
const EMPTY_TIME = 450; // for a frame in which nothing is to be seen

class Clock {
  constructor(app) {
    this.app = app;
    this.last = app.doc.frames.length - 1;
    this.timer = 0;
    this.known = ""; // the address as last read or written here
    this.slider = byId("slider");
    this.slider.max = String(this.last);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    const press = { first: () => this.go(0), "turn-back": () => this.turn(-1), back: () => this.step(-1), play: () => this.toggle(),
      next: () => this.step(1), "turn-on": () => this.turn(1), last: () => this.go(this.last) };
    for (const [id, act] of Object.entries(press)) byId(id).addEventListener("click", act);
    window.addEventListener("hashchange", () => this.follow());
  }

  get playing() {
    return this.timer !== 0;
  }

  /** Go to a frame; `animated` lets its units walk. */
  go(at, animated = false) {
    const frame = Math.min(this.last, Math.max(0, Math.round(at) || 0));
    if (!animated) this.pause();
    this.app.showFrame(frame, animated ? this.duration(frame) : 0);
    this.slider.value = String(frame);
    this.slider.setAttribute("aria-valuetext", frameWords(this.app.doc.frames[frame]));
    this.write(frame);
  }

  step(by) {
    this.go(this.app.frame + by);
  }

  /** To the first frame of the turn before or after. */
  turn(by) {
    const { frames } = this.app.doc, now = frames[this.app.frame].turn;
    const turns = [...new Set(frames.map((frame) => frame.turn))];
    const wanted = turns[turns.indexOf(now) + by];
    this.go(wanted === undefined ? (by < 0 ? 0 : this.last) : frames.findIndex((frame) => frame.turn === wanted));
  }

  duration(at) {
    const { log } = this.app.doc.frames[at];
    return (log.length ? PHASE_TIME : EMPTY_TIME) / Number(byId("speed").value);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.app.frame === this.last) this.app.frame = -1; // from the beginning again
    const next = () => {
      const at = this.app.frame + 1;
      this.go(at, true);
      if (at >= this.last) this.pause();
      else this.timer = setTimeout(next, this.duration(at) * 1.25);
    };
    this.timer = -1;
    this.label();
    next();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.label();
  }

  label() {
    const play = byId("play");
    play.querySelector("path").setAttribute("d", this.playing ? PAUSE_ICON : PLAY_ICON);
    play.setAttribute("aria-label", this.playing ? "Pause" : "Play");
  }

  /** Say in the address which frame this is, so that it can be passed on; browsers want it seldom. */
  write(frame) {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => {
      if (location.hash !== this.known) return; // the reader has just written another one
      this.known = `#frame=${frame}`;
      try {
        history.replaceState(null, "", this.known);
      } catch {
        // A page inside another page may not write its address; nothing else rests on it.
      }
    }, ADDRESS_REST);
  }

  /** Go where the address says: #frame=17, or #turn=5&phase=2, the second frame of turn 5; and #battle=7. */
  follow() {
    if (location.hash === this.known) return false;
    this.known = location.hash;
    const asked = new URLSearchParams(location.hash.slice(1));
    const { doc } = this.app;
    if (doc.battles.has(Number(asked.get("battle") ?? NaN))) {
      this.app.showBattle(Number(asked.get("battle")));
      return true;
    }
    if (asked.has("frame")) {
      this.go(Number(asked.get("frame")));
      return true;
    }
    const turn = Number(asked.get("turn") ?? NaN);
    const start = doc.frames.findIndex((frame) => frame.turn === turn);
    if (start < 0) return false;
    const length = doc.frames.filter((frame) => frame.turn === turn).length;
    const phase = Math.min(length, Math.max(1, Number(asked.get("phase")) || 1));
    this.go(start + phase - 1);
    return true;
  }
}

/** Keys of the page: what they are called, what they are, what they do. */
function keysOf(app) {
  const { clock, board } = app;
  return [
    { words: "← →", means: "a phase back, on", keys: ["ArrowLeft", "ArrowRight"], act: (at) => clock.step(at ? 1 : -1) },
    { words: "Shift ← →, Page Up, Page Down", means: "a turn back, on", keys: ["Shift+ArrowLeft", "Shift+ArrowRight", "PageUp", "PageDown"], act: (at) => clock.turn(at % 2 ? 1 : -1) },
    { words: "Home, End", means: "first phase, last phase", keys: ["Home", "End"], act: (at) => clock.go(at ? clock.last : 0) },
    { words: "Space", means: "play, pause", keys: [" "], act: () => clock.toggle() },
    { words: "+ − 0", means: "closer, farther, the whole map", keys: ["+", "-", "0", "="], act: (at) => [() => board.zoom(1.25), () => board.zoom(0.8), () => board.fit(), () => board.zoom(1.25)][at]() },
    { words: "W A S D", means: "move the map", keys: ["w", "a", "s", "d"], act: (at) => board.pan(...[[0, 90], [90, 0], [0, -90], [-90, 0]][at]) },
    { words: "Escape", means: "close what is open", keys: ["Escape"], act: () => app.select({}) },
    { words: "?", means: "these keys", keys: ["?"], act: () => byId("help").showModal() },
  ];
}

function listenToKeys(app) {
  const all = keysOf(app);
  byId("keys").append(...all.flatMap(({ words, means }) => [make("dt", {}, make("kbd", {}, words)), make("dd", {}, means)]));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
    if (event.target.matches("input[type=search], select")) return;
    if (event.key === " " && event.target.matches("button, summary, input")) return; // the space key presses what has the focus
    const key = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
    const found = all.find(({ keys }) => keys.includes(key));
    if (!found) return;
    event.preventDefault();
    found.act(found.keys.indexOf(key));
  });
}
