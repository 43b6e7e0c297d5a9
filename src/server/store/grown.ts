/** What was in an array, in a larger one. */
export function grown<Numbers extends Uint8Array | Uint32Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
