// The chances to win under the points: a curve by game turn, and links to the turns that moved it most.

const CHANCES_HEIGHT = 34;
const MOST_HAPPENINGS = 6; // told of a turning point

const asPercent = (share) => (share > 0 && share < 0.005 ? "<1%" : share < 1 && share > 0.995 ? ">99%" : `${Math.round(100 * share)}%`);

/** The curve and what moves its mark; nothing where the document has no chances. */
function makeChances(app) {
  const { doc } = app, { chances } = doc;
  if (!chances) return () => {};
  const last = Math.max(1, doc.frames.length - 1), places = chances.curve.map((_, turn) => frameOfChance(doc, turn));
  const y = (share) => CHANCES_HEIGHT * (1 - share);
  const drawing = shape("svg", { viewBox: `0 0 ${last} ${CHANCES_HEIGHT}`, preserveAspectRatio: "none", role: "img" });
  drawing.setAttribute("aria-label", `Chance to win by game turn: ${chances.curve.map((_, turn) => turnChances(doc, turn)).join("; ")}`);
  // The first side from below, the second from above, a draw between them.
  const edge = (share) => [...places.map((at, turn) => [at, y(share(chances.curve[turn]))]), [last, y(share(chances.curve[places.length - 1]))]];
  const area = (edges, colour, side) => drawing.append(shape("polygon", { points: edges.map((point) => point.join()).join(" "), fill: colour, class: side }));
  area([[0, 0], [last, 0], [last, CHANCES_HEIGHT], [0, CHANCES_HEIGHT]], "#9a9a9a", "draw");
  area([[0, CHANCES_HEIGHT], ...edge(([own]) => own), [last, CHANCES_HEIGHT]], doc.sides[0].colour, "first");
  area([[0, 0], ...edge(([own, drawn]) => own + drawn), [last, 0]], doc.sides[1].colour, "second");
  drawing.append(shape("line", { x1: 0, x2: last, y1: y(0.5), y2: y(0.5), class: "half" }));
  for (const { turn } of chances.turning) drawing.append(shape("line", { x1: places[turn], x2: places[turn], y1: 0, y2: CHANCES_HEIGHT, class: "turned" }));
  const mark = shape("line", { y1: 0, y2: CHANCES_HEIGHT, class: "mark" });
  drawing.append(mark);
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    app.clock.go(((event.clientX - box.left) / box.width) * last);
  });
  const now = make("span", {}), go = (turn) => app.clock.go(doc.frames.findIndex((frame) => frame.turn === turn));
  const links = chances.turning.map(({ turn }) => button(`turn ${turn}`, () => go(turn), { class: "link", title: changeWords(doc, turn) }));
  byId("chances").hidden = false;
  byId("chances").append(
    make("div", { class: "drawing" }, drawing),
    make("p", { class: "points", title: chances.note }, now, ...(links.length ? ["; moved most in ", ...links.flatMap((link, at) => (at ? [", ", link] : [link]))] : [])),
  );
  byId("turning").hidden = false;
  byId("turning-points").append(...chances.turning.flatMap((point) => turningPoint(app, point, go)), ...(links.length ? [] : [make("p", { class: "note" }, "No turn moved the chances much.")]), make("p", { class: "note" }, name(chances.note)));
  return (at) => {
    mark.setAttribute("x1", String(at));
    mark.setAttribute("x2", String(at));
    now.textContent = turnChances(doc, places.findLastIndex((place) => place <= at));
  };
}

/** Frame that ends a game turn; the first one of the game for the set-up, its last for its end. */
function frameOfChance(doc, turn) {
  if (turn === 0) return 0;
  if (turn === doc.chances.curve.length - 1 && doc.outcome.turn === turn) return doc.frames.length - 1;
  return doc.frames.findLastIndex((frame) => frame.turn === turn);
}

/** "Chance to win after turn 4: Red 41%, Blue 59%" */
function turnChances(doc, turn) {
  const [own, drawn, other] = doc.chances.curve[turn], [first, second] = doc.sides;
  const when = turn ? `after turn ${turn}` : "at the start";
  return `Chance to win ${when}: ${first.name} ${asPercent(own)}, ${second.name} ${asPercent(other)}${drawn ? `, draw ${asPercent(drawn)}` : ""}`;
}

/** Side that gained in a turn. */
function gainerOf(doc, turn) {
  const { curve } = doc.chances, gain = (side) => curve[turn][2 * side] - curve[turn - 1][2 * side];
  return gain(1) > gain(0) ? 1 : 0;
}

/** "Game turn 5: Blue 38% to 59%", of the side that gained. */
function changeWords(doc, turn) {
  const { curve } = doc.chances, side = gainerOf(doc, turn);
  return `Game turn ${turn}: ${doc.sides[side].name} ${asPercent(curve[turn - 1][2 * side])} to ${asPercent(curve[turn][2 * side])}`;
}

/** A turning point: a link to its turn, what speaks for the side that gained, links to what it took. */
function turningPoint(app, { turn, why }, go) {
  const { doc } = app, { groups, curve } = doc.chances, gainer = gainerOf(doc, turn);
  const ended = turn === curve.length - 1 && doc.outcome.turn === turn ? [doc.outcome.words] : [];
  const taken = doc.frames.flatMap((frame, at) => (frame.turn === turn ? frame.log.filter((item) => item.k === "event" && item.side === gainer && groups.includes(groupOf(doc, item).key)).map((item) => ({ at, item })) : []));
  const lines = [...ended, ...why].map((words) => make("li", { class: "note" }, name(words)));
  lines.push(...taken.slice(0, MOST_HAPPENINGS).map(({ at, item }) => make("li", {}, button(name(item.words), () => app.showHappening(at, item), { class: "line" }))));
  if (taken.length > MOST_HAPPENINGS) lines.push(make("li", { class: "note" }, `and ${taken.length - MOST_HAPPENINGS} more, in the log of the turn`));
  return [make("h3", {}, button(name(changeWords(doc, turn)), () => go(turn), { class: "link" })), make("ol", {}, ...lines)];
}
