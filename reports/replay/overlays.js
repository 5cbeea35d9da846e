// What lies over the printed map in a frame: control, front, supply, reach, moves, attacks, battles.
// All is drawn in hex widths; `scene` says what to show, see scene.js.

function drawControl(c, scene) {
  const { doc, grid, ground, state, look } = scene;
  doc.sides.forEach((_, side) => {
    const held = [...state.control.keys()].filter((hex) => ground.isLand[hex] && state.control[hex] === side);
    c.fillStyle = veil(look.side(side), look.dark ? 0.24 : 0.2);
    c.fill(grid.area(held));
  });
}

/** Works that still stand. */
function drawWorks(c, scene) {
  for (const mark of scene.doc.map.marks) {
    if (mark.kind !== "works") continue;
    const standing = scene.state.works ? mark.hexes.filter((hex) => scene.state.works.includes(hex)) : mark.hexes;
    scene.ground.drawMarkIn(c, mark, standing, scene.look, scene.scale);
  }
}

function drawFront(c, scene) {
  const path = scene.grid.course(scene.ground.front(scene.state.control, scene.piles));
  c.lineCap = c.lineJoin = "round";
  c.strokeStyle = scene.look.halo;
  c.lineWidth = Math.max(0.16, 3.6 / scene.scale);
  c.stroke(path);
  c.strokeStyle = scene.look.front;
  c.lineWidth = Math.max(0.075, 1.7 / scene.scale);
  c.stroke(path);
}

/** Hexes in supply by side, the lines of its units, sources that work and such as are cut off. */
function drawSupply(c, scene) {
  const { doc, grid, state, look } = scene;
  doc.sides.forEach((_, side) => {
    const covered = readRuns(state.supplied[side] || "");
    const path = grid.area(covered);
    c.fillStyle = veil(look.side(side), 0.13);
    c.fill(path);
    c.strokeStyle = veil(look.side(side), 0.85);
    c.setLineDash([0.12, 0.12]);
    c.lineWidth = Math.max(0.05, 1.2 / scene.scale);
    c.stroke(grid.course(grid.border(covered)));
    c.setLineDash([]);
  });
  const sideAt = new Map([...scene.piles].map(([hex, pile]) => [hex, doc.units[pile[0]].side]));
  c.lineWidth = Math.max(0.05, 1.2 / scene.scale);
  eachPair(state.lines, (hex, directions) => {
    c.strokeStyle = veil(look.side(sideAt.get(hex) ?? -1), 0.75);
    c.beginPath();
    c.moveTo(grid.x[hex], grid.y[hex]);
    for (const direction of directions) {
      hex = grid.neighbour(hex, Number(direction));
      if (hex < 0) break;
      c.lineTo(grid.x[hex], grid.y[hex]);
    }
    c.stroke();
  });
  for (const [list, cut] of [[state.sources, false], [state.cut_off, true]]) {
    list.forEach((hexes, side) => hexes.forEach((hex) => drawSource(c, scene, hex, side, cut)));
  }
}

/** A source that works is a full diamond, one that is cut off a crossed hollow one. */
function drawSource(c, scene, hex, side, cut) {
  const r = Math.max(0.2, 4 / scene.scale), x = scene.grid.x[hex], y = scene.grid.y[hex];
  c.beginPath();
  for (const [dx, dy] of [[0, -r], [r, 0], [0, r], [-r, 0]]) c.lineTo(x + dx, y + dy);
  c.closePath();
  c.lineWidth = Math.max(0.05, 1.3 / scene.scale);
  c.fillStyle = cut ? scene.look.paper : scene.look.side(side);
  c.strokeStyle = cut ? scene.look.warning : scene.look.paper;
  c.fill();
  c.stroke();
  if (!cut) return;
  c.beginPath();
  c.moveTo(x - r, y - r);
  c.lineTo(x + r, y + r);
  c.stroke();
}

