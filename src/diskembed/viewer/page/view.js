// The map on the screen: draws when something has changed, more coarsely while frames are slow, and fully at rest.

import { CanvasPainter } from "./canvas2d.js";
import { DESCENDANT, NORMAL, pack, paint, parse, THEMES } from "./colours.js";
import { Labels } from "./labels.js";
import { between, Camera } from "./plane.js";
import { WebglPainter } from "./webgl.js";

const FINEST = 0.35, COARSEST = 2;  // the smallest radius drawn, in pixels
const BLURRED = 0.5;  // the least share of the screen's pixels, in each direction, that is drawn in movement
const BUDGET = 8, BUDGET_AT_REST = 30;  // screens that are painted over one another in a frame
const MANY = 3000;  // circles from which leaving out small ones helps more than drawing fewer pixels
const SLOW = 27, QUICK = 19;  // milliseconds a frame
const REST = 160;  // milliseconds without a change
const FLIGHT = 650;

export class View {
  constructor(scene, { disks, labels }, theme) {
    this.scene = scene;
    this.canvases = [disks, labels];
    this.camera = new Camera(scene.curvature);
    this.painter = painterFor(disks);
    this.canvases[0] = this.painter.canvas;
    this.labels = new Labels(labels, scene);
    this.states = new Uint8Array(scene.size);
    this.marked = { marked: [], ringed: [] };
    this.least = FINEST;
    this.share = 1;
    this.listeners = [];
    this.lastFrame = 0;
    this.theme = theme;
    this.resize();
    this.camera.state = scene.home;
    new ResizeObserver(() => this.resize()).observe(labels.parentElement);
  }

  set theme(name) {
    this.colours = THEMES[name];
    this.repaint();
  }

  /** What each node is to the selection, and which names have to be readable. */
  mark(states, marked) {
    const ringed = [];
    states.forEach((state, node) => { if (state !== NORMAL && state !== DESCENDANT) ringed.push(node); });
    this.states = states;
    this.marked = { marked, ringed };
    this.repaint();
  }

  repaint() {
    paint(this.scene, this.colours, this.states);
    this.change(false);
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvases[0].parentElement;
    this.density = Math.min(window.devicePixelRatio || 1, 2);
    this.camera.resize(Math.max(clientWidth * this.density, 1), Math.max(clientHeight * this.density, 1));
    this.fill(this.canvases[1], 1);
    this.change(false);
  }

  /** A canvas as large as the screen, with a share of its pixels. */
  fill(canvas, share) {
    const width = Math.max(Math.round(this.camera.width * share), 1);
    const height = Math.max(Math.round(this.camera.height * share), 1);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  /** Ask for a frame; `moving` ones may be coarse. */
  change(moving = true) {
    if (moving) this.movedAt = performance.now();
    if (!this.asked) this.asked = requestAnimationFrame((now) => this.frame(now));
  }

  frame(now) {
    const start = performance.now();
    this.asked = 0;
    this.fly(now);
    const moving = now - (this.movedAt ?? -Infinity) < REST;
    if (moving && this.wasMoving) this.adapt(now - this.lastFrame);
    this.lastFrame = now;
    const least = moving ? this.least : FINEST, share = moving ? this.share : 1;
    const budget = (moving ? BUDGET : BUDGET_AT_REST) * this.painter.power;
    this.scene.look(this.camera, least * this.density, pack(parse(this.colours.ground)), budget);
    this.fill(this.canvases[0], share);
    this.painter.draw(this.scene, this.camera);
    this.labels.draw(this.colours, this.marked, this.density);
    if (this.scene.curvature < 0) this.labels.horizon(this.colours, this.camera, this.density);
    Object.assign(document.documentElement.dataset, {
      drawn: this.scene.count, least: least.toFixed(2), share: share.toFixed(2), work: (performance.now() - start).toFixed(1),
    });
    if (moving && !this.flight) this.settle();
    this.wasMoving = moving;
    for (const listener of this.listeners) listener(moving);
  }

  /** The full picture, once nothing has moved for a while. */
  settle() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.change(false), REST + 20);
  }

  /** Leave out more small circles or pixels after a slow frame, fewer after a quick one. */
  adapt(elapsed) {
    if (elapsed > SLOW) {
      if (this.scene.count > MANY && this.least < COARSEST) this.least = Math.min(this.least * 1.2, COARSEST);
      else this.share = Math.max(this.share * 0.9, BLURRED);
    } else if (elapsed < QUICK) {
      this.share = Math.min(this.share * 1.02, 1);
      this.least = Math.max(this.least / 1.02, FINEST);
    }
  }

  // -- movements -----------------------------------------------------------------------------------
  pan(dx, dy) {
    const { width, height } = this.camera, x = width / 2, y = height / 2;
    this.stop();
    this.camera.drag(x, y, x + dx * this.density, y + dy * this.density);
    this.change();
  }

  drag(from, to) {
    this.stop();
    this.camera.drag(...from.map((value) => value * this.density), ...to.map((value) => value * this.density));
    this.change();
  }

  zoom(factor, at) {
    const { width, height } = this.camera;
    const [x, y] = at ? at.map((value) => value * this.density) : [width / 2, height / 2];
    this.stop();
    this.camera.zoomAt(x, y, factor);
    this.change();
  }

  fit() {
    this.flyTo(this.scene.home);
  }

  show(node) {
    this.flyTo(this.camera.stateAround(this.scene.lifted, this.scene.at(node)));
  }

  flyTo(state) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.camera.state = state;
    else this.flight = { from: this.camera.state, to: state, start: performance.now() };
    this.change();
  }

  stop() {
    this.flight = null;
  }

  fly(now) {
    if (!this.flight) return;
    const { from, to, start } = this.flight;
    const part = Math.min(Math.max((now - start) / FLIGHT, 0), 1);
    this.camera.state = between(from, to, part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2);
    if (part >= 1) this.flight = null;
    this.change();
  }

  // -- what is where -------------------------------------------------------------------------------
  pick(x, y) {
    return this.scene.pick(x * this.density, y * this.density);
  }

  get middle() {
    return [this.camera.width / 2 / this.density, this.camera.height / 2 / this.density];
  }
}

/** States for nothing selected. */
export function unmarked(scene) {
  return new Uint8Array(scene.size).fill(NORMAL);
}

/** WebGL, but not one that computes pixels in software: the 2-D canvas does that several times faster. */
function painterFor(canvas) {
  const wanted = new URLSearchParams(location.search).get("painter");
  if (wanted === "canvas") return new CanvasPainter(canvas);
  try {
    return new WebglPainter(canvas, wanted !== "webgl");
  } catch {
    const other = canvas.cloneNode();  // a canvas that was asked for WebGL may give nothing else
    canvas.replaceWith(other);
    return new CanvasPainter(other);
  }
}
