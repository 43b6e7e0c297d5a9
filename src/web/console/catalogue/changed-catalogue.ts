import type { Catalogue } from '../../../contract/catalogue.ts';
import { nameFrom } from '../parts/words/name-from.ts';

/** The lists of a catalogue. */
export type PartId = keyof Catalogue;

/** An entry of one of the lists. */
export type EntryOf<Part extends PartId> = Catalogue[Part][number];

/** The end of a list at which new entries are added. */
export type End = 'first' | 'last';

/** An entry's title. */
export function titleOf(entry: EntryOf<PartId>): string {
  return 'prize' in entry ? entry.prize : entry.title;
}

/** The current index of an entry that was read earlier: by its id, or by its content for prizes, which have none; -1 if it is gone. */
export function placeOf<Part extends PartId>(entries: readonly EntryOf<Part>[], entry: EntryOf<Part>): number {
  const said = JSON.stringify(entry);
  return entries.findIndex((other) => ('id' in entry && 'id' in other ? other.id === entry.id : JSON.stringify(other) === said));
}

/** A list with the entry at an index replaced; -1 appends it. */
export function replaced<Entry>(entries: readonly Entry[], place: number, entry: Entry): readonly Entry[] {
  return place === -1 ? [...entries, entry] : entries.with(place, entry);
}

/** A list with new entries at one of its ends. */
export function added<Entry>(entries: readonly Entry[], made: readonly Entry[], end: End): readonly Entry[] {
  return end === 'first' ? [...made, ...entries] : [...entries, ...made];
}

/** A list with one of its entries moved to another index. */
export function moved<Entry>(entries: readonly Entry[], from: number, to: number): readonly Entry[] {
  const entry = entries[from];
  return entry === undefined ? entries : entries.toSpliced(from, 1).toSpliced(to, 0, entry);
}

/** A free id derived from a title, or from `otherwise` if the title has no Latin letters. */
export function freeId(title: string, taken: readonly object[], otherwise: string): string {
  const name = nameFrom(title) || otherwise;
  const others = new Set(taken.map((entry) => 'id' in entry && entry.id));
  let id = name;
  for (let n = 2; others.has(id); n += 1) id = `${name}-${n}`;
  return id;
}
