// Colours of the two themes: a ramp from the roots down, and Okabe and Ito's accents, which colour-blind people
// tell apart.

export const THEMES = {
  dark: {
    ground: "#0d1119",
    ramp: ["#151d2e", "#1b2d47", "#20456a", "#25627f", "#2f828c", "#4ba391", "#7cc39a", "#b7dfae", "#eef6d3"],
    text: "#f2f6fa", halo: "#0b0f17", horizon: "#46566e", line: 0.28, accent: "#f0a500", below: "#cc79a7", other: "#56b4e9",
  },
  light: {
    ground: "#fbfaf7",
    ramp: ["#eef3f4", "#dbe8ec", "#c0dae2", "#9cc6d3", "#74aec2", "#4d93ae", "#327797", "#235c7d", "#194262"],
    text: "#14202b", halo: "#ffffff", horizon: "#b3bfc8", line: -0.22, accent: "#d55e00", below: "#b4568c", other: "#0072b2",
  },
};

export const NORMAL = 0, ANCESTOR = 1, DESCENDANT = 2, SELECTED = 3, OTHER = 4;

const FADED = 0.62;
const SEE_THROUGH = 0.16;

export function parse(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

export function mixed(from, to, part) {
  return from.map((value, i) => value + (to[i] - value) * part);
}

/** As painters take it: A B G R from the highest byte. */
export function pack([red, green, blue], alpha = 1) {
  return ((Math.round(alpha * 255) << 24) | (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red)) >>> 0;
}

export function css(packed) {
  return `rgba(${packed & 255},${(packed >>> 8) & 255},${(packed >>> 16) & 255},${(packed >>> 24) / 255})`;
}

/** The colour of a depth: the ramp is used up to the deepest node, and faster in the upper half. */
export function depthColour(theme, depth, deepest) {
  const ramp = theme.ramp.map(parse);
  const at = Math.min(depth / Math.max(deepest, 5), 1) ** 0.8 * (ramp.length - 1);
  const low = Math.min(Math.floor(at), ramp.length - 2);
  return mixed(ramp[low], ramp[low + 1], at - low);
}

/** Fill and line of every node, by its depth and by what it is to the selected one. */
export function paint(scene, theme, states) {
  const some = states.some((state) => state !== NORMAL);
  const looks = new Map();
  for (let node = 0; node < scene.size; node++) {
    const depth = scene.disks.depth[node], state = states[node], key = 8 * depth + state;
    if (!looks.has(key)) looks.set(key, lookOf(scene, theme, depth, state, some));
    const look = looks.get(key);
    scene.fills[node] = look.fill;
    scene.lines[node] = look.line;
    scene.widths[node] = look.width;
  }
}

function lookOf(scene, theme, depth, state, some) {
  const ground = parse(theme.ground), end = parse(theme.line > 0 ? "#ffffff" : "#000000");
  const alpha = scene.map.exact ? (theme.line < 0 ? 0.75 * SEE_THROUGH : SEE_THROUGH) : 1;
  // What is seen through has to start from a colour that can be seen.
  const bright = scene.map.exact && theme.line < 0;
  const shown = bright ? 0.55 * depth + 0.2 * Math.max(scene.deepest, 5) : depth;
  let fill = depthColour(theme, shown, scene.deepest), width = 1;
  let line = mixed(fill, end, Math.abs(theme.line));
  if (some && state === NORMAL) {
    fill = mixed(fill, ground, FADED);
    line = mixed(line, ground, FADED);
  }
  if (state === DESCENDANT) {
    const accent = parse(theme.below);
    fill = mixed(mixed(accent, ground, 0.55), accent, Math.min(depth / Math.max(scene.deepest, 5), 1));
    line = mixed(accent, end, 0.25);
  }
  if (state === ANCESTOR) [line, width] = [parse(theme.accent), 2];
  if (state === SELECTED) [fill, line, width] = [mixed(fill, parse(theme.accent), 0.5), parse(theme.accent), 3.5];
  if (state === OTHER) [line, width] = [parse(theme.other), 3.5];
  const marked = state !== NORMAL;
  return {
    fill: pack(fill, marked && scene.map.exact ? 1.6 * alpha : alpha),
    line: pack(line, scene.map.exact ? (marked ? 1 : some ? 0.25 : 0.75) : 1),
    width,
  };
}
