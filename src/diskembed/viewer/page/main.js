// The page: what happens when something is pressed, typed or clicked.

import { ANCESTOR, css, depthColour, DESCENDANT, OTHER, pack, SELECTED, THEMES } from "./colours.js";
import { Combobox, NameIndex } from "./combobox.js";
import { watchGestures } from "./gestures.js";
import { listKeys, watchKeys } from "./keys.js";
import { readLink, writeLink } from "./link.js";
import { counted, Panel, pathTo } from "./panel.js";
import { Scene } from "./scene.js";
import { openSource } from "./source.js";
import { unmarked, View } from "./view.js";

const part = (id) => document.getElementById(id);

class Page {
  constructor(source, content) {
    this.source = source;
    this.scene = new Scene(content);
    this.index = new NameIndex(content.names, content.disks.below);
    this.node = this.a = this.b = -1;
    this.themeName = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
    this.view = new View(this.scene, { disks: part("disks"), labels: part("labels") }, this.themeName);
    this.panel = new Panel(this.scene, (node) => this.select(node));
    const depth = content.disks.depth;
    this.search = new Combobox(part("search"), this.index, depth, (node) => this.select(node));
    this.boxes = {
      a: new Combobox(part("test-a"), this.index, depth, (node) => this.test(node, this.b)),
      b: new Combobox(part("test-b"), this.index, depth, (node) => this.test(this.a, node)),
    };
    this.describe(content.map);
    this.watch();
    this.theme(this.themeName);
    this.follow(location.hash || document.documentElement.dataset.view || "");
  }

  describe(map) {
    document.title = `${map.title}: a map of disks`;
    part("title").textContent = map.title;
    const model = map.geometry ? `${map.model} (${map.geometry})` : map.model;
    part("facts").textContent = `${counted(map.nodes, "node")} · ${model} · dim ${map.dim}`;
    part("note-title").textContent = map.exact ? "The model’s own disks" : "A companion drawing, not the model’s own disks";
    part("note-text").textContent = map.note;
    part("export").hidden = !this.source.canExport;
    listKeys(part("keys-list"));
  }

  // -- selection -----------------------------------------------------------------------------------
  async select(node, { fly = true } = {}) {
    if (node < 0) return this.clear();
    this.node = node;
    if (fly) this.view.show(node);
    this.search.input.value = this.scene.names[node];
    const related = await this.source.related(node);
    if (this.node !== node) return undefined;
    this.related = related;
    this.panel.show(node, related);
    this.mark();
    part("spoken").textContent = `${this.scene.names[node]}: depth ${this.scene.disks.depth[node]}, ` +
      `contained in ${related.ancestors.total}, contains ${related.descendants.total}`;
    return undefined;
  }

  clear() {
    this.node = -1;
    this.related = null;
    this.search.input.value = "";
    this.panel.hide();
    this.mark();
  }

  /** Colours for the selected node's relatives and for the two of the test. */
  mark() {
    const states = unmarked(this.scene), marked = [];
    if (this.node >= 0 && this.related) {
      for (const node of this.related.descendants.nodes) states[node] = DESCENDANT;
      for (const node of this.related.ancestors.nodes) states[node] = ANCESTOR;
      for (const node of pathTo(this.scene.disks.parent, this.node)) states[node] = ANCESTOR;
      states[this.node] = SELECTED;
      marked.push(this.node);
    }
    if (this.a >= 0) states[this.a] = SELECTED;
    if (this.b >= 0) states[this.b] = OTHER;
    this.view.mark(states, [...marked, ...[this.a, this.b].filter((node) => node >= 0)]);
    this.remember();
  }

  async test(a, b) {
    [this.a, this.b] = [a, b];
    this.mark();
    const verdict = part("verdict"), { names } = this.scene;
    verdict.className = verdict.textContent = "";
    if (a < 0 || b < 0) return;
    if (a === b) {
      verdict.textContent = "That is one and the same node.";
      return;
    }
    const answer = await this.source.contains(a, b, names);
    if (this.a !== a || this.b !== b) return;
    const sum = answer.protrusion === null ? ""
      : ` (protrusion ${answer.protrusion.toPrecision(4)}, at most ${answer.cutoff.toPrecision(4)} is inside)`;
    verdict.className = answer.contains ? "yes" : "no";
    verdict.textContent = `${answer.contains ? "Yes" : "No"}: ${names[a]} ${answer.contains ? "contains" : "does not contain"} ${names[b]}${sum}`;
  }

  // -- moving through the tree ---------------------------------------------------------------------
  step(node) {
    if (node === undefined || node < 0) return;
    this.select(node);
  }

  sibling(by) {
    if (this.node < 0) return;
    const family = this.scene.children.get(this.scene.disks.parent[this.node]);
    this.step(family[(family.indexOf(this.node) + by + family.length) % family.length]);
  }

