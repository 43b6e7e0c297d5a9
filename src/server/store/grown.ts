/** Copies an array into a larger one. */
export function grown<Numbers extends Uint8Array | Uint32Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
