// The points of the game under the slider, with the turns and the present position.

const SVG = "http://www.w3.org/2000/svg";
const CHART_HEIGHT = 44;
const PART = "of which "; // begins the name of points that are part of others

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** The chart and what moves its mark. */
function makeChart(doc, pick) {
  const last = Math.max(1, doc.frames.length - 1), { title } = doc;
  const points = doc.states.map((state) => state.points[0] ?? 0);
  const wanted = title.points_to_win > 0 ? title.points_to_win : 0;
  const high = Math.max(wanted, ...points, 1) + 0.6, low = Math.min(0, ...points) - 0.4;
  const y = (value) => CHART_HEIGHT - ((value - low) / (high - low)) * CHART_HEIGHT;
  const drawing = shape("svg", { viewBox: `0 0 ${last} ${CHART_HEIGHT}`, preserveAspectRatio: "none", role: "img" });
  drawing.setAttribute("aria-label", `${title.points} by phase: from ${points[0]} to ${points[points.length - 1]}${wanted ? `, ${wanted} win` : ""}`);
  turnStarts(doc).forEach(({ at }) => drawing.append(shape("line", { x1: at, x2: at, y1: 0, y2: CHART_HEIGHT, class: "turn" })));
  drawing.append(shape("line", { x1: 0, x2: last, y1: y(0), y2: y(0), class: "zero" }));
  if (wanted) drawing.append(shape("line", { x1: 0, x2: last, y1: y(wanted), y2: y(wanted), class: "wanted" }));
  const curve = points.map((value, at) => `${at ? `H${at}` : "M0,"}${at ? "V" : ""}${y(value)}`).join("");
  drawing.append(shape("path", { d: curve, class: "curve" }));
  const mark = shape("line", { y1: 0, y2: CHART_HEIGHT, class: "mark" });
  drawing.append(mark);
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    pick(((event.clientX - box.left) / box.width) * last);
  });
  const now = make("p", { class: "points" });
  const turns = make("div", { class: "turns", "aria-hidden": "true" }, ...turnStarts(doc).map(({ at, turn }) => {
    const tick = make("span", {}, String(turn));
    tick.style.left = `${(100 * at) / last}%`;
    return tick;
  }));
  const values = [...new Set([Math.min(0, ...points), 0, wanted, Math.max(...points)])].filter((value, _, all) => value === wanted || all.every((other) => other === value || Math.abs(y(other) - y(value)) > 12 || other < value));
  const scale = make("div", { class: "scale", "aria-hidden": "true" }, ...values.map((value) => {
    const tick = make("span", {}, String(value));
    tick.style.top = `${(100 * y(value)) / CHART_HEIGHT}%`;
    return tick;
  }));
  byId("chart").append(make("div", { class: "drawing" }, drawing, scale, turns), now);
  return (at) => {
    mark.setAttribute("x1", String(at));
    mark.setAttribute("x2", String(at));
    now.textContent = now.title = pointsWords(doc, doc.states[at]);
  };
}

/** First frame of each game turn. */
function turnStarts(doc) {
  return doc.frames.flatMap(({ turn }, at) => (turn > 0 && (at === 0 || doc.frames[at - 1].turn !== turn) ? [{ at, turn }] : []));
}

/** "VP 3 of 7 to win (of which 2 for hexes and 1 in awards)", "net VP 10 (Red 9, Blue 4, handicap +5)" */
function pointsWords(doc, state) {
  const { points_short: short, points_to_win: wanted, handicap } = doc.title;
  const [total, ...parts] = state.points;
  if (total === undefined) return "";
  const named = parts.map((value, at) => {
    const { name } = doc.words.points[at + 1] || { name: "" };
    return name.startsWith(PART) ? `${PART}${value} ${name.slice(PART.length)}` : `${name} ${value}`;
  });
  // A second part of the same whole is joined to the first.
  const told = named.map((words, at) => (at && [words, named[at - 1]].every((one) => one.startsWith(PART)) ? ` and ${words.slice(PART.length)}` : `${at ? ", " : ""}${words}`));
  if (told.length && handicap) told.push(`, handicap ${handicap < 0 ? "+" : ""}${-handicap}`);
  return `${short} ${total}${wanted > 0 ? ` of ${wanted} to win` : ""}${told.length ? ` (${told.join("")})` : ""}`;
}
