// Names over the circles: the largest first, none over another.

import { css } from "./colours.js";

const MOST = 70;
const FONT = '"Inter", "Segoe UI", system-ui, -apple-system, "Noto Sans", sans-serif';

export class Labels {
  constructor(canvas, scene) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.scene = scene;
    this.widths = new Map();
  }

  /** `marked` are nodes whose names come first; `ringed` ones get their line anew, over what is in the circle. */
  draw(theme, { marked, ringed }, density) {
    const { context, canvas, scene } = this;
    context.clearRect(0, 0, canvas.width, canvas.height);
    for (const node of ringed) this.ring(node, density);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    const boxes = [];
    for (const node of marked) this.place(node, theme, density, boxes, true);
    const large = Math.min(canvas.width, canvas.height);
    for (let i = 0; i < scene.count && boxes.length < MOST; i++) {
      const node = scene.shown[i], r = scene.onScreen[3 * node + 2];
      if (r > 17 * density && r < 0.62 * large && !marked.includes(node)) this.place(node, theme, density, boxes, false);
    }
  }

  /** The border of the Poincare disk, infinitely far away. */
  horizon(theme, camera, density) {
    this.context.beginPath();
    this.context.arc(camera.width / 2, camera.height / 2, camera.scale, 0, 2 * Math.PI);
    this.context.strokeStyle = theme.horizon;
    this.context.lineWidth = density;
    this.context.stroke();
  }

  ring(node, density) {
    const { onScreen, lines, widths } = this.scene, r = Math.abs(onScreen[3 * node + 2]);
    if (r < 2) return;
    const width = widths[node] * density;
    this.context.beginPath();
    this.context.arc(onScreen[3 * node], onScreen[3 * node + 1], Math.max(r - width / 2, 0), 0, 2 * Math.PI);
    this.context.strokeStyle = css(lines[node]);
    this.context.lineWidth = width;
    this.context.stroke();
  }

  place(node, theme, density, boxes, sure) {
    const { onScreen } = this.scene;
    const x = onScreen[3 * node], r = onScreen[3 * node + 2];
    if (r <= 0) return;
    const size = Math.min(Math.max(r / 4.2, 10.5 * density), 16 * density);
    const open = !this.filled(node, density);
    const y = onScreen[3 * node + 1] - (open ? 0 : Math.max(r - 0.85 * size, 0));
    const room = sure ? Infinity : 2 * Math.sqrt(Math.max(r * r - (open ? 0 : (r - size) ** 2), 0)) * (open ? 0.94 : 1.5);
    const text = this.fitting(this.scene.names[node], size, room);
    if (!text) return;
    const half = (this.width(text) * size) / 12 / 2 + 3 * density;
    const box = [x - half, y - 0.62 * size, x + half, y + 0.62 * size];
    if (box[2] < 0 || box[0] > this.canvas.width || box[3] < 0 || box[1] > this.canvas.height) return;
    if (boxes.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])) return;
    boxes.push(box);
    this.context.font = `${sure ? 650 : 500} ${size}px ${FONT}`;
    this.context.lineWidth = 3 * density;
    this.context.strokeStyle = theme.halo;
    this.context.globalAlpha = 0.75;
    this.context.strokeText(text, x, y);
    this.context.globalAlpha = 1;
    this.context.fillStyle = theme.text;
    this.context.fillText(text, x, y);
  }

  /** Whether children can be seen in the circle, so that its name has to go to the upper rim. */
  filled(node, density) {
    const children = this.scene.children.get(node);
    return Boolean(children) && this.scene.onScreen[3 * children[0] + 2] > 5 * density;
  }

  fitting(name, size, room) {
    const fits = (text) => (this.width(text) * size) / 12 <= room;
    if (fits(name)) return name;
    const kept = Math.floor((name.length * room) / ((this.width(name) * size) / 12)) - 1;
    return kept >= 4 ? `${name.slice(0, kept)}…` : "";
  }

  /** Of a text of 12 pixels. */
  width(text) {
    if (!this.widths.has(text)) {
      this.context.font = `500 12px ${FONT}`;
      this.widths.set(text, this.context.measureText(text).width);
    }
    return this.widths.get(text);
  }
}
