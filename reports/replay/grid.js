// Where hexes lie, one hex width across; x grows east, y south. A replay tells of pointy-top hexes; a map of flat-topped
// ones is told turned by a quarter: what lies north there lies east on the page.

const ROW_HEIGHT = Math.sqrt(3) / 2;
/** Corners from the north, clockwise; side d joins corners d and d + 1. */
const CORNERS = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]].map(([x, y]) => [x * 0.5, (y * ROW_HEIGHT) / 3]);
/** Steps to the neighbours north-east, east, ... clockwise, in half widths and rows. */
const STEPS = [[1, -1], [2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1]];

class Grid {
  constructor(map) {
    this.map = map;
    this.count = map.number.length;
    const turn = ([x, y]) => (map.flat ? [-y, x] : [x, y]);
    const centres = map.number.map((_, hex) => turn([map.x[hex] * 0.5, map.y[hex] * ROW_HEIGHT]));
    this.corners = CORNERS.map(turn);
    this.x = centres.map(([x]) => x);
    this.y = centres.map(([, y]) => y);
    this.at = new Map(map.number.map((_, hex) => [`${map.x[hex]},${map.y[hex]}`, hex]));
    this.near = map.number.map((_, hex) => STEPS.map(([x, y]) => this.at.get(`${map.x[hex] + x},${map.y[hex] + y}`) ?? -1));
    this.left = Math.min(...this.x) - 0.8;
    this.top = Math.min(...this.y) - 0.8;
    this.width = Math.max(...this.x) + 0.8 - this.left;
    this.height = Math.max(...this.y) + 0.8 - this.top;
  }

  /** The neighbour in a direction; -1 if there is none. */
  neighbour(hex, direction) {
    return this.near[hex][direction] ?? -1;
  }

  /** The hex at a point of the map; -1 beside the map. */
  hexAt(x, y) {
    let best = -1, least = 0.36;
    const [across, down] = this.map.flat ? [y, -x] : [x, y];
    const row = Math.round(down / ROW_HEIGHT);
    for (const r of [row - 1, row, row + 1]) {
      const half = Math.round(across * 2);
      for (const h of [half - 1, half, half + 1]) {
        const hex = this.at.get(`${h},${r}`);
        if (hex === undefined) continue;
        const far = (this.x[hex] - x) ** 2 + (this.y[hex] - y) ** 2;
        if (far < least) [best, least] = [hex, far];
      }
    }
    return best;
  }

  /** A test for hexes that lie in a part of the map or touch it. */
  within({ x, y, width, height }) {
    return (hex) => this.x[hex] > x - 2 && this.y[hex] > y - 2 && this.x[hex] < x + width + 2 && this.y[hex] < y + height + 2;
  }

  /** The two ends of a hexside. */
  side(hex, direction) {
    return [direction, (direction + 1) % 6].map((corner) => [this.x[hex] + this.corners[corner][0], this.y[hex] + this.corners[corner][1]]);
  }

  /** Add the outline of a hex, a little smaller or not, to a path. */
  outline(path, hex, size = 1) {
    this.corners.forEach(([x, y], corner) => {
      path[corner ? "lineTo" : "moveTo"](this.x[hex] + x * size, this.y[hex] + y * size);
    });
    path.closePath();
  }

  /** One path with many hexes. */
  area(hexes, size = 1) {
    const path = new Path2D();
    for (const hex of hexes) this.outline(path, hex, size);
    return path;
  }

  /** Hexsides as one path, joined end to end and rounded, so that a river runs on instead of breaking at each hex. */
  course(edges) {
    const path = new Path2D();
    for (const chain of chainsOf(edges.map(([hex, direction]) => this.side(hex, direction)))) round(path, chain);
    return path;
  }

  /** Steps from hex to hex as one path, such as a railroad that leads from centre to centre. */
  ways(steps) {
    const path = new Path2D();
    const ends = ([hex, direction]) => [hex, this.neighbour(hex, direction)].map((at) => [this.x[at], this.y[at]]);
    for (const chain of chainsOf(steps.filter(([hex, direction]) => this.neighbour(hex, direction) >= 0).map(ends))) round(path, chain);
    return path;
  }

  /** Hexsides around a set of hexes, as pairs of hex and direction. */
  border(hexes) {
    const inside = new Set(hexes);
    return hexes.flatMap((hex) => STEPS.map((_, direction) => [hex, direction]))
      .filter(([hex, direction]) => !inside.has(this.neighbour(hex, direction)));
  }
}

/** Join lines that share an end, unless three or more meet there. */
function chainsOf(lines) {
  const key = ([x, y]) => `${Math.round(x * 100)},${Math.round(y * 100)}`;
  const meeting = new Map();
  lines.forEach((line, at) => {
    for (const end of line) meeting.set(key(end), [...(meeting.get(key(end)) || []), at]);
  });
  const used = new Set();
  const grow = (chain) => {
    for (;;) {
      const end = key(chain[chain.length - 1]), there = meeting.get(end);
      const next = there.length === 2 ? there.find((at) => !used.has(at)) : undefined;
      if (next === undefined) return chain;
      used.add(next);
      chain.push(key(lines[next][0]) === end ? lines[next][1] : lines[next][0]);
    }
  };
  return lines.flatMap((line, at) => {
    if (used.has(at)) return [];
    used.add(at);
    const forward = grow([...line]);
    return [grow(forward.reverse())];
  });
}

/** Add a chain of points to a path with its bends rounded. */
function round(path, points) {
  const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  path.moveTo(...points[0]);
  for (let at = 1; at < points.length - 1; at += 1) {
    path.quadraticCurveTo(...points[at], ...middle(points[at], points[at + 1]));
  }
  path.lineTo(...points[points.length - 1]);
}
