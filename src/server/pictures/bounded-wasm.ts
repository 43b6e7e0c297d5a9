const MEMORY_SECTION = 5;
/** Magic number and version. */
const PREAMBLE_BYTES = 8;
/** A flag in the limits of a memory: a maximum follows. */
const HAS_MAXIMUM = 1;

/**
 * A WebAssembly module whose memory can grow to at most `mostPages` pages of 64 KiB, and traps beyond.
 * @throws {RangeError} if it has no memory of its own.
 */
export function boundedWasm(module: Uint8Array, mostPages: number): Uint8Array<ArrayBuffer> {
  for (let at = PREAMBLE_BYTES; at < module.length;) {
    const size = numberAt(module, at + 1);
    if (module[at] === MEMORY_SECTION) {
      // The number of memories (one), the flags of its limits, its initial size.
      const [flags, least] = [module[size.end + 1]!, numberAt(module, size.end + 2)];
      const section = [1, flags | HAS_MAXIMUM, ...encoded(least.value), ...encoded(mostPages)];
      const rest = module.subarray(size.end + size.value);
      const parts = [module.subarray(0, at + 1), Uint8Array.from([...encoded(section.length), ...section]), rest];
      return new Uint8Array(Buffer.concat(parts));
    }
    at = size.end + size.value;
  }
  throw new RangeError('The module has no memory of its own');
}

/** A LEB128 number, and the index after it. */
function numberAt(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start; ; at += 1) {
    value += (bytes[at]! & 0x7f) * 2 ** (7 * (at - start));
    if (bytes[at]! < 0x80) return { value, end: at + 1 };
  }
}

function encoded(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encoded(Math.floor(value / 0x80))];
}
