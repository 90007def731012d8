// Where the map comes from: the server, or the blocks of data in an exported file. Both answer the same.

const LIMIT = 100000;

export function openSource() {
  return document.getElementById("data-map") ? new EmbeddedSource() : new ServerSource();
}

/** The arrays that the fields describe, by name. */
export function readDisks(buffer, fields, nodes) {
  const kinds = { float64: Float64Array, int32: Int32Array };
  const arrays = {};
  let start = 0;
  for (const { name, type, each } of fields) {
    arrays[name] = new kinds[type](buffer, start, nodes * each);
    start += arrays[name].byteLength;
  }
  return arrays;
}

class ServerSource {
  constructor() {
    this.canExport = true;
  }

  async load() {
    const [map, { names }, buffer] = await Promise.all([
      this.ask("/api/map"),
      this.ask("/api/map/names"),
      this.fetch("/api/map/disks").then((answer) => answer.arrayBuffer()),
    ]);
    return { map, names, disks: readDisks(buffer, map.fields, map.nodes) };
  }

  async related(node) {
    const [ancestors, descendants] = await Promise.all(
      ["ancestors", "descendants"].map((side) => this.ask(`/api/nodes/${node}/${side}?limit=${LIMIT}`)),
    );
    return { ancestors, descendants };
  }

  async contains(a, b, names) {
    return this.ask(`/api/contains?${new URLSearchParams({ ancestor: names[a], descendant: names[b] })}`);
  }

  async exported() {
    return (await this.fetch("/api/export")).text();
  }

  async ask(address) {
    return (await this.fetch(address)).json();
  }

  async fetch(address) {
    const answer = await fetch(address);
    if (!answer.ok) {
      const { error } = await answer.json().catch(() => ({ error: answer.statusText }));
      throw new Error(error);
    }
    return answer;
  }
}

class EmbeddedSource {
  constructor() {
    this.canExport = false;
  }

  async load() {
    const map = await this.json("map");
    const [names, disks, starts, ancestors] = await Promise.all([
      this.json("names"), this.bytes("disks"), this.bytes("ancestor-starts"), this.bytes("ancestors"),
    ]);
    this.starts = new Int32Array(starts);
    this.ancestors = new Int32Array(ancestors);
    return { map, names, disks: readDisks(disks, map.fields, map.nodes) };
  }

  /** Ancestors stand in the file; descendants are found by turning them around, once. */
  async related(node) {
    const above = this.above(node), below = this.below(node);
    return {
      ancestors: { node, total: above.length, nodes: above, protrusions: null },
      descendants: { node, total: below.length, nodes: below, protrusions: null },
    };
  }

  async contains(a, b) {
    return { contains: this.above(b).includes(a), protrusion: null };
  }

  above(node) {
    return Array.from(this.ancestors.subarray(this.starts[node], this.starts[node + 1]));
  }

  below(node) {
    if (!this.children) this.turnAround();
    return Array.from(this.children.subarray(this.childStarts[node], this.childStarts[node + 1]));
  }

  turnAround() {
    const nodes = this.starts.length - 1;
    this.childStarts = new Int32Array(nodes + 1);
    for (const above of this.ancestors) this.childStarts[above + 1]++;
    for (let i = 0; i < nodes; i++) this.childStarts[i + 1] += this.childStarts[i];
    const filled = this.childStarts.slice();
    this.children = new Int32Array(this.ancestors.length);
    for (let node = 0; node < nodes; node++) {
      for (let at = this.starts[node]; at < this.starts[node + 1]; at++) {
        this.children[filled[this.ancestors[at]]++] = node;
      }
    }
  }

  async bytes(name) {
    const block = document.getElementById(`data-${name}`);
    const packed = Uint8Array.from(atob(block.textContent), (letter) => letter.charCodeAt(0));
    block.remove();
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  }

  async json(name) {
    return JSON.parse(new TextDecoder().decode(await this.bytes(name)));
  }
}
