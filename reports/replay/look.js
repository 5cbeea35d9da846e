// Colours of the canvas by day and by night; the page itself takes them from the style sheet.

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

function channels(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/** Mix two colours written #rrggbb; amount 0 gives the first. */
function mix(colour, other, amount) {
  const to = channels(other);
  return `#${channels(colour).map((part, at) => Math.round(part + (to[at] - part) * amount).toString(16).padStart(2, "0")).join("")}`;
}

/** Perceived brightness, 0 to 1. */
function brightness(colour) {
  const [r, g, b] = channels(colour).map((part) => (part / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function inkOn(colour) {
  return brightness(colour) > 0.24 ? "#15191e" : "#ffffff";
}

/** With transparency, 0 to 1. */
function veil(colour, opacity) {
  return colour + Math.round(opacity * 255).toString(16).padStart(2, "0");
}

function lookOf(doc, dark) {
  const sides = doc.sides.map((side) => (dark ? mix(side.colour, "#ffffff", 0.25) : side.colour));
  return {
    dark,
    paper: dark ? "#12161b" : "#ffffff",
    table: dark ? "#12161b" : "#e8e6df",
    ink: dark ? "#f1f1ee" : "#1c232b",
    muted: dark ? "#9aa4ae" : "#5f6b76",
    halo: dark ? "#12161bdd" : "#ffffffdd",
    hexLine: dark ? "#ffffff26" : "#7d766440",
    hexNumber: dark ? "#ffffff88" : "#5b5546aa",
    place: dark ? "#d8d2c4" : "#2b2b2b",
    startLine: dark ? "#ffffff99" : "#6d665499",
    victory: dark ? "#ffce3d" : "#d9480f",
    danger: dark ? "#ff7a90" : "#b00030",
    works: dark ? "#d8ac6a" : "#6b4a1e",
    warning: dark ? "#ff5d5d" : "#c40025",
    front: dark ? "#ffffff" : "#20262d",
    reach: dark ? "#ffd75e" : "#f2b100",
    ground: (colour) => (dark ? mix(colour, "#0d1116", 0.62) : colour),
    feature: (colour) => (dark ? mix(colour, "#7fb4e6", 0.3) : colour),
    arrow: (side) => mix(sides[side] ?? "#5f6b76", dark ? "#ffffff" : "#000000", dark ? 0.2 : 0.3),
    side: (side) => sides[side] ?? (dark ? "#9aa4ae" : "#5f6b76"),
  };
}
