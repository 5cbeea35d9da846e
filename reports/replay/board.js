// The map on its canvas: what part of it is seen, how it is dragged and zoomed, and what is painted when.
//
// The ground and the scene of a frame are kept as pictures somewhat larger than the window, so that a
// drag only copies them; while zooming they are stretched, and painted anew when the hand rests.

const MARGIN = 0.2; // of the window, beyond each of its edges
const LARGEST = 140; // pixels a hex
const FINE = 2; // pixels of the canvas to one of the page, at most
const REST = 140; // milliseconds without zooming until all is painted anew

class Board {
  constructor(canvas, grid) {
    this.canvas = canvas;
    this.grid = grid;
    this.view = { x: grid.left, y: grid.top, scale: 10 };
    this.sprites = new Sprites();
    this.ground = newLayer();
    this.layer = newLayer();
    this.moving = null;
    this.asked = 0;
    this.pointer = null; // over the map, in pixels of the window
    this.lastZoom = -Infinity;
    this.timings = [];
    this.resize();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
  }

  /** Show a scene; `moving` has the ways of units under way. */
  show(scene, moving = null) {
    this.scene = scene;
    this.moving = moving;
    this.layer.region = null;
    this.request();
  }

  /** Paint the ground anew as well: other colours. */
  repaint() {
    this.ground.region = this.layer.region = null;
    this.request();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    const density = window.devicePixelRatio;
    if (this.onPaper || !width || !height || (width === this.width && height === this.height && density === this.density)) return;
    this.setSize(width, height, density);
  }

  /** Fit a sheet: the whole map as large as it may be, a part of it as it was; drawn finer than on a screen. */
  toPaper(width, height) {
    const { grid } = this, wide = grid.width / grid.height;
    this.onPaper = true;
    if (this.isWhole()) this.setSize(Math.min(width, height * wide), Math.min(height, width / wide), FINE);
    else this.setSize(this.width, this.height, FINE);
  }

  toScreen() {
    this.onPaper = false;
    this.resize();
  }

  setSize(width, height, density) {
    const first = !this.width, middle = this.toMap(this.width / 2, this.height / 2);
    const fitted = first || this.isWhole();
    Object.assign(this, { width, height, density, ratio: Math.min(FINE, density || 1) });
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    if (fitted) this.fit();
    else this.lookAt(middle.x, middle.y);
    this.repaint();
  }

  /** Smallest useful scale: the whole map in the window. */
  get smallest() {
    return Math.min(this.width / this.grid.width, this.height / this.grid.height);
  }

  isWhole() {
    return this.view.scale <= this.smallest * 1.01;
  }

  fit() {
    this.view.scale = this.smallest;
    this.lookAt(this.grid.left + this.grid.width / 2, this.grid.top + this.grid.height / 2);
  }

  lookAt(x, y) {
    this.view.x = x - this.width / 2 / this.view.scale;
    this.view.y = y - this.height / 2 / this.view.scale;
    this.keepInside();
    this.request();
  }

  /** Bring a hex into view, closer if it is too far away to be read. */
  reveal(hex) {
    if (hex < 0) return;
    const x = this.grid.x[hex], y = this.grid.y[hex], at = this.toWindow(x, y);
    const near = this.view.scale >= 34;
    if (near && at.x > 60 && at.y > 60 && at.x < this.width - 60 && at.y < this.height - 60) return;
    if (!near) this.view.scale = 52;
    this.lookAt(x, y);
  }

  toMap(x, y) {
    return { x: this.view.x + x / this.view.scale, y: this.view.y + y / this.view.scale };
  }

  toWindow(x, y) {
    return { x: (x - this.view.x) * this.view.scale, y: (y - this.view.y) * this.view.scale };
  }

  pan(dx, dy) {
    this.view.x -= dx / this.view.scale;
    this.view.y -= dy / this.view.scale;
    this.keepInside();
    this.request();
  }

  /** Where one looks: at the pointer, else at the chosen hex, else at the middle. */
  looked() {
    const hex = this.scene ? this.scene.selectedHex : -1;
    const chosen = hex >= 0 ? this.toWindow(this.grid.x[hex], this.grid.y[hex]) : null;
    const isSeen = chosen && chosen.x >= 0 && chosen.y >= 0 && chosen.x <= this.width && chosen.y <= this.height;
    return this.pointer || (isSeen ? chosen : { x: this.width / 2, y: this.height / 2 });
  }

  /** Zoom so that the point of the map under x, y stays there. */
  zoom(factor, { x, y } = this.looked()) {
    const fixed = this.toMap(x, y);
    this.view.scale = Math.min(LARGEST, Math.max(this.smallest, this.view.scale * factor));
    this.view.x = fixed.x - x / this.view.scale;
    this.view.y = fixed.y - y / this.view.scale;
    this.lastZoom = performance.now();
    this.keepInside();
    this.request();
  }

