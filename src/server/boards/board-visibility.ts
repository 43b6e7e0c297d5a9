import * as z from 'zod/mini';

import type { DocumentBeside, PointsStore } from '../store/points-store.ts';
import type { Change } from '../store/stored-values.ts';

/** Who may read a board: everybody, or whoever shows a key that reads. */
export type Visibility = 'public' | 'private';

/** The name the store keeps the private boards under. */
const PRIVATE_BOARDS = 'private boards';

const namesSchema = z.array(z.string());

/** The names of the private boards, as the store keeps them. */
export async function keptPrivateBoards(store: Pick<PointsStore, 'document'>): Promise<ReadonlySet<string>> {
  return namesIn(await store.document(PRIVATE_BOARDS));
}

/** Which boards are private. */
export class BoardVisibility {
  #private: ReadonlySet<string>;

  /** `names`: as {@link keptPrivateBoards} has them. */
  constructor(names: ReadonlySet<string>) {
    this.#private = names;
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'document' && change.name === PRIVATE_BOARDS) this.#private = namesIn(change.text);
  }

  /** The names of private boards, also of some that are not there any more. */
  get privateNames(): ReadonlySet<string> {
    return this.#private;
  }

  of(board: string): Visibility {
    return visibilityIn(this.#private, board);
  }
}

/** Makes a board private or public in the commit that creates or changes it: so nobody ever sees a board that they must not see. */
export function visibilityBeside(board: string, visibility: Visibility): DocumentBeside {
  return {
    document: PRIVATE_BOARDS,
    change(kept) {
      const names = new Set(namesIn(kept));
      if (visibilityIn(names, board) === visibility) return kept;
      if (visibility === 'private') names.add(board);
      else names.delete(board);
      return JSON.stringify([...names]);
    },
  };
}

/** The visibility of a board by the text that is kept. */
export function keptVisibility(text: string | undefined, board: string): Visibility {
  return visibilityIn(namesIn(text), board);
}

function visibilityIn(names: ReadonlySet<string>, board: string): Visibility {
  return names.has(board) ? 'private' : 'public';
}

function namesIn(text: string | undefined): ReadonlySet<string> {
  return new Set(text === undefined ? [] : namesSchema.parse(JSON.parse(text)));
}