/** A marker on the map, such as supply from the air, with the hexes within its radius. */
function drawMarker(c, scene, marker) {
  if (marker.hex < 0) return;
  const x = scene.grid.x[marker.hex], y = scene.grid.y[marker.hex], colour = scene.look.side(marker.side);
  c.strokeStyle = colour;
  c.lineWidth = Math.max(0.07, 1.6 / scene.scale);
  c.setLineDash([0.2, 0.14]);
  c.beginPath();
  c.arc(x, y, Math.max(0.5, marker.radius || 0), 0, 7);
  c.stroke();
  c.setLineDash([]);
  if (scene.scale >= NAMES_FROM) write(c, marker.name, x, y - 0.62, letters(scene.scale, 0.2, 9), { ink: colour, halo: scene.look.halo });
}

function drawReach(c, scene) {
  const hexes = scene.reach;
  if (!hexes.length) return;
  c.fillStyle = veil(scene.look.reach, 0.4);
  c.fill(scene.grid.area(hexes));
  c.strokeStyle = scene.look.reach;
  c.lineWidth = Math.max(0.1, 2 / scene.scale);
  c.stroke(scene.grid.course(scene.grid.border(hexes)));
}

function drawChosenHex(c, scene) {
  c.strokeStyle = scene.look.reach;
  c.lineWidth = Math.max(0.07, 2 / scene.scale);
  c.stroke(scene.grid.area([scene.selectedHex], 0.96));
}

/** Moves of a frame as arrows: units that went the same way share one, the more the broader. */
function arrowsOf(doc, frame) {
  const arrows = new Map();
  for (const item of frame.log) {
    if (!["move", "retreat", "advance"].includes(item.k)) continue;
    const path = onMap(item.path);
    if (path.length < 2) continue;
    const key = `${item.k} ${path.join(",")}`;
    if (!arrows.has(key)) arrows.set(key, { path, kind: item.k, side: doc.units[item.unit].side, units: [] });
    arrows.get(key).units.push(item.unit);
  }
  return [...arrows.values()];
}

function drawArrows(c, scene) {
  const shown = scene.arrows.filter((arrow) => arrow.path.some(scene.sees)).map((arrow) => ({ ...arrow, ...arrowShape(scene, arrow) }));
  // All edges lie below all arrows: where two cross, neither is cut.
  for (const arrow of shown) drawArrow(c, scene, arrow, true);
  for (const arrow of shown) drawArrow(c, scene, arrow, false);
}

/** Line, head and width of an arrow: the more units, the broader. */
function arrowShape(scene, { path: hexes, units }) {
  const width = Math.max(0.07, 1.4 / scene.scale) * Math.min(1.8, 0.8 + units.length * 0.2);
  const size = Math.max(0.17, width * 2.2);
  const points = hexes.map((hex) => [scene.grid.x[hex], scene.grid.y[hex]]);
  const [tip, neck, angle] = arrowEnd(points, size, scene.counter);
  points[points.length - 1] = neck;
  const line = new Path2D();
  round(line, points);
  return { line, width, head: { tip, angle, size } };
}

function drawArrow(c, scene, { kind, side, units, line, width, head }, isEdge) {
  const { look, selectedUnit, selectedBattle } = scene;
  const dimmed = selectedBattle >= 0 || (selectedUnit >= 0 && !units.includes(selectedUnit));
  c.save();
  c.globalAlpha = dimmed ? 0.3 : 0.85;
  c.lineCap = c.lineJoin = "round";
  c.setLineDash(kind === "retreat" && !isEdge ? [0.12, 0.2] : []);
  c.strokeStyle = c.fillStyle = isEdge ? look.halo : kind === "retreat" ? look.muted : look.arrow(side);
  c.lineWidth = isEdge ? width + 0.09 : width;
  c.stroke(line);
  c.setLineDash([]);
  fillHead(c, head.tip, head.angle, isEdge ? head.size + 0.13 : head.size);
  c.restore();
}