  /** The whole map lies in the middle; else the middle of the window stays on the map, so that a zoom never slips. */
  keepInside() {
    const keep = (at, size, low, whole) => (this.isWhole() ? low - (size - whole) / 2 : Math.min(low + whole, Math.max(low, at + size / 2)) - size / 2);
    this.view.x = keep(this.view.x, this.width / this.view.scale, this.grid.left, this.grid.width);
    this.view.y = keep(this.view.y, this.height / this.view.scale, this.grid.top, this.grid.height);
  }

  request() {
    if (!this.asked) this.asked = requestAnimationFrame((now) => this.draw(now));
  }

  draw(now) {
    this.asked = 0;
    if (!this.scene || !this.width) return;
    const started = performance.now();
    // Only what has been painted can be stretched.
    const zooming = this.layer.region !== null && started - this.lastZoom < REST;
    if (!zooming) this.refresh();
    const c = this.canvas.getContext("2d");
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.fillStyle = this.scene.look.table;
    c.fillRect(0, 0, this.canvas.width, this.canvas.height);
    if (this.layer.region) this.copy(c, this.layer);
    if (this.moving) this.animate(c, now);
    if (this.afterDraw) this.afterDraw();
    this.timings.push(performance.now() - started);
    if (this.timings.length > 240) this.timings.shift();
    if (zooming || this.moving) this.request();
  }

  animate(c, now) {
    this.moving.start ??= now;
    const part = Math.min(1, (now - this.moving.start) / this.moving.duration);
    this.turnTo(c, this.view);
    paintMoving(c, this.scene, this.sprites, this.moving.ways, part);
    if (part < 1) return;
    this.moving = null;
    this.layer.region = null;
    this.request();
  }

  /** Paint what the kept pictures lack for the present view. */
  refresh() {
    const ratio = this.ratio, scale = this.view.scale;
    if (!this.covers(this.ground)) this.paint(this.ground, (c, sees) => this.scene.ground.draw(c, this.scene.look, scale, sees));
    if (this.covers(this.layer) && this.layer.region === this.ground.region) return;
    const counter = counterSide(scale);
    this.sprites.resize(Math.max(4, Math.round(counter * scale * ratio)), counter * scale);
    this.layer.region = this.ground.region;
    Object.assign(this.scene, { scale, counter, sees: this.grid.within(this.layer.region) });
    const c = cleared(this.layer, this.ground.canvas);
    c.drawImage(this.ground.canvas, 0, 0);
    this.turnTo(c, this.layer.region);
    paintScene(c, this.scene, this.sprites, new Set(this.moving ? this.moving.ways.keys() : []));
  }

  covers({ region }) {
    const { x, y, scale } = this.view;
    return region && region.scale === scale && x >= region.x && y >= region.y &&
      x + this.width / scale <= region.x + region.width && y + this.height / scale <= region.y + region.height;
  }

  paint(layer, painter) {
    const { x, y, scale } = this.view, across = this.width / scale, down = this.height / scale;
    layer.region = { x: x - across * MARGIN, y: y - down * MARGIN, width: across * (1 + 2 * MARGIN), height: down * (1 + 2 * MARGIN), scale };
    const size = { width: Math.ceil(layer.region.width * scale * this.ratio), height: Math.ceil(layer.region.height * scale * this.ratio) };
    const c = cleared(layer, size);
    c.fillStyle = this.scene.look.table;
    c.fillRect(0, 0, size.width, size.height);
    this.turnTo(c, layer.region);
    painter(c, this.grid.within(layer.region));
  }

  /** Let a context draw in hex widths. */
  turnTo(c, { x, y, scale }) {
    const k = scale * this.ratio;
    c.setTransform(k, 0, 0, k, -x * k, -y * k);
  }

  copy(c, { canvas, region }) {
    const { x, y, scale } = this.view, k = scale * this.ratio, stretch = scale / region.scale;
    // Whole pixels keep the picture sharp while it is only dragged.
    const snap = stretch === 1 ? Math.round : (at) => at;
    c.drawImage(canvas, snap((region.x - x) * k), snap((region.y - y) * k), canvas.width * stretch, canvas.height * stretch);
  }
}

function newLayer() {
  return { canvas: document.createElement("canvas"), region: null };
}

/** The context of a layer, empty and of the wanted size. */
function cleared(layer, { width, height }) {
  if (layer.canvas.width !== width || layer.canvas.height !== height) Object.assign(layer.canvas, { width, height });
  const c = layer.canvas.getContext("2d");
  c.setTransform(1, 0, 0, 1, 0, 0);
  return c;
}
