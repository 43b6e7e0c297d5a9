import * as z from 'zod/mini';

import type { DocumentOf, KeptDocument, KeptDocuments } from '../store/kept-document.ts';
import type { DocumentBeside } from '../store/points-store.ts';

/** Who may read a board: everybody, or whoever shows a key that reads. */
export type Visibility = 'public' | 'private';

const namesSchema = z.array(z.string());

/** The names of the private boards. */
export const PRIVATE_BOARDS: DocumentOf<ReadonlySet<string>> = {
  name: 'private boards',
  read: (text) => new Set(text === undefined ? [] : namesSchema.parse(JSON.parse(text))),
};

/** Which boards are private. */
export class BoardVisibility {
  readonly #private: KeptDocument<ReadonlySet<string>>;

  constructor(documents: Pick<KeptDocuments, 'kept'>) {
    this.#private = documents.kept(PRIVATE_BOARDS);
  }

  /** The names of private boards, also of some that are not there any more. */
  get privateNames(): ReadonlySet<string> {
    return this.#private.value;
  }

  of(board: string): Visibility {
    return visibilityIn(this.#private.value, board);
  }
}

/** Makes a board private or public in the commit that creates or changes it: so nobody ever sees a board that they must not see. */
export function visibilityBeside(board: string, visibility: Visibility): DocumentBeside {
  return {
    document: PRIVATE_BOARDS.name,
    change(kept) {
      const names = new Set(PRIVATE_BOARDS.read(kept));
      if (visibilityIn(names, board) === visibility) return kept;
      if (visibility === 'private') names.add(board);
      else names.delete(board);
      return JSON.stringify([...names]);
    },
  };
}

/** The visibility of a board by the text that is kept. */
export function keptVisibility(text: string | undefined, board: string): Visibility {
  return visibilityIn(PRIVATE_BOARDS.read(text), board);
}

function visibilityIn(names: ReadonlySet<string>, board: string): Visibility {
  return names.has(board) ? 'private' : 'public';
}