/** Tip, neck and angle of the head of an arrow, which stops at the counter in its last hex. */
function arrowEnd(points, head, side) {
  const [x, y] = points[points.length - 1], before = points[points.length - 2];
  const angle = Math.atan2(y - before[1], x - before[0]);
  const back = (far) => [x - Math.cos(angle) * far, y - Math.sin(angle) * far];
  const stop = side / 2 / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))) + 0.02;
  return [back(stop), back(stop + head), angle];
}

function fillHead(c, tip, angle, size) {
  c.beginPath();
  c.moveTo(...tip);
  for (const turn of [2.6, -2.6]) c.lineTo(tip[0] + Math.cos(angle + turn) * size * 1.25, tip[1] + Math.sin(angle + turn) * size * 1.25);
  c.closePath();
  c.fill();
}

/** Attacks: a short broad arrow from each hex attacked from, and the odds on a label over the defender. */
function drawAttacks(c, scene) {
  const { grid, look, battles } = scene;
  for (const battle of battles) {
    const chosen = scene.selectedBattle === battle.n;
    const from = new Set(battle.attackers.filter((_, at) => at % 2 === 1));
    c.fillStyle = c.strokeStyle = chosen ? look.warning : look.side(battle.attacker);
    for (const hex of from) {
      for (const target of hexesOf(battle)) if (hex >= 0 && hex !== target) attackArrow(c, scene, hex, target, chosen);
    }
    if (!chosen) continue;
    c.strokeStyle = look.warning;
    c.lineWidth = Math.max(0.1, 2.5 / scene.scale);
    c.stroke(grid.area(hexesOf(battle), 0.95));
  }
}

function attackArrow(c, scene, from, to, chosen) {
  const { grid, look } = scene;
  const a = [grid.x[from], grid.y[from]], b = [grid.x[to], grid.y[to]];
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]), far = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const point = (along, aside) => [
    a[0] + Math.cos(angle) * along - Math.sin(angle) * aside, a[1] + Math.sin(angle) * along + Math.cos(angle) * aside,
  ];
  const wide = chosen ? 0.13 : 0.1, end = far - 0.28;
  c.beginPath();
  for (const [along, aside] of [[0.3, -wide * 0.6], [end - 0.22, -wide], [end - 0.22, -wide * 2.2], [end, 0],
    [end - 0.22, wide * 2.2], [end - 0.22, wide], [0.3, wide * 0.6]]) c.lineTo(...point(along, aside));
  c.closePath();
  const fill = c.fillStyle;
  c.strokeStyle = look.halo;
  c.lineWidth = 0.06;
  c.stroke();
  c.fillStyle = fill;
  c.fill();
}

/** Odds and result over each battle; small ones become a point while the map is seen from far. */
function drawBattleLabels(c, scene) {
  for (const battle of scene.battles) {
    const x = scene.grid.x[battle.hex], y = scene.grid.y[battle.hex];
    const chosen = scene.selectedBattle === battle.n;
    const ink = chosen ? scene.look.warning : scene.look.side(battle.attacker);
    if (scene.scale < 30) {
      c.beginPath();
      c.arc(x, y, Math.max(0.16, 3.2 / scene.scale), 0, 7);
      c.fillStyle = ink;
      c.strokeStyle = scene.look.paper;
      c.lineWidth = Math.max(0.07, 1.4 / scene.scale);
      c.stroke();
      c.fill();
      continue;
    }
    const words = fought(battle) ? `${battle.final} ${battle.result}` : "no battle";
    const height = letters(scene.scale, 0.18, 10, 15), width = wordsWidth(c, words, height, 700) + height * 0.8;
    c.beginPath();
    c.roundRect(x - width / 2, y - 0.46 - height * 0.7, width, height * 1.4, height * 0.5);
    c.fillStyle = ink;
    c.strokeStyle = scene.look.paper;
    c.lineWidth = 0.04;
    c.fill();
    c.stroke();
    write(c, words, x, y - 0.46, height, { ink: inkOn(ink), weight: "700" });
  }
}
