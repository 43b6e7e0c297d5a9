/** The sizes of a row of chunks as a Fenwick tree, so that prefix sums take few steps. */
export class ChunkCounts {
  readonly #tree: Uint32Array;

  constructor(sizes: readonly { readonly size: number }[]) {
    this.#tree = new Uint32Array(sizes.length + 1);
    for (let i = 1; i < this.#tree.length; i += 1) {
      this.#tree[i]! += sizes[i - 1]!.size;
      const parent = i + (i & -i);
      if (parent < this.#tree.length) this.#tree[parent]! += this.#tree[i]!;
    }
  }

  add(chunk: number, change: number): void {
    for (let i = chunk + 1; i < this.#tree.length; i += i & -i) this.#tree[i]! += change;
  }

  /** The number of items in all chunks before one. */
  before(chunk: number): number {
    let sum = 0;
    for (let i = chunk; i > 0; i -= i & -i) sum += this.#tree[i]!;
    return sum;
  }

  /** The chunk and place of a rank, both from 0; past the last chunk for a rank that does not exist. */
  find(rank: number): [chunk: number, place: number] {
    let at = 0;
    let left = rank - 1;
    for (let step = 1 << (31 - Math.clz32(this.#tree.length)); step > 0; step >>>= 1) {
      const next = at + step;
      if (next < this.#tree.length && this.#tree[next]! <= left) {
        at = next;
        left -= this.#tree[next]!;
      }
    }
    return [at, left];
  }
}
