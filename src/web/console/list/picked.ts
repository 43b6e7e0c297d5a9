/** The selected rows of a list, by key: some of them, or all that match its filters. */
export type Picked = { readonly kind: 'some'; readonly keys: ReadonlySet<string> } | { readonly kind: 'all' };

export const NONE: Picked = { kind: 'some', keys: new Set() };

export function isPicked(picked: Picked, key: string): boolean {
  return picked.kind === 'all' || picked.keys.has(key);
}

/**
 * The selection after toggling a row; with `from`, also every row of the `page` between the two, inclusive. Deselecting one of all matches
 * keeps the other rows of the page.
 */
export function toggled(picked: Picked, page: readonly string[], key: string, from?: string): Picked {
  const keys = new Set(picked.kind === 'all' ? page : picked.keys);
  const isOn = !isPicked(picked, key);
  const [one, other] = [page.indexOf(key), from === undefined ? -1 : page.indexOf(from)];
  const range = other === -1 ? [key] : page.slice(Math.min(one, other), Math.max(one, other) + 1);
  for (const each of range) {
    if (isOn) keys.add(each);
    else keys.delete(each);
  }
  return { kind: 'some', keys };
}

/** The selection after clicking the checkbox of the whole `page`: all its rows, or none if all were selected. */
export function pageToggled(picked: Picked, page: readonly string[]): Picked {
  if (picked.kind === 'all') return NONE;
  const keys = new Set(picked.keys);
  const isWhole = page.every((key) => keys.has(key));
  for (const key of page) {
    if (isWhole) keys.delete(key);
    else keys.add(key);
  }
  return { kind: 'some', keys };
}

/** Whether none, some or all of a page is selected. */
export function pickedOf(picked: Picked, page: readonly string[]): 'none' | 'some' | 'all' {
  const count = page.filter((key) => isPicked(picked, key)).length;
  return count === 0 ? 'none' : count === page.length ? 'all' : 'some';
}
