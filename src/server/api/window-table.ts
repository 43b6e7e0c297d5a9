/** Slots of the table, and how many of them may hold a caller. Beyond that, callers lose their windows early. */
const SLOTS = 65_536;
const PROBES = 8;

/** A cell's low half holds the count, its high half the end of the window, in seconds since {@link WindowTable.epoch}. */
const LOW = 0xffff_ffffn;

/** The parts of a table, for sharing it with other threads. */
export interface SharedTable {
  readonly memory: SharedArrayBuffer;
  /** Epoch milliseconds from which ends are counted. */
  readonly epoch: number;
}

/** The outcome of a call. `left`: how many more may pass. `waitMs`: time until the window ends. */
export interface Taken {
  readonly passes: boolean;
  readonly left: number;
  readonly waitMs: number;
}

/** Fixed windows of rate limits in memory that threads share: together they let through what one would. */
export class WindowTable {
  readonly shared: SharedTable;
  readonly #tags: Int32Array;
  readonly #cells: BigInt64Array;

  /** A new table, or another thread's. */
  constructor(shared: SharedTable) {
    this.shared = shared;
    this.#cells = new BigInt64Array(shared.memory, 0, SLOTS);
    this.#tags = new Int32Array(shared.memory, SLOTS * BigInt64Array.BYTES_PER_ELEMENT, SLOTS);
  }

  static empty(now: number): WindowTable {
    const bytes = SLOTS * (BigInt64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT);
    return new WindowTable({ memory: new SharedArrayBuffer(bytes), epoch: Math.floor(now / 1000) * 1000 });
  }

  /** Counts a call of `caller`, unless `quota` calls have passed in a window of `seconds`. `now` is in epoch milliseconds. */
  take(caller: string, quota: number, seconds: number, now: number): Taken {
    const second = Math.floor((now - this.shared.epoch) / 1000);
    const slot = this.#slotOf(caller, second);
    for (;;) {
      const cell = Atomics.load(this.#cells, slot);
      const ends = Number(cell >> 32n);
      // A window that ends later than one that begins now dates from before the clock was set back. Another thread may be a second ahead.
      const isOver = ends <= second || ends > second + seconds + 1;
      const taken = isOver ? 0 : Number(cell & LOW);
      const until = isOver ? second + seconds : ends;
      const waitMs = until * 1000 - (now - this.shared.epoch);
      if (taken >= quota) return { passes: false, left: 0, waitMs };
      const next = (BigInt(until) << 32n) | BigInt(taken + 1);
      if (Atomics.compareExchange(this.#cells, slot, cell, next) === cell) return { passes: true, left: quota - taken - 1, waitMs };
    }
  }

  /** The slot of a caller: their own, a free one, or one whose window has ended; otherwise another caller's. */
  #slotOf(caller: string, second: number): number {
    const [place, tag] = hashOf(caller);
    for (let i = 0; i < PROBES; i += 1) {
      const slot = (place + i) % SLOTS;
      const found = Atomics.compareExchange(this.#tags, slot, 0, tag);
      if (found === 0 || found === tag) return slot;
    }
    for (let i = 0; i < PROBES; i += 1) {
      const slot = (place + i) % SLOTS;
      const held = Atomics.load(this.#tags, slot);
      if (Number(Atomics.load(this.#cells, slot) >> 32n) > second) continue;
      if (Atomics.compareExchange(this.#tags, slot, held, tag) === held) return slot;
    }
    // Too many callers at once: one of them loses their window.
    Atomics.store(this.#cells, place, 0n);
    Atomics.store(this.#tags, place, tag);
    return place;
  }
}

/** Two hashes of a text (FNV-1a): a slot, and a tag other than 0. */
function hashOf(text: string): readonly [slot: number, tag: number] {
  let hash = 0x81_1c_9d_c5;
  let other = 0x9e_37_79_b9;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01_00_01_93);
    other = Math.imul(other ^ (text.charCodeAt(i) + (hash >>> 16)), 0x85_eb_ca_6b);
  }
  return [(mixed(hash) >>> 0) % SLOTS, mixed(other) | 1];
}

/** Mixes every bit of a hash into all others (MurmurHash3). */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2_b2_ae_35);
  return bits ^ (bits >>> 16);
}
