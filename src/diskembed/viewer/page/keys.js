// Keys: for the whole page where nobody types, and more while the map has the focus.

const STEP = 70;

/** What is listed in the help: keys, and what they do. */
export const KEYS = [
  ["/", "search"],
  ["arrows", "pan (Shift: further)"],
  ["+  −", "zoom in, out"],
  ["0", "show all"],
  ["F", "show the selected node"],
  ["Enter", "on the map: select what is in the middle"],
  ["U  D", "go up to the parent, down to the largest child"],
  ["[  ]", "go to the previous, the next sibling"],
  ["Escape", "clear the selection"],
  ["T", "dark or light"],
  ["L", "copy a link to this view"],
  ["S", "save the map as one HTML file"],
  ["?", "this list"],
];

export function watchKeys(map, actions) {
  const anywhere = {
    "/": actions.search, "+": () => actions.zoom(1.4), "=": () => actions.zoom(1.4), "-": () => actions.zoom(1 / 1.4),
    _: () => actions.zoom(1 / 1.4), 0: actions.fit, Home: actions.fit, f: actions.focus, u: actions.up,
    d: actions.down, "[": () => actions.sibling(-1), "]": () => actions.sibling(1), Escape: actions.clear,
    t: actions.theme, l: actions.link, s: actions.save, "?": actions.help,
  };
  const arrows = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, dialog[open]");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const onMap = event.target === map || event.target === document.body;
    const arrow = onMap && arrows[event.key];
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (arrow) {
      const far = event.shiftKey ? 4 * STEP : STEP;
      actions.pan(arrow[0] * far, arrow[1] * far);
    } else if (onMap && event.key === "Enter") actions.enter();
    else if (anywhere[key]) anywhere[key]();
    else return;
    event.preventDefault();
  });
}

export function listKeys(list) {
  for (const [keys, what] of KEYS) {
    const term = document.createElement("dt"), text = document.createElement("dd");
    for (const key of keys.split("  ")) {
      const cap = document.createElement("kbd");
      cap.textContent = key;
      term.append(cap);
    }
    text.textContent = what;
    list.append(term, text);
  }
}
