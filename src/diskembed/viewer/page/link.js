// The state of the page as the part of an address after #, and back.

export function writeLink({ camera, node, theme, a, b }, names) {
  const { place, angle, zoom } = camera.state;
  const link = new URLSearchParams();
  link.set("at", [...place, angle, zoom].map((value) => Number(value.toPrecision(12))).join(","));
  if (node >= 0) link.set("node", names[node]);
  if (a >= 0) link.set("a", names[a]);
  if (b >= 0) link.set("b", names[b]);
  link.set("theme", theme);
  return link.toString();
}

/** What the link says and the map knows; the rest is left out. */
export function readLink(text, numbers) {
  const link = new URLSearchParams(text.replace(/^#/, ""));
  const found = { theme: link.get("theme") };
  const values = (link.get("at") ?? "").split(",").map(Number);
  if (values.length === 4 && values.every(Number.isFinite) && values[3] > 0) {
    found.state = { place: values.slice(0, 2), angle: values[2], zoom: values[3] };
  }
  for (const key of ["node", "a", "b"]) found[key] = numbers.get(link.get(key)) ?? -1;
  return found;
}
