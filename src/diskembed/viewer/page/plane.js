// The three planes by one rule. A circle with middle a and radius q is the vector (a, z, c, q) with
// z = (1 - K (|a|^2 - q^2)) / 2 and c = 1 - z, K being the curvature. Motions of the plane are 3 x 3 matrices
// that act on (a, z); the moved circle has its middle at a' / (z' + c) and the radius q / (z' + c). So Moebius
// transformations of the Poincare disk, translations and turns of the sphere all cost one product a circle.

/** The matrix that brings the plane's origin to p along the straight line between them. */
export function travel(curvature, [px, py]) {
  const square = curvature * (px * px + py * py);
  const x = (2 * px) / (1 + square), y = (2 * py) / (1 + square), z = (1 - square) / (1 + square);
  const bend = -curvature / (1 + z);
  return [1 + bend * x * x, bend * x * y, x, bend * x * y, 1 + bend * y * y, y, -curvature * x, -curvature * y, z];
}

export function turn(angle) {
  const c = Math.cos(angle), s = Math.sin(angle);
  return [c, -s, 0, s, c, 0, 0, 0, 1];
}

export function product(a, b) {
  const out = new Array(9);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    }
  }
  return out;
}

/** Five numbers a circle, in the order of painting. */
export function liftCircles(circles, order, curvature) {
  const lifted = new Float64Array(5 * order.length);
  order.forEach((node, at) => {
    const x = circles[3 * node], y = circles[3 * node + 1], q = circles[3 * node + 2];
    const z = (1 - curvature * (x * x + y * y - q * q)) / 2;
    lifted.set([x, y, z, 1 - z, q], 5 * at);
  });
  return lifted;
}

/** The middle in the plane's own sense, and the radius that the circle has when that is at the origin. */
export function properMiddle(lifted, at, curvature) {
  const [x, y, z, c, q] = lifted.subarray(5 * at, 5 * at + 5);
  const sign = q < 0 ? -1 : 1;
  const size = Math.sqrt(Math.max(z * z + curvature * (x * x + y * y), 1e-300));
  const below = sign * z + size;
  return { middle: [(sign * x) / below, (sign * y) / below], radius: Math.abs(q) / Math.max(size + sign * c, 1e-12) };
}

/** Where the plane lies on the screen: the origin at `place`, turned by `angle`, `scale` pixels a unit. */
export class Camera {
  constructor(curvature) {
    this.curvature = curvature;
    this.place = [0, 0];
    this.angle = 0;
    this.scale = 1;
    this.resize(1, 1);
  }

  resize(width, height) {
    const before = this.whole ? this.scale / this.whole : 1;
    this.width = width;
    this.height = height;
    this.whole = 0.47 * Math.min(width, height);
    this.scale = before * this.whole;
  }

  get zoom() {
    return this.scale / this.whole;
  }

  get motion() {
    return product(travel(this.curvature, this.place), turn(this.angle));
  }

  set motion(matrix) {
    const below = matrix[8] + 1;
    this.place = [matrix[2] / below, matrix[5] / below];
    const rest = product(travel(this.curvature, [-this.place[0], -this.place[1]]), matrix);
    this.angle = this.curvature === 0 ? 0 : Math.atan2(rest[3], rest[0]);
  }

  /** A point of the screen on the plane; in the Poincare disk the nearest that is well inside. */
  onPlane(x, y, scale = this.scale) {
    const point = [(x - this.width / 2) / scale, (y - this.height / 2) / scale];
    const far = Math.hypot(...point), most = this.curvature < 0 ? 0.97 : Infinity;
    return far > most ? point.map((value) => (value * most) / far) : point;
  }

  /** What was under one point of the screen comes under another. */
  drag(fromX, fromY, toX, toY) {
    this.carry(this.onPlane(fromX, fromY), this.onPlane(toX, toY));
  }

  zoomAt(x, y, factor) {
    const most = this.curvature === 0 ? 1e7 : 1e6;
    const scale = Math.min(Math.max(this.scale * factor, 0.2 * this.whole), most * this.whole);
    const from = this.onPlane(x, y), to = this.onPlane(x, y, scale);
    this.scale = scale;
    this.carry(from, to);
  }

  carry(from, to) {
    const back = travel(this.curvature, from.map((value) => -value));
    this.motion = product(product(travel(this.curvature, to), back), this.motion);
  }

  get state() {
    return { place: [...this.place], angle: this.angle, zoom: this.zoom };
  }

  set state({ place, angle, zoom }) {
    this.place = [...place];
    this.angle = angle;
    this.scale = zoom * this.whole;
  }

  /** The state in which a circle is in the middle of the screen and fills a part of it. */
  stateAround(lifted, at, part = 0.55) {
    const { middle, radius } = properMiddle(lifted, at, this.curvature);
    const most = this.curvature === 0 ? 1e7 : 1e6;
    const least = this.curvature < 0 ? 1 : 0.2;  // the whole Poincare disk never needs to be smaller
    const zoom = Math.min(Math.max((part * 0.5 * Math.min(this.width, this.height)) / radius / this.whole, least), most);
    return { place: middle.map((value) => -value), angle: 0, zoom };
  }
}

/** A state on the way between two, `part` from 0 to 1: while the scale changes, one point stays fixed. */
export function between(from, to, part) {
  const zoom = Math.exp((1 - part) * Math.log(from.zoom) + part * Math.log(to.zoom));
  const change = 1 / from.zoom - 1 / to.zoom;
  const steady = Math.abs(Math.log(from.zoom / to.zoom)) < 0.05;
  const moved = steady ? part : (1 / from.zoom - 1 / zoom) / change;
  return {
    place: from.place.map((value, i) => value + (to.place[i] - value) * moved),
    angle: from.angle + (to.angle - from.angle) * part,
    zoom,
  };
}
