// Hands on the map: drag, wheel, pinch, click and tap.

const STILL = 6; // pixels a pointer may stray and still click

function listenToHands(board, pick) {
  const { canvas } = board;
  const hands = new Map();
  let strayed = 0;

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const spread = () => {
    const [a, b] = [...hands.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, wide: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };
  };

  // Keys zoom where the pointer is, as the wheel does.
  canvas.addEventListener("pointermove", (event) => { board.pointer = event.pointerType === "mouse" ? place(event) : null; });
  canvas.addEventListener("pointerleave", () => { board.pointer = null; });
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    canvas.setPointerCapture(event.pointerId);
    if (!hands.size) strayed = 0;
    hands.set(event.pointerId, place(event));
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = hands.get(event.pointerId);
    if (!before) return;
    const now = place(event);
    strayed += Math.hypot(now.x - before.x, now.y - before.y);
    if (hands.size === 2) {
      const old = spread();
      hands.set(event.pointerId, now);
      const wide = spread();
      board.pan(wide.x - old.x, wide.y - old.y);
      board.zoom(wide.wide / old.wide, wide);
    } else {
      hands.set(event.pointerId, now);
      if (strayed > STILL) board.pan(now.x - before.x, now.y - before.y);
    }
  });
  canvas.addEventListener("pointerup", (event) => {
    const alone = hands.size === 1 && hands.delete(event.pointerId);
    hands.delete(event.pointerId);
    if (hands.size) strayed = Infinity; // the rest of a pinch is no click
    else if (alone && strayed <= STILL) pick(place(event));
  });
  canvas.addEventListener("pointercancel", (event) => hands.delete(event.pointerId));
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    board.zoom(Math.exp(Math.max(-1, Math.min(1, -event.deltaY * lines * 0.0016))), place(event));
  }, { passive: false });
}
