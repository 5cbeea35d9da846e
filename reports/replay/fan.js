// A pile spread out beside its hex, so that each of its counters can be read and picked.

const FAN_COUNTER = 52; // pixels
const FAN_ROW = 5; // counters in a row
const FAN_GAP = 5;

/** Places of the counters of a fanned pile in the window: upper left corner of each. */
function layFan(board, scene, hex) {
  const pile = hex >= 0 ? scene.piles.get(hex) : undefined;
  const units = pile && scene.overlays.units ? visibleIn(scene, pile) : [];
  if (units.length < 2) return [];
  const at = board.toWindow(scene.grid.x[hex], scene.grid.y[hex]), cell = FAN_COUNTER + FAN_GAP;
  const across = Math.min(FAN_ROW, units.length), rows = Math.ceil(units.length / FAN_ROW);
  const half = (board.view.scale * scene.counter) / 2 + 14;
  const left = Math.min(board.width - across * cell - FAN_GAP, Math.max(FAN_GAP, at.x - (across * cell) / 2));
  const above = at.y - half - rows * cell;
  const top = above > FAN_GAP ? above : at.y + half;
  return [...units].reverse().map((unit, card) => ({
    unit, x: left + (card % FAN_ROW) * cell, y: top + Math.floor(card / FAN_ROW) * cell,
  }));
}

function drawFan(c, board, scene, fan, sprites) {
  if (!fan.length) return;
  const ratio = board.ratio, size = FAN_COUNTER;
  sprites.resize(Math.round(size * ratio), size);
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  const right = Math.max(...fan.map((card) => card.x)) + size, low = Math.max(...fan.map((card) => card.y)) + size;
  c.beginPath();
  c.roundRect(fan[0].x - FAN_GAP, fan[0].y - FAN_GAP, right - fan[0].x + 2 * FAN_GAP, low - fan[0].y + 2 * FAN_GAP, 8);
  c.fillStyle = veil(scene.look.paper, 0.88);
  c.strokeStyle = scene.look.muted;
  c.lineWidth = 1;
  c.fill();
  c.stroke();
  for (const { unit, x, y } of fan) {
    c.drawImage(sprites.get(faceOf(scene, unit)), x, y, size, size);
    if (unit !== scene.selectedUnit) continue;
    c.strokeStyle = scene.look.reach;
    c.lineWidth = 3;
    c.strokeRect(x, y, size, size);
  }
}

/** The counter of a fan under a point of the window; -1 if there is none. */
function unitInFan(fan, { x, y }) {
  const card = fan.find((one) => x >= one.x && x <= one.x + FAN_COUNTER && y >= one.y && y <= one.y + FAN_COUNTER);
  return card ? card.unit : -1;
}
