// The printed map: terrain, hexsides, lines and the roles of hexes. Drawn once a zoom, in hex widths.

const WATER = new Set(["sea", "lake"]);
/** Colour and width in hex widths of the kinds of hexside; what is not here is drawn as a dashed line. */
const SIDE_STYLES = {
  water: ["#5b9cc4", 0.06], lake: ["#5b9cc4", 0.16], river: ["#6ba6d4", 0.11], canal: ["#4fbcc4", 0.11],
  major_river: ["#3c7fae", 0.2], blocked: ["#4a3324", 0.15], rail: ["#5a5348", 0.06], fortification: ["#8c2d7a", 0.08],
  wadi: ["#a98350", 0.1], escarpment: ["#7d5a3a", 0.14], track: ["#c98a4b", 0.025],
  road: ["#c98a4b", 0.05], main_road: ["#a5532a", 0.08], bridge: ["#4a3324", 0.14],
};
/** Kinds that lead from the centre of a hex to that of the next. */
const WAYS = new Set(["rail", "road", "main_road", "track", "bridge"]);
/** Pixels a hex from which all towns have names; below, cities and what scores have theirs where no other is near. */
const NAMES_FROM = 34;
const UNKNOWN_GROUND = "#d5dade";

/** Paths of all that is printed, made once. */
class Ground {
  constructor(doc, grid, colours) {
    this.doc = doc;
    this.grid = grid;
    const { map } = doc;
    this.isHex = map.x.map(Number.isInteger); // what lies beside the middle of a hex is a place in it
    this.isLand = map.terrain.map((terrain) => !WATER.has(map.terrains[terrain].key));
    this.terrains = map.terrains.map((terrain, at) => ({
      colour: colours[terrain.key] || UNKNOWN_GROUND,
      path: grid.area(map.terrain.flatMap((other, hex) => (other === at && this.isHex[hex] ? [hex] : []))),
    }));
    this.sides = map.hexsides.map((feature) => ({ ...styleOf(feature.kind), path: WAYS.has(feature.kind) ? grid.ways(pairs(feature.edges)) : grid.course(pairs(feature.edges)) }));
    this.lines = (map.lines || []).map((line) => grid.course(pairs(line.edges)));
    this.boxes = { scale: 0, list: [] };
    this.all = grid.area(map.number.map((_, hex) => hex).filter((hex) => this.isHex[hex]));
    const scoring = new Set(map.marks.filter((mark) => mark.kind === "victory").flatMap((mark) => mark.hexes));
    this.names = map.places
      .map((place) => ({ ...place, rank: place.kind === "city" ? 0 : scoring.has(place.hex) ? 1 : 2 }))
      .sort((a, b) => a.rank - b.rank);
  }

  /** Paint it; `sees` tells which hexes are near enough to matter for letters. */
  draw(c, look, scale, sees) {
    for (const { colour, path } of this.terrains) {
      c.fillStyle = look.ground(colour);
      c.fill(path);
    }
    c.strokeStyle = look.hexLine;
    c.lineWidth = Math.max(0.02, 0.4 / scale);
    c.stroke(this.all);
    c.lineCap = c.lineJoin = "round";
    for (const { colour, width, dash, path } of this.sides) {
      c.setLineDash(dash);
      c.strokeStyle = look.feature(colour);
      c.lineWidth = Math.max(width, 1 / scale);
      c.stroke(path);
    }
    c.strokeStyle = look.startLine;
    c.lineWidth = Math.max(0.07, 1 / scale);
    this.lines.forEach((path, at) => {
      c.setLineDash(lineDash(at));
      c.stroke(path);
    });
    c.setLineDash([]);
    this.drawMarks(c, look, scale);
    this.drawPlaces(c, look, scale);
    if (scale >= 44) this.drawNumbers(c, look, sees);
  }

