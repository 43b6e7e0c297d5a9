/** A slice of a longer list. `first` is the 1-based position of its first item, 0 when there is none. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly pages: number;
  readonly first: number;
  readonly total: number;
}

/**
 * The `page`-th slice (1-based) of `size` items. A page that does not exist becomes the nearest one that
 * does, so an old link to page 9 of a board that shrank shows its last page and not nothing.
 */
export function pageOf<T>(items: readonly T[], page: number, size: number): Page<T> {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const nearest = Math.min(Math.max(1, page), pages);
  const start = (nearest - 1) * size;
  return {
    items: items.slice(start, start + size),
    page: nearest,
    pages,
    first: items.length === 0 ? 0 : start + 1,
    total: items.length,
  };
}
