// The selected node in words: its name, the path to it, what contains it, and what it contains.

const AT_ONCE = 60;

export class Panel {
  constructor(scene, choose) {
    this.scene = scene;
    this.choose = choose;
    this.parts = {};
    for (const id of ["selection", "node-name", "node-facts", "path", "ancestors", "ancestors-title", "descendants",
      "descendants-title"]) {
      this.parts[id] = document.getElementById(id);
    }
  }

  hide() {
    this.parts.selection.hidden = true;
  }

  show(node, { ancestors, descendants }) {
    const { names, disks } = this.scene, { parts } = this;
    const path = pathTo(disks.parent, node);
    parts["node-name"].textContent = names[node];
    parts["node-facts"].textContent =
      `depth ${disks.depth[node]} · in ${counted(ancestors.total, "node")} · contains ${counted(descendants.total, "node")}`;
    parts.path.replaceChildren(...path.map((step, level) => this.step(step, level, node)));
    const others = without(ancestors, new Set(path));
    this.list("ancestors", "Contained also in", others);
    this.list("descendants", "Contains", descendants);
    parts.selection.hidden = false;
  }

  step(node, level, selected) {
    const item = document.createElement("li");
    item.style.setProperty("--level", Math.min(level, 12));
    const button = this.button(node);
    if (node === selected) button.setAttribute("aria-current", "true");
    item.append(button);
    return item;
  }

  list(id, title, related) {
    const list = this.parts[id];
    this.parts[`${id}-title`].textContent = `${title} (${related.nodes.length.toLocaleString("en")})`;
    this.parts[`${id}-title`].hidden = list.hidden = !related.nodes.length;
    list.replaceChildren();
    this.more(list, related, 0);
  }

  more(list, related, from) {
    const to = Math.min(from + AT_ONCE, related.nodes.length);
    for (let i = from; i < to; i++) list.append(this.item(related, i));
    if (to >= related.nodes.length) return;
    const item = document.createElement("li"), button = document.createElement("button");
    button.className = "more";
    button.textContent = `show ${Math.min(AT_ONCE, related.nodes.length - to)} more`;
    button.addEventListener("click", () => {
      item.remove();
      this.more(list, related, to);
    });
    item.append(button);
    list.append(item);
  }

  item(related, at) {
    const item = document.createElement("li");
    item.append(this.button(related.nodes[at]));
    if (related.protrusions) {
      const score = document.createElement("small");
      score.textContent = related.protrusions[at].toPrecision(3);
      score.title = "protrusion: the lower, the deeper inside";
      item.append(score);
    }
    return item;
  }

  button(node) {
    const button = document.createElement("button");
    button.className = "name";
    button.textContent = this.scene.names[node];
    button.addEventListener("click", () => this.choose(node));
    return button;
  }
}

/** From the root down to the node. */
export function pathTo(parent, node) {
  const path = [node];
  while (parent[path[0]] >= 0) path.unshift(parent[path[0]]);
  return path;
}

export function counted(count, what) {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

function without(related, left) {
  const kept = related.nodes.map((node, at) => at).filter((at) => !left.has(related.nodes[at]));
  return {
    nodes: kept.map((at) => related.nodes[at]),
    protrusions: related.protrusions && kept.map((at) => related.protrusions[at]),
  };
}
