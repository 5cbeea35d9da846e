// Counters: the customary symbols of the arms, marks of size, strengths, steps.

/** Parts of a symbol by key, each drawn in a box of width w and height h with its corner at 0, 0. */
const SYMBOLS = {
  infantry: (c, w, h) => strokes(c, [[0, 0, w, h], [0, h, w, 0]]),
  cavalry: (c, w, h) => strokes(c, [[0, h, w, 0]]),
  armour: (c, w, h) => {
    c.beginPath();
    c.ellipse(w / 2, h / 2, w * 0.33, h * 0.27, 0, 0, 7);
    c.stroke();
  },
  mountain: (c, w, h) => {
    c.beginPath();
    c.moveTo(w / 2, h * 0.52);
    c.lineTo(w * 0.66, h);
    c.lineTo(w * 0.34, h);
    c.fill();
  },
  artillery: (c, w, h) => {
    c.beginPath();
    c.arc(w / 2, h / 2, h * 0.19, 0, 7);
    c.fill();
  },
  anti_aircraft: (c, w, h) => {
    c.beginPath();
    c.ellipse(w / 2, h, w * 0.42, h * 0.72, 0, Math.PI, 0);
    c.stroke();
  },
  anti_tank: (c, w, h) => strokes(c, [[0, h, w / 2, 0], [w / 2, 0, w, h]]),
  engineer: (c, w, h) => strokes(c, [
    [w * 0.25, h * 0.7, w * 0.25, h * 0.35], [w * 0.25, h * 0.35, w * 0.75, h * 0.35],
    [w * 0.5, h * 0.35, w * 0.5, h * 0.7], [w * 0.75, h * 0.35, w * 0.75, h * 0.7],
  ]),
  airborne: (c, w, h) => {
    for (const x of [w * 0.43, w * 0.57]) {
      c.beginPath();
      c.arc(x, h * 0.92, w * 0.07, Math.PI, 0);
      c.stroke();
    }
  },
  headquarters: (c, w, h) => {
    c.fillRect(0, 0, w, h * 0.3);
  },
  fortified: (c, w, h) => strokes(c, [
    [0, h * 0.25, w * 0.3, h * 0.25], [w * 0.3, h * 0.25, w * 0.3, 0],
    [w * 0.7, 0, w * 0.7, h * 0.25], [w * 0.7, h * 0.25, w, h * 0.25],
  ]),
  // A filled edge: guards.
  guards: (c, w, h) => c.fillRect(0, 0, w * 0.13, h),
  // Wheels stand below the box: motorized.
  wheels: (c, w, h) => {
    for (const x of [w * 0.25, w * 0.75]) {
      c.beginPath();
      c.arc(x, h + w * 0.07, w * 0.07, 0, 7);
      c.stroke();
    }
  },
};

function strokes(c, lines) {
  c.beginPath();
  for (const [x1, y1, x2, y2] of lines) {
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
  }
  c.stroke();
}

/** Draw the box of a unit's arm on a pale ground; `keys` are parts of SYMBOLS, anything else is written in the box. */
function drawSymbol(c, keys, x, y, w, h, fill) {
  const ink = "#15191e";
  c.save();
  c.translate(x, y);
  c.fillStyle = mix(fill, "#ffffff", 0.6);
  c.fillRect(0, 0, w, h);
  c.strokeStyle = c.fillStyle = ink;
  c.lineWidth = Math.max(1, w / 15);
  c.lineJoin = "round";
  for (const key of keys) {
    if (key in SYMBOLS) SYMBOLS[key](c, w, h);
    else if (w >= 12) write(c, key, w / 2, h / 2, fittedHeight(c, key, h * 0.7, 600, w * 0.86), { ink });
  }
  c.strokeRect(0, 0, w, h);
  c.restore();
}

/** Width of words in one line, in the unit of `height`. */
function wordsWidth(c, words, height, weight) {
  c.font = `${weight} 100px ${FONT}`;
  return (c.measureText(words).width * height) / 100;
}

/** The longest beginning of some words that fits a width. */
function shortened(c, words, height, weight, width) {
  if (wordsWidth(c, words, height, weight) <= width) return words;
  const letters = [...words.slice(0, 60)];
  while (letters.length > 1 && wordsWidth(c, `${letters.join("")}…`, height, weight) > width) letters.pop();
  return `${letters.join("")}…`;
}

