const MEMORY_SECTION = 5;
/** The mark of a WebAssembly file, and its version. */
const PREAMBLE_BYTES = 8;
/** Of the limits of a memory: a maximum follows. */
const HAS_MAXIMUM = 1;

/**
 * A WebAssembly module whose own memory grows to so many pages of 64 KiB at most: whoever asks for more gets a trap.
 * @throws {RangeError} if it has no memory of its own.
 */
export function boundedWasm(module: Uint8Array, mostPages: number): Uint8Array<ArrayBuffer> {
  for (let at = PREAMBLE_BYTES; at < module.length;) {
    const size = numberAt(module, at + 1);
    if (module[at] === MEMORY_SECTION) {
      // How many memories, which is one; the flags of its limits; how large it is at first.
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

/** A whole number as WebAssembly writes it, in LEB128, and where it ends. */
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
