/** Formats a number: "1,002". */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** "1 row", "1,002 rows". */
export function countOf(count: number, thing: string): string {
  return `${grouped(count)} ${thing}${count === 1 ? '' : 's'}`;
}
