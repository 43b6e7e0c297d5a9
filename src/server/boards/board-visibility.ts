import * as z from 'zod/mini';

import { audited } from '../audit/audit-entry.ts';
import type { PointsStore } from '../store/points-store.ts';
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

/** What it works with. */
export interface BoardVisibilityParts {
  readonly store: Pick<PointsStore, 'changeDocument'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Which boards are private. A board that is not there yet can be: so one is never public before it is private. */
export class BoardVisibility {
  readonly #parts: BoardVisibilityParts;
  #private: ReadonlySet<string>;

  /** `names`: as {@link keptPrivateBoards} has them. */
  constructor(parts: BoardVisibilityParts, names: ReadonlySet<string>) {
    this.#parts = parts;
    this.#private = names;
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'document' && change.name === PRIVATE_BOARDS) this.#private = namesIn(change.text);
  }

  /** The names of private boards, and of those that will be when they are made. */
  get privateNames(): ReadonlySet<string> {
    return this.#private;
  }

  of(board: string): Visibility {
    return this.#private.has(board) ? 'private' : 'public';
  }

  /** Between commits. Resolves once it is durable and true of every answer. Rejects as `check`, which is called inside the commit. */
  async set(board: string, visibility: Visibility, check: () => void): Promise<void> {
    const { store, clock } = this.#parts;
    const visibilityIn = (text: string | undefined) => ({ visibility: namesIn(text).has(board) ? 'private' : 'public' });
    const told = audited<{ readonly before: string | undefined }>(clock(), ({ before }) => ({
      act: 'change-board',
      board,
      before: visibilityIn(before),
      after: { visibility },
    }));
    const change = (kept: string | undefined) => {
      check();
      const names = new Set(namesIn(kept));
      if (visibility === 'private') names.add(board);
      else names.delete(board);
      return JSON.stringify([...names]);
    };
    await store.changeDocument(PRIVATE_BOARDS, change, told);
  }
}

function namesIn(text: string | undefined): ReadonlySet<string> {
  return new Set(text === undefined ? [] : namesSchema.parse(JSON.parse(text)));
}