  drawMarks(c, look, scale) {
    for (const mark of this.doc.map.marks) {
      // Works can be destroyed: they belong to the frame.
      if (mark.kind !== "works") this.drawMarkIn(c, mark, mark.hexes, look, scale);
    }
  }

  drawMarkIn(c, mark, hexes, look, scale) {
    for (const hex of hexes) {
      if (!this.isHex[hex]) continue;
      c.save();
      c.translate(this.grid.x[hex], this.grid.y[hex]);
      drawMark(c, mark.kind, mark.side >= 0 ? look.side(mark.side) : "", look, scale, this.grid.corners);
      c.restore();
    }
  }

  drawPlaces(c, look, scale) {
    c.fillStyle = look.place;
    for (const place of this.doc.map.places) {
      if (!this.isHex[place.hex]) continue;
      const x = this.grid.x[place.hex], y = this.grid.y[place.hex], r = place.kind === "city" ? 0.24 : 0.13;
      c.beginPath();
      if (place.kind === "city") c.roundRect(x - r, y - r, 2 * r, 2 * r, 0.05);
      else c.arc(x, y, r, 0, 7);
      c.fill();
      if (place.port && scale >= 20) write(c, "⚓", x, y, r * 1.4, { ink: look.paper });
    }
  }

  drawNumbers(c, look, sees) {
    this.doc.map.number.forEach((number, hex) => {
      if (sees(hex) && this.isHex[hex]) write(c, number, this.grid.x[hex], this.grid.y[hex] - (this.doc.map.flat ? 0.41 : 0.46), 0.12, { ink: look.hexNumber, weight: "400" });
    });
  }

  /** Names of places over the counters. */
  drawNames(c, look, scale, sees) {
    if (this.boxes.scale !== scale) this.boxes = { scale, list: this.layNames(c, scale) };
    for (const { words, hex, x, y, h, weight } of this.boxes.list) {
      if (sees(hex)) write(c, words, x, y, h, { ink: look.ink, weight, halo: look.halo });
    }
  }

  /** Room for the names, cities first; a name that finds none is left out at this zoom. */
  layNames(c, scale) {
    const taken = [], far = scale < NAMES_FROM;
    for (const place of this.names) {
      const city = place.rank === 0, weight = city ? 700 : 500;
      if (far && place.rank === 2) break;
      const height = letters(scale, city ? 0.22 : 0.18, city ? 10.5 : 9.5);
      const first = place.name.split(" (")[0];
      if (far && taken.some((other) => other.first === first)) continue; // a city of several hexes
      const words = far ? first : place.name.length > 24 ? `${place.name.slice(0, 23)}…` : place.name;
      const width = wordsWidth(c, words, height, weight), { left, width: whole } = this.grid;
      const x = Math.min(left + whole - width / 2 - 0.1, Math.max(left + width / 2 + 0.1, this.grid.x[place.hex]));
      const box = freeBox(taken, x, this.grid.y[place.hex], width, height);
      if (box) taken.push({ ...box, words, first, weight, hex: place.hex });
    }
    return taken;
  }

  /**
   * Hexsides between the sides: the front, as pairs of hex and direction. Hexes that a side still controls behind
   * the other's front, with no unit there, have no front around them.
   */
  front(control, occupied) {
    // Where nobody has been yet, a hex is its side's behind whose line it lies.
    const home = this.doc.map.home || [];
    const area = Array.from(control, (side, hex) => (side >= 0 ? side : home[hex] ?? -1));
    const held = this.heldAreas(area, occupied);
    const edges = [];
    for (let hex = 0; hex < this.grid.count; hex += 1) {
      for (const direction of [0, 1, 2]) {
        const other = this.grid.neighbour(hex, direction);
        if (other >= 0 && held[hex] && held[other] && area[hex] !== area[other]) edges.push([hex, direction]);
      }
    }
    return edges;
  }

