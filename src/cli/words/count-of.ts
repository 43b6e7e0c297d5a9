/** A number for people to read: "1,002". */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** How many of something there are: "1 row", "1,002 rows". */
export function countOf(count: number, thing: string): string {
  return `${grouped(count)} ${thing}${count === 1 ? '' : 's'}`;
}
