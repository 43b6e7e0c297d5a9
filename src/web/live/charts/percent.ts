/** A share of the width or height, as SVG reads it. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
