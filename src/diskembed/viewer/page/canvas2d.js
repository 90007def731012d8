// Circles by the 2-D canvas, where there is no WebGL 2.

import { css } from "./colours.js";
import { STRIDE } from "./scene.js";

const ROUND = 2 * Math.PI;

export class CanvasPainter {
  constructor(canvas) {
    this.kind = "canvas";
    this.power = 1;
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.styles = new Map();
  }

  draw(scene, { width: wide, height: high }) {
    const { context, canvas } = this;
    context.setTransform(canvas.width / wide, 0, 0, canvas.height / high, 0, 0);
    context.fillStyle = css(scene.ground);
    context.fillRect(0, 0, wide, high);
    for (let i = 0; i < scene.count; i++) {
      const at = STRIDE * i, r = scene.floats[at + 2], width = scene.floats[at + 5];
      const x = scene.floats[at], y = scene.floats[at + 1];
      context.fillStyle = this.style(scene.words[at + 3]);
      if (r > 0 && r < 1.5) {
        context.fillRect(x - r, y - r, 2 * r, 2 * r);
        continue;
      }
      context.beginPath();
      if (r < 0) context.rect(0, 0, wide, high);
      context.arc(x, y, Math.abs(r), 0, ROUND, r < 0);
      context.fill();
      if (width > 0) {
        context.beginPath();
        context.arc(x, y, Math.max(Math.abs(r) - Math.sign(r) * width / 2, 0), 0, ROUND);
        context.strokeStyle = this.style(scene.words[at + 4]);
        context.lineWidth = width;
        context.stroke();
      }
    }
  }

  style(packed) {
    if (!this.styles.has(packed)) this.styles.set(packed, css(packed));
    return this.styles.get(packed);
  }
}
