import type { ReactNode } from 'react';

import type { Columns } from '../parts/list.tsx';
import type { EntryOf, PartId } from './changed-catalogue.ts';

/** What the fields of an entry are given. */
export interface EntryFieldsProps<Part extends PartId> {
  /** What is changed; `undefined` for something new. */
  readonly entry: EntryOf<Part> | undefined;
  /** What the API calls a field of the entry that stands `after` so many others that are sent with it. */
  readonly nameOf: (field: string, after?: number) => string;
}

/** One of the lists of a catalogue, as the room shows and changes it. */
export interface EntryPart<Part extends PartId> {
  readonly id: Part;
  /** What the list and one of its entries are called. */
  readonly name: string;
  readonly one: string;
  /** What it is for, in a sentence. */
  readonly lead: string;
  /** Where on the site visitors see it. */
  readonly seenAt: string;
  /** What is said where there is none. */
  readonly none: string;
  /** What the list shows of an entry beside its title. */
  readonly columns: Columns<{ readonly entry: EntryOf<Part>; readonly place: number; readonly entries: readonly EntryOf<Part>[] }>;
  readonly Fields: (props: EntryFieldsProps<Part>) => ReactNode;
  /** Entries as they are sent, where they are not what their fields say. */
  readonly sent?: (made: readonly EntryOf<Part>[]) => readonly EntryOf<Part>[];
  /** How visitors see what is typed: the first of the `made`, among `entries` as they would be. */
  readonly Preview: (props: { readonly made: readonly EntryOf<Part>[]; readonly entries: readonly EntryOf<Part>[] }) => ReactNode;
}