  // -- the frame of it all -------------------------------------------------------------------------
  watch() {
    const { view } = this, map = part("map");
    watchGestures(map, view, { hover: (node, at) => this.hover(node, at), click: (node) => this.select(node, { fly: false }) });
    const toggle = () => this.theme(this.themeName === "dark" ? "light" : "dark");
    const help = () => part("keys").showModal();
    const actions = {
      search: () => { part("search").focus(); part("search").select(); },
      zoom: (factor) => view.zoom(factor), fit: () => view.fit(), pan: (dx, dy) => view.pan(dx, dy),
      focus: () => this.node >= 0 && view.show(this.node), enter: () => this.select(view.pick(...view.middle), { fly: false }),
      up: () => this.step(this.scene.disks.parent[this.node]), down: () => this.step(this.scene.children.get(this.node)?.[0]),
      sibling: (by) => this.sibling(by), clear: () => this.clear(), theme: toggle, link: () => this.copyLink(),
      save: () => this.save(), help,
    };
    watchKeys(map, actions);
    for (const [id, action] of [["zoom-in", () => view.zoom(1.6)], ["zoom-out", () => view.zoom(1 / 1.6)],
      ["fit", actions.fit], ["theme", toggle], ["link", actions.link], ["export", actions.save], ["help", help],
      ["clear", actions.clear]]) {
      part(id).addEventListener("click", action);
    }
    for (const key of ["a", "b"]) {
      part(`test-${key}`).addEventListener("input", (event) => {
        if (!event.target.value) this.test(key === "a" ? -1 : this.a, key === "b" ? -1 : this.b);
      });
    }
    view.onChange((moving) => {
      if (moving) return;
      this.remember();
      part("left-out").hidden = !this.scene.leftOut;
      part("left-out").textContent =
        `The largest ${this.scene.count.toLocaleString("en")} circles are drawn here; zoom in for more.`;
    });
    addEventListener("hashchange", () => { if (location.hash.slice(1) !== this.link()) this.follow(location.hash); });
  }

  hover(node, at) {
    const tip = part("tooltip");
    tip.hidden = node < 0;
    part("map").classList.toggle("over", node >= 0);
    if (node < 0) return;
    const { names, disks } = this.scene;
    tip.textContent = names[node];
    const facts = document.createElement("small");
    facts.textContent = `depth ${disks.depth[node]} · contains ${counted(disks.below[node], "node")}`;
    tip.append(facts);
    const { clientWidth: width, clientHeight: height } = part("map");
    tip.style.left = `${Math.min(at[0] + 14, width - tip.offsetWidth - 8)}px`;
    tip.style.top = `${Math.min(at[1] + 16, height - tip.offsetHeight - 8)}px`;
  }

  theme(name) {
    this.themeName = name;
    document.documentElement.dataset.theme = name;
    this.view.theme = name;
    const { deepest } = this.scene;
    const stops = [0, 0.25, 0.5, 0.75, 1].map((at) => css(pack(depthColour(THEMES[name], at * deepest, deepest))));
    part("legend-depth").style.background = `linear-gradient(90deg, ${stops.join(", ")})`;
    this.remember();
  }

  link() {
    return writeLink({ camera: this.view.camera, node: this.node, theme: this.themeName, a: this.a, b: this.b }, this.scene.names);
  }

  remember() {
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => history.replaceState(null, "", `#${this.link()}`), 150);
  }

  follow(link) {
    const wanted = readLink(link, this.index.numbers);
    if (wanted.theme in THEMES && wanted.theme !== this.themeName) this.theme(wanted.theme);
    if (wanted.state) this.view.camera.state = wanted.state;
    for (const key of ["a", "b"]) this.boxes[key].input.value = wanted[key] >= 0 ? this.scene.names[wanted[key]] : "";
    if (wanted.a >= 0 || wanted.b >= 0) {
      part("containment").open = true;
      this.test(wanted.a, wanted.b);
    }
    if (wanted.node >= 0) this.select(wanted.node, { fly: !wanted.state });
    this.view.change(false);
  }

  async copyLink() {
    const address = new URL(`#${this.link()}`, location.href).href;
    history.replaceState(null, "", address);
    const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
    toast(copied ? "The link is in the clipboard." : "The link is in the address bar.");
  }

  async save() {
    if (!this.source.canExport) return;
    toast("Making the file …");
    try {
      const page = await this.source.exported();
      const view = this.link().replace(/&/g, "&amp;");
      const file = new Blob([page.replace("<html ", `<html data-view="${view}" `)], { type: "text/html" });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(file);
      link.download = `${this.scene.map.title}.html`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
      toast("Saved: one file that needs no server.");
    } catch (error) {
      toast(`Not saved: ${error.message}`);
    }
  }
}

function toast(text) {
  const place = part("toast");
  place.textContent = text;
  place.hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { place.hidden = true; }, 3500);
}

async function start() {
  try {
    const source = openSource();
    const page = new Page(source, await source.load());
    page.view.onChange(() => { document.documentElement.dataset.ready ??= Math.round(performance.now()); });
    document.documentElement.dataset.painter = page.view.painter.kind;
  } catch (error) {
    part("facts").textContent = `The map cannot be shown: ${error.message}`;
    throw error;
  }
}

start();
