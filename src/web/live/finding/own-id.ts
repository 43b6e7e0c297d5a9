import type { SearchEntry } from '../../../domain/search/search.ts';

/** The id that a thing found has by itself: a result says before it of what type it is. */
export function ownId({ id, type }: SearchEntry): string {
  return id.slice(type.length + 1);
}
