import * as z from 'zod/mini';

import { documentBeside, type DocumentOf, type KeptDocument, type KeptDocuments } from '../store/kept-document.ts';
import type { DocumentBeside } from '../store/points-store.ts';

/** The audience of a board: everyone, or only callers with a key that may read. */
export type Visibility = 'public' | 'private';

const namesSchema = z.array(z.string());

/** The names of private boards. */
export const PRIVATE_BOARDS: DocumentOf<ReadonlySet<string>> = {
  name: 'private boards',
  read: (text) => new Set(text === undefined ? [] : namesSchema.parse(JSON.parse(text))),
  written: (names) => [...names],
};

export class BoardVisibility {
  readonly #private: KeptDocument<ReadonlySet<string>>;

  constructor(documents: Pick<KeptDocuments, 'kept'>) {
    this.#private = documents.kept(PRIVATE_BOARDS);
  }

  /** The names of private boards, possibly of removed ones too. */
  get privateNames(): ReadonlySet<string> {
    return this.#private.value;
  }

  of(board: string): Visibility {
    return visibilityIn(this.#private.value, board);
  }
}

/** Changes a board's visibility, or copies it, in the commit that creates or changes it, so that a private board is never visible. */
export function visibilityBeside(board: string, wanted: Visibility | { readonly copyOf: string }): DocumentBeside {
  return documentBeside(PRIVATE_BOARDS, (kept) => {
    const visibility = typeof wanted === 'string' ? wanted : visibilityIn(kept, wanted.copyOf);
    if (visibilityIn(kept, board) === visibility) return kept;
    const names = new Set(kept);
    if (visibility === 'private') names.add(board);
    else names.delete(board);
    return names;
  });
}

/** A board's visibility, by the stored text. */
export function keptVisibility(text: string | undefined, board: string): Visibility {
  return visibilityIn(PRIVATE_BOARDS.read(text), board);
}

function visibilityIn(names: ReadonlySet<string>, board: string): Visibility {
  return names.has(board) ? 'private' : 'public';
}
