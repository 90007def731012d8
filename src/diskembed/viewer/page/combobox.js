// A search box with completion, after the combobox pattern of the ARIA Authoring Practices.

const OFFERED = 12;
let boxes = 0;

/** Names in lower case, and for each how much the node contains: the more it does, the earlier it is offered. */
export class NameIndex {
  constructor(names, below) {
    this.names = names;
    this.below = below;
    this.lower = names.map((name) => name.toLowerCase());
    this.numbers = new Map(names.map((name, node) => [name, node]));
  }

  /** The best matches: the whole name, its start, the start of a word, any part. */
  find(text, most = OFFERED) {
    const wanted = text.trim().toLowerCase();
    if (!wanted) return [];
    const found = [];
    this.lower.forEach((name, node) => {
      const at = name.indexOf(wanted);
      if (at < 0) return;
      const word = at > 0 && !/[\p{L}\p{N}]/u.test(name[at - 1]);
      const whole = at === 0 && (name.length === wanted.length || !/[\p{L}\p{N}_]/u.test(name[wanted.length]));
      found.push([whole ? 0 : at === 0 ? 1 : word ? 2 : 3, -this.below[node], name.length, node]);
    });
    found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
    return found.slice(0, most).map((entry) => entry[3]);
  }
}

export class Combobox {
  constructor(input, index, depth, choose) {
    this.input = input;
    this.index = index;
    this.depth = depth;
    this.choose = choose;
    this.found = [];
    this.active = -1;
    this.list = document.createElement("ul");
    this.list.id = `options-${boxes++}`;
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", "Matching nodes");
    this.list.className = "options";
    this.list.hidden = true;
    input.after(this.list);
    for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"],
      ["aria-controls", this.list.id], ["autocomplete", "off"], ["spellcheck", "false"]]) {
      input.setAttribute(name, value);
    }
    input.addEventListener("input", () => this.open());
    input.addEventListener("focus", () => { if (input.value) this.open(); });
    input.addEventListener("blur", () => this.close());
    input.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("pointerdown", (event) => {
      const option = event.target.closest("[role=option]");
      event.preventDefault();  // the input keeps the focus
      if (option) this.take(Number(option.dataset.at));
    });
  }

  open() {
    this.found = this.index.find(this.input.value);
    this.active = this.found.length ? 0 : -1;
    this.show();
  }

  show() {
    this.list.replaceChildren(...this.found.map((node, at) => this.option(node, at)));
    if (!this.found.length && this.input.value.trim()) {
      const none = document.createElement("li");
      none.className = "none";
      none.textContent = "no such name";
      this.list.append(none);
    }
    this.list.hidden = !this.list.children.length;
    this.lay();
    this.input.setAttribute("aria-expanded", String(this.found.length > 0));
    if (this.active >= 0) this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.active}`);
    else this.input.removeAttribute("aria-activedescendant");
    this.list.children[this.active]?.scrollIntoView({ block: "nearest" });
  }

  /** Below the input, or above it where there is more room; over everything, however the panel scrolls. */
  lay() {
    const box = this.input.getBoundingClientRect(), below = innerHeight - box.bottom, { style } = this.list;
    const under = below > 240 || below > box.top;
    style.left = `${box.left}px`;
    style.width = `${box.width}px`;
    style.top = under ? `${box.bottom + 4}px` : "auto";
    style.bottom = under ? "auto" : `${innerHeight - box.top + 4}px`;
    style.maxHeight = `${Math.max((under ? below : box.top) - 16, 60)}px`;
  }

  option(node, at) {
    const option = document.createElement("li");
    option.id = `${this.list.id}-${at}`;
    option.dataset.at = at;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", String(at === this.active));
    const depth = document.createElement("small");
    depth.textContent = `depth ${this.depth[node]}`;
    option.append(this.index.names[node], depth);
    return option;
  }

  close() {
    this.found = [];
    this.active = -1;
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.found.length) {
      this.active = (this.active + step + this.found.length) % this.found.length;
      this.show();
    } else if (event.key === "Enter" && this.active >= 0) this.take(this.active);
    else if (event.key === "Escape" && !this.list.hidden) this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  take(at) {
    const node = this.found[at];
    this.input.value = this.index.names[node];
    this.close();
    this.choose(node);
  }
}
