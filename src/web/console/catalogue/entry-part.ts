import type { ReactNode } from 'react';

import type { Columns } from '../parts/table.tsx';
import type { EntryOf, PartId } from './changed-catalogue.ts';

/** The props of an entry's fields. */
export interface EntryFieldsProps<Part extends PartId> {
  /** `undefined` for a new entry. */
  readonly entry: EntryOf<Part> | undefined;
  /** The API's name for a field; `after`: the offset of the entry from the first one that is sent. */
  readonly nameOf: (field: string, after?: number) => string;
}

/** A list of the catalogue: its words, columns, fields and preview. */
export interface EntryPart<Part extends PartId> {
  readonly id: Part;
  readonly name: string;
  readonly one: string;
  readonly add: string;
  readonly new: string;
  readonly lead: string;
  readonly seenAt: string;
  readonly none: string;
  readonly heads: Readonly<Record<string, string>>;
  readonly columns: Columns<{ readonly entry: EntryOf<Part>; readonly place: number; readonly entries: readonly EntryOf<Part>[] }>;
  readonly Fields: (props: EntryFieldsProps<Part>) => ReactNode;
  /** Converts the fields to entries, if their formats differ. */
  readonly sent?: (made: readonly EntryOf<Part>[]) => readonly EntryOf<Part>[];
  /** What visitors would see: the first of `made`, among all `entries`. */
  readonly Preview: (props: { readonly made: readonly EntryOf<Part>[]; readonly entries: readonly EntryOf<Part>[] }) => ReactNode;
}
