// The map on the screen: draws when something has changed, more coarsely while frames are slow, and fully at rest.

import { CanvasPainter } from "./canvas2d.js";
import { NORMAL, pack, paint, parse, THEMES } from "./colours.js";
import { Labels } from "./labels.js";
import { between, Camera } from "./plane.js";
import { WebglPainter } from "./webgl.js";

const FINEST = 0.35, COARSEST = 2.5;  // the smallest radius drawn, in pixels
const SLOW = 26, QUICK = 14;  // milliseconds a frame
const REST = 160;  // milliseconds without a change
const FLIGHT = 650;

export class View {
  constructor(scene, { disks, labels }, theme) {
    this.scene = scene;
    this.canvases = [disks, labels];
    this.camera = new Camera(scene.curvature);
    this.painter = painterFor(disks);
    this.labels = new Labels(labels, scene);
    this.states = new Uint8Array(scene.size);
    this.marked = [];
    this.least = FINEST;
    this.listeners = [];
    this.lastFrame = 0;
    this.theme = theme;
    this.resize();
    new ResizeObserver(() => this.resize()).observe(disks.parentElement);
  }

  set theme(name) {
    this.colours = THEMES[name];
    this.repaint();
  }

  /** What each node is to the selection, and which names have to be readable. */
  mark(states, marked) {
    this.states = states;
    this.marked = marked;
    this.repaint();
  }

  repaint() {
    paint(this.scene, this.colours, this.states);
    this.change(false);
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvases[0].parentElement;
    this.density = Math.min(window.devicePixelRatio || 1, 2);
    for (const canvas of this.canvases) {
      canvas.width = Math.max(Math.round(clientWidth * this.density), 1);
      canvas.height = Math.max(Math.round(clientHeight * this.density), 1);
    }
    this.camera.resize(this.canvases[0].width, this.canvases[0].height);
    this.change(false);
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
    this.asked = 0;
    this.fly(now);
    const moving = now - (this.movedAt ?? -Infinity) < REST;
    if (moving && this.wasMoving) this.adapt(now - this.lastFrame);
    this.lastFrame = now;
    const least = moving ? this.least : FINEST;
    this.scene.look(this.camera, least * this.density, pack(parse(this.colours.ground)));
    this.painter.draw(this.scene);
    this.labels.draw(this.colours, this.marked, this.density);
    Object.assign(document.documentElement.dataset, { drawn: this.scene.count, least: least.toFixed(2) });
    if (moving && !this.flight) this.settle();
    this.wasMoving = moving;
    for (const listener of this.listeners) listener(moving);
  }

  /** The full picture, once nothing has moved for a while. */
  settle() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.change(false), REST + 20);
  }

  adapt(elapsed) {
    if (elapsed > SLOW) this.least = Math.min(this.least * 1.3, COARSEST);
    else if (elapsed < QUICK) this.least = Math.max(this.least / 1.05, FINEST);
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
    this.flyTo({ place: [0, 0], angle: 0, zoom: 1 });
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

function painterFor(canvas) {
  if (new URLSearchParams(location.search).get("painter") === "canvas") return new CanvasPainter(canvas);
  try {
    return new WebglPainter(canvas);
  } catch {
    return new CanvasPainter(canvas);
  }
}