/** Height at which words fit a width. */
function fittedHeight(c, words, height, weight, width) {
  return Math.min(height, (height * width) / Math.max(1e-6, wordsWidth(c, words, height, weight)));
}

/** Write words around a point, cut short where they exceed `width`. */
function write(c, words, x, y, height, { ink, weight = "600", width = 0, halo = "" }) {
  const shown = width ? shortened(c, words, height, weight, width) : words;
  c.save();
  // Letters are set large and scaled down: browsers round sizes below a pixel.
  c.translate(x, y);
  c.scale(height / 100, height / 100);
  c.font = `${weight} 100px ${FONT}`;
  c.textAlign = "center";
  c.textBaseline = "middle";
  if (halo) {
    c.strokeStyle = halo;
    c.lineWidth = 28;
    c.lineJoin = "round";
    c.strokeText(shown, 0, 0);
  }
  c.fillStyle = ink;
  c.fillText(shown, 0, 0);
  c.restore();
}

/**
 * Draw the face of a counter with its upper left corner at 0, 0.
 * The smaller it is seen (in pixels of the page), the less it says: first its name goes; from far it
 * has the colour of its side, its arm, and its strength as the length of a bar.
 */
function drawCounter(c, face, size, seen) {
  if (seen < 24) return drawFarCounter(c, face, size);
  const edge = Math.max(1, size / 24), round = size * 0.1;
  c.beginPath();
  c.roundRect(edge / 2, edge / 2, size - edge, size - edge, round);
  c.fillStyle = face.fill;
  c.fill();
  if (face.reduced) drawBand(c, face, size);
  c.lineWidth = edge;
  c.strokeStyle = face.edge;
  c.stroke();
  const named = seen >= 40, w = size * 0.44, h = w * 0.66;
  const x = (size - w) / 2, y = size * (named ? 0.36 : 0.24);
  drawSymbol(c, face.symbol, x, y, w, h, face.fill);
  write(c, face.strengths, size / 2, size * 0.85, fittedHeight(c, face.strengths, size * 0.24, 700, size * 0.88), { ink: face.ink, weight: "700" });
  if (face.echelon) write(c, face.echelon, size / 2, y - size * 0.065, size * 0.12, { ink: face.ink, weight: "700" });
  if (named) {
    const height = Math.max(size * 0.12, fittedHeight(c, face.name, size * 0.165, 600, size * 0.92));
    write(c, face.name, size / 2, size * 0.135, height, { ink: face.ink, width: size * 0.92 });
  }
  drawSteps(c, face, size, y + h / 2);
}

/** A counter of a few pixels: colour of the side, box of the arm, bar as long as the unit is strong. */
function drawFarCounter(c, face, size) {
  const edge = size * 0.1, w = size - 2 * edge, bar = size * 0.2;
  c.fillStyle = face.side;
  c.beginPath();
  c.roundRect(0, 0, size, size, edge);
  c.fill();
  drawSymbol(c, face.symbol, edge, edge, w, size - 3 * edge - bar, face.fill);
  c.fillStyle = mix(face.side, "#000000", 0.55);
  c.fillRect(edge, size - edge - bar, w, bar);
  c.fillStyle = "#ffffff";
  c.fillRect(edge, size - edge - bar, w * face.power, bar);
}

/** A reduced counter shows the band of its other side. */
function drawBand(c, face, size) {
  c.save();
  c.clip();
  c.fillStyle = face.band;
  c.beginPath();
  c.moveTo(0, size);
  c.lineTo(0, size * 0.55);
  c.lineTo(size * 0.55, 0);
  c.lineTo(size, 0);
  c.fill();
  c.restore();
  c.beginPath();
  c.roundRect(0.5, 0.5, size - 1, size - 1, size * 0.1);
}

/** Steps beside the box: full points for those left, rings for those lost. */
function drawSteps(c, face, size, middle) {
  if (face.fullSteps < 2 || face.fullSteps > 6) return;
  const gap = size * 0.1, top = middle - (gap * (face.fullSteps - 1)) / 2;
  c.lineWidth = Math.max(0.8, size / 50);
  c.strokeStyle = c.fillStyle = face.ink;
  for (let step = 0; step < face.fullSteps; step += 1) {
    c.beginPath();
    c.arc(size * 0.88, top + step * gap, size * 0.035, 0, 7);
    if (step >= face.fullSteps - face.steps) c.fill();
    else c.stroke();
  }
}
