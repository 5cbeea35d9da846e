// The legend: what stands for what, taken from the document.

function swatch(draw, width = 34, height = 26) {
  const image = make("canvas", { class: "swatch", "aria-hidden": "true" });
  Object.assign(image, { width: width * 2, height: height * 2 });
  Object.assign(image.style, { width: `${width}px`, height: `${height}px` });
  const c = image.getContext("2d");
  c.scale(2, 2);
  draw(c, width, height);
  return image;
}

function entries(title, list) {
  if (!list.length) return [];
  return [make("h3", {}, title), make("ul", {}, ...list.map(([image, words]) => make("li", {}, image, name(words))))];
}

function lineSwatch(colour, width, dash = []) {
  return swatch((c, w, h) => {
    c.strokeStyle = colour;
    c.lineWidth = Math.max(1.5, width * 30);
    c.lineCap = "round";
    c.setLineDash(dash);
    c.beginPath();
    c.moveTo(4, h / 2);
    c.lineTo(w - 4, h / 2);
    c.stroke();
  });
}

function areaSwatch(colour) {
  return swatch((c, w, h) => {
    c.fillStyle = colour;
    c.fillRect(1, 1, w - 2, h - 2);
  });
}

function markSwatch(kind, colour, look) {
  return swatch((c, w, h) => {
    c.translate(w / 2, h / 2);
    const small = { victory: [0.3, 0.3], source: [-0.3, 0.28] }[kind];
    c.scale(small ? 44 : 22, small ? 44 : 22);
    if (small) c.translate(...small);
    drawMark(c, kind, colour, look, 22);
  });
}

function armSwatch(unit, colour) {
  return swatch((c, w, h) => {
    c.fillStyle = colour;
    c.fillRect(0, 0, w, h);
    drawSymbol(c, ARMS[unit.symbol] || [String(unit.symbol).slice(0, 3).toUpperCase()], 7, 5, 20, 13, colour);
  });
}

function fillLegend(doc, look, colours) {
  const { map } = doc;
  const arms = new Map(doc.units.map((unit) => [`${unit.symbol} ${unit.kind_name}`, unit]));
  const used = new Set(map.terrain);
  byId("legend-sheet").replaceChildren(
    make("p", {}, "From afar, a counter shows the colour of its side, its arm, and a bar: the longer, the stronger."),
    make("p", {}, "Close up, it shows name, size, arm, steps (points at the right, hollow ones lost) and attack-defense-movement. A band across it: reduced. A red mark: out of supply. A figure in a circle: units in the pile. “?”: known only in battle."),
    ...conditionLines(doc.words),
    ...entries("Nations", doc.nations.map((nation) => [areaSwatch(nation.colour), nation.name])),
    ...entries("Arms", [...arms.values()].map((unit) => [armSwatch(unit, doc.nations[unit.nation].colour), unit.kind_name])),
    ...entries("Terrain", map.terrains.flatMap((terrain, at) => (used.has(at) ? [[areaSwatch(look.ground(colours[terrain.key] || UNKNOWN_GROUND)), terrain.name]] : []))),
    ...entries("Hexsides", map.hexsides.map(({ kind, name: words }) => {
      const { colour, width, dash } = styleOf(kind);
      return [lineSwatch(look.feature(colour), width, dash.map((part) => part * 30)), words];
    })),
    ...entries("Lines", [...(map.lines || []).map((line, at) => [lineSwatch(look.startLine, 0.08, lineDash(at).map((part) => part * 26)), line.name]), [lineSwatch(look.front, 0.08), "Front: between hexes the sides control"]]),
    ...entries("Roles of hexes", map.marks.map((mark) => [markSwatch(mark.kind, mark.side >= 0 ? look.side(mark.side) : "", look), withRule(mark.name, mark.rule)])),
    make("p", { class: "note" }, "Arrows: moves; dashed: retreats; a broad arrow between hexes: an attack. Units that went the same way share an arrow."),
    make("h3", {}, "This game"), facts(playedFacts(doc)),
  );
}

/** What the letters on counters stand for. */
function conditionLines({ marks, condition }) {
  const used = (marks || []).flatMap((mark, at) => (mark ? [`${mark}: ${condition[at]}`] : []));
  return used.length ? [make("p", {}, name(`On a counter, ${used.join("; ")}.`))] : [];
}

/** All that is needed to play this game again. */
function playedFacts({ played, sides }) {
  const changes = Object.entries(played.changes || {}).map(([key, change]) => `${key}: ${change}`);
  return [
    ...sides.map((side) => [side.name, played[side.key] ?? "unknown"]),
    ["Variant", played.variant], ...changes.map((change) => ["Changed rule", change]),
    ["Seed", played.seed], ["Set-up seed", played.set_up], ["Version", played.version],
    ["Study", played.study === null ? "none, played for this page" : `${played.study}, game ${played.game_id}`],
    ["Agrees with it", played.checked ? "yes, to the last die" : "not compared"],
    ["Again by", played.command],
  ];
}
