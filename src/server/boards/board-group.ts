import * as z from 'zod/mini';

import { documentBeside, type DocumentOf, type KeptDocument, type KeptDocuments } from '../store/kept-document.ts';
import type { DocumentBeside } from '../store/points-store.ts';

const groupsSchema = z.record(z.string(), z.string());

/** The groups of boards by name; boards without one are left out. */
export const BOARD_GROUPS: DocumentOf<ReadonlyMap<string, string>> = {
  name: 'board groups',
  read: (text) => new Map(Object.entries(text === undefined ? {} : groupsSchema.parse(JSON.parse(text)))),
  written: (groups) => Object.fromEntries(groups),
};

export class BoardGroups {
  readonly #groups: KeptDocument<ReadonlyMap<string, string>>;

  constructor(documents: Pick<KeptDocuments, 'kept'>) {
    this.#groups = documents.kept(BOARD_GROUPS);
  }

  /** A board's group; null for none. */
  of(board: string): string | null {
    return this.#groups.value.get(board) ?? null;
  }
}

/** Changes a board's group, or copies it, in the commit that creates or changes it. */
export function groupBeside(board: string, wanted: string | null | { readonly copyOf: string }): DocumentBeside {
  return documentBeside(BOARD_GROUPS, (kept) => {
    const group = typeof wanted === 'object' && wanted !== null ? (kept.get(wanted.copyOf) ?? null) : wanted;
    if ((kept.get(board) ?? null) === group) return kept;
    const groups = new Map(kept);
    if (group === null) groups.delete(board);
    else groups.set(board, group);
    return groups;
  });
}

/** A board's group, by the stored text. */
export function keptGroup(text: string | undefined, board: string): string | null {
  return BOARD_GROUPS.read(text).get(board) ?? null;
}
