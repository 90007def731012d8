// From the map's circles and the camera to the circles that are on the screen, in the order of painting.

import { liftCircles } from "./plane.js";

/** Numbers a circle that painters get: x, y, radius (negative: its outside), fill, line, width of the line. */
export const STRIDE = 6;

/** What a line costs, in pixels for each of the radius, and from which share of the screen a circle is large. */
const AROUND = 12, LARGE = 0.002;

/** How much of an unbounded picture is shown at first, in units of the plane. */
const FARTHEST = 2.2;

/** A circle flatter than this is replaced by one of this radius that touches it next to the screen. */
const FLATTEST = 2e5;

export class Scene {
  constructor({ map, names, disks }) {
    this.map = map;
    this.names = names;
    this.disks = disks;
    this.size = map.nodes;
    this.curvature = map.curvature;
    this.lifted = liftCircles(disks.circles, disks.order, map.curvature);
    this.rank = new Int32Array(this.size);
    disks.order.forEach((node, at) => { this.rank[node] = at; });
    this.children = childLists(disks.parent, disks.order);
    this.deepest = disks.depth.reduce((most, depth) => Math.max(most, depth), 0);
    this.fills = new Uint32Array(this.size);
    this.lines = new Uint32Array(this.size);
    this.widths = new Float32Array(this.size);
    this.onScreen = new Float64Array(3 * this.size);  // x, y, radius by node; radius 0: not seen
    this.buffer = new ArrayBuffer(4 * STRIDE * Math.max(this.size, 1));
    this.floats = new Float32Array(this.buffer);
    this.words = new Uint32Array(this.buffer);
    this.shown = new Int32Array(this.size);
    this.count = 0;
  }

  /** The state of a camera that shows all circles, as large as they can be. */
  get home() {
    const { circles } = this.disks;
    let far = 0;
    for (let node = 0; node < this.size; node++) {
      const reach = Math.hypot(circles[3 * node], circles[3 * node + 1]) + circles[3 * node + 2];
      far = Math.max(far, circles[3 * node + 2] < 0 ? FARTHEST : reach);
    }
    const zoom = 1 / Math.min(Math.max(far, 1e-3), this.curvature < 0 ? 1 : FARTHEST);
    return { place: [0, 0], angle: 0, zoom };
  }

  /** The node's place in the order of painting, which the lifted circles have. */
  at(node) {
    return this.rank[node];
  }

  /**
   * Circles of at least `least` pixels that meet the screen. One that covers it paints the ground; where fills
   * are opaque, it hides all before it. No more than `budget` screens are painted in all, the largest circles
   * first, of which those that take much leave a part to those that take little; marked ones are always there.
   */
  look(camera, least, ground, budget = Infinity) {
    const m = camera.motion, k = camera.scale, { width, height } = camera;
    const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = m;
    const half = [width / 2, height / 2], { lifted, onScreen, floats, words, shown } = this;
    const opaque = !this.map.exact;
    const screen = width * height, most = budget * screen;
    let count = 0, colour = ground, spent = 0;
    this.leftOut = 0;
    this.covering = [];
    for (let at = 0; at < this.size; at++) {
      const x = lifted[5 * at], y = lifted[5 * at + 1], z = lifted[5 * at + 2], q = lifted[5 * at + 4];
      const node = this.disks.order[at];
      const inverse = k / (m6 * x + m7 * y + m8 * z + lifted[5 * at + 3]);
      let r = q * inverse;
      onScreen[3 * node + 2] = 0;
      if (r < least && r > -least) continue;
      let cx = (m0 * x + m1 * y + m2 * z) * inverse, cy = (m3 * x + m4 * y + m5 * z) * inverse;
      const outside = r < 0;
      if (outside) r = -r;
      if (r > FLATTEST) {
        const far = Math.hypot(cx, cy), nearer = (r - FLATTEST) / far;
        cx -= cx * nearer;
        cy -= cy * nearer;
        r = FLATTEST;
      }
      const dx = Math.abs(cx), dy = Math.abs(cy);
      const nearX = Math.max(dx - half[0], 0), nearY = Math.max(dy - half[1], 0);
      const farX = dx + half[0], farY = dy + half[1];
      const disjoint = nearX * nearX + nearY * nearY >= r * r, within = farX * farX + farY * farY <= r * r;
      if (outside ? within : disjoint) continue;
      if (outside ? disjoint : within) {
        colour = blend(colour, this.fills[node]);
        this.covering.push(node);
        if (opaque) {
          for (let i = 0; i < count; i++) onScreen[3 * shown[i] + 2] = 0;
          count = 0;
        }
        continue;
      }
      const cost = Math.min(3.14 * r * r, screen) + AROUND * r;
      if (spent + cost > (cost > LARGE * screen ? 0.7 * most : most) && this.widths[node] <= 1) {
        this.leftOut++;
        continue;
      }
      spent += cost;
      onScreen[3 * node] = cx + half[0];
      onScreen[3 * node + 1] = cy + half[1];
      onScreen[3 * node + 2] = outside ? -r : r;
      const to = STRIDE * count;
      floats[to] = cx + half[0];
      floats[to + 1] = cy + half[1];
      floats[to + 2] = outside ? -r : r;
      words[to + 3] = this.fills[node];
      words[to + 4] = this.lines[node];
      floats[to + 5] = r > 2.5 ? this.widths[node] : 0;
      shown[count++] = node;
    }
    this.count = count;
    this.ground = colour;
  }

  /** The innermost circle at a point of the screen, or what covers the whole screen, or -1. */
  pick(x, y) {
    for (let i = this.count - 1; i >= 0; i--) {
      const node = this.shown[i], r = this.onScreen[3 * node + 2];
      const dx = x - this.onScreen[3 * node], dy = y - this.onScreen[3 * node + 1];
      const reach = Math.max(Math.abs(r), 2.5);
      if (dx * dx + dy * dy <= reach * reach === r > 0) return node;
    }
    return this.covering.length ? this.covering[this.covering.length - 1] : -1;
  }
}

/** The children of each node, the largest first; those of -1 are the roots. */
function childLists(parent, order) {
  const lists = new Map();
  for (const node of order) {
    const list = lists.get(parent[node]);
    if (list) list.push(node);
    else lists.set(parent[node], [node]);
  }
  return lists;
}

/** One packed colour (A B G R from the highest byte) over another. */
export function blend(below, above) {
  const alpha = (above >>> 24) / 255;
  let out = 0xff000000;
  for (const shift of [0, 8, 16]) {
    const mixed = ((below >>> shift) & 255) * (1 - alpha) + ((above >>> shift) & 255) * alpha;
    out |= Math.round(mixed) << shift;
  }
  return out >>> 0;
}