  /** By hex: whether it is land in a connected area of its side that has units, or is the side's largest. */
  heldAreas(control, occupied) {
    const seen = new Uint8Array(this.grid.count), held = new Uint8Array(this.grid.count), areas = [];
    for (let start = 0; start < this.grid.count; start += 1) {
      if (seen[start] || !this.isLand[start]) continue;
      const area = [start];
      seen[start] = 1;
      for (const hex of area) {
        for (const other of this.grid.near[hex]) {
          if (other < 0 || seen[other] || !this.isLand[other] || control[other] !== control[start]) continue;
          seen[other] = 1;
          area.push(other);
        }
      }
      areas.push(area);
    }
    const largest = new Map();
    for (const area of areas) if (area.length > (largest.get(control[area[0]]) || []).length) largest.set(control[area[0]], area);
    for (const area of areas) {
      if (area === largest.get(control[area[0]]) || area.some((hex) => occupied.has(hex))) for (const hex of area) held[hex] = 1;
    }
    return held;
  }
}

/** Height of letters in hex widths: they grow with the map, but are never too small to read nor needlessly large. */
function letters(scale, height, least, most = 16) {
  return Math.min(Math.max(height, least / scale), most / scale);
}

function styleOf(kind) {
  const [colour, width] = SIDE_STYLES[kind] || ["#666666", 0.07];
  return { colour, width, dash: SIDE_STYLES[kind] ? [] : [0.12, 0.12] };
}

/** Lines differ by their dashes. */
function lineDash(at) {
  return [[0.26, 0.2], [0.01, 0.17], [0.3, 0.17, 0.01, 0.17]][at % 3];
}

/** A flat list as pairs. */
function pairs(list) {
  const out = [];
  eachPair(list, (a, b) => out.push([a, b]));
  return out;
}

/** First place around a hex where a name overlaps no other: below, above, beside. */
function freeBox(taken, x, y, width, height) {
  for (const [dx, dy] of [[0, 0.44], [0, -0.42], [0.42 + width / 2, 0], [-0.42 - width / 2, 0]]) {
    const box = { x: x + dx, y: y + dy, w: width * 1.05, h: height };
    const free = taken.every((other) => Math.abs(other.x - box.x) * 2 > other.w + box.w || Math.abs(other.y - box.y) * 2 > other.h + box.h);
    if (free) return box;
  }
  return null;
}

/** The sign of what a hex means in the game, around 0, 0; `corners` are those of the hexes of the map. */
function drawMark(c, kind, colour, look, scale, corners = CORNERS) {
  c.lineJoin = "round";
  c.lineWidth = Math.max(0.06, 1 / scale);
  const ring = (size, ink, dash = []) => {
    c.beginPath();
    corners.forEach(([x, y], corner) => c[corner ? "lineTo" : "moveTo"](x * size, y * size));
    c.closePath();
    c.setLineDash(dash);
    c.strokeStyle = ink;
    c.stroke();
    c.setLineDash([]);
  };
  if (kind === "victory") {
    c.translate(-0.3, -0.3);
    c.beginPath();
    for (let at = 0; at < 10; at += 1) {
      const far = at % 2 ? 0.09 : 0.21, turn = (at * Math.PI) / 5;
      c.lineTo(Math.sin(turn) * far, -Math.cos(turn) * far);
    }
    c.closePath();
    c.fillStyle = look.victory;
    c.strokeStyle = look.halo;
    c.lineWidth = 0.07;
    c.stroke();
    c.fill();
  } else if (kind === "source") {
    c.translate(0.3, -0.28);
    c.rotate(Math.PI / 4);
    c.fillStyle = colour || look.ink;
    c.strokeStyle = look.halo;
    c.lineWidth = 0.05;
    c.fillRect(-0.12, -0.12, 0.24, 0.24);
    c.strokeRect(-0.12, -0.12, 0.24, 0.24);
  } else if (kind === "danger") ring(0.86, look.danger, [0.18, 0.1]);
  else if (kind === "works") ring(0.74, look.works);
  else ring(0.92, colour || look.muted, [0.06, 0.1]);
}
