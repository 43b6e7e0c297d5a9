/** A page of a list. `first` is the 1-based position of its first item, 0 for an empty page. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly pages: number;
  readonly first: number;
  readonly total: number;
}

/** The `page`-th slice (1-based) of `size` items, or the nearest existing one, so that old links to page 9 of a shrunken board work. */
export function pageOf<T>(items: readonly T[], page: number, size: number): Page<T> {
  const bounds = pageBounds(items.length, page, size);
  const start = Math.max(0, bounds.first - 1);
  return { ...bounds, items: items.slice(start, start + size) };
}

/** The bounds of the `page`-th slice of `total` items, for lists that are not in memory; see {@link pageOf}. */
export function pageBounds(total: number, page: number, size: number): Omit<Page<never>, 'items'> {
  const pages = Math.max(1, Math.ceil(total / size));
  const nearest = Math.min(Math.max(1, page), pages);
  return { page: nearest, pages, first: total === 0 ? 0 : (nearest - 1) * size + 1, total };
}
