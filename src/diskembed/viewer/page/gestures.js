// Mouse, pen and fingers on the map.

const STILL = 4;  // pixels within which a press is a click

export function watchGestures(element, view, { hover, click }) {
  const fingers = new Map();
  let moved = 0, several = false;  // since the first finger came down

  const place = (event) => {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    element.setPointerCapture(event.pointerId);
    if (!fingers.size) [moved, several] = [0, false];
    fingers.set(event.pointerId, place(event));
    several ||= fingers.size > 1;
    view.stop();
  });

  element.addEventListener("pointermove", (event) => {
    const to = place(event), from = fingers.get(event.pointerId);
    if (!from) {
      hover(view.pick(...to), to);
      return;
    }
    moved += Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (moved <= STILL) return;
    element.classList.add("dragging");
    hover(-1);
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map((entry) => entry[1]);
    if (other) pinch(view, from, to, other);
    else view.drag(from, to);
    fingers.set(event.pointerId, to);
  });

  const lift = (event) => {
    if (!fingers.delete(event.pointerId) || fingers.size) return;
    element.classList.remove("dragging");
    if (event.type === "pointerup" && !several && moved <= STILL) click(view.pick(...place(event)));
  };
  element.addEventListener("pointerup", lift);
  element.addEventListener("pointercancel", lift);
  element.addEventListener("pointerleave", () => hover(-1));

  element.addEventListener("dblclick", (event) => view.zoom(event.shiftKey ? 0.5 : 2, place(event)));
  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    const amount = Math.max(Math.min(event.deltaY * lines, 240), -240);
    view.zoom(Math.exp(-amount * (event.ctrlKey ? 0.01 : 0.0022)), place(event));
  }, { passive: false });
}

function pinch(view, from, to, other) {
  const middle = (point) => [(point[0] + other[0]) / 2, (point[1] + other[1]) / 2];
  const apart = (point) => Math.max(Math.hypot(point[0] - other[0], point[1] - other[1]), 1);
  view.drag(middle(from), middle(to));
  view.zoom(apart(to) / apart(from), middle(to));
}
