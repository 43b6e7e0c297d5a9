// Who reads: everybody, or whoever shows a key. What is read by a handler is read from what its reader has.
import type { LiveBoards } from '../../boards/live-boards.ts';
import { publicBoards, type ReadBoards } from '../../boards/public-boards.ts';
import { type Cached, createCached } from './json-answer.ts';

export interface Reader {
  readonly boards: ReadBoards;
  /** Answers of one reader are no answers for another. */
  readonly cached: Cached;
}

export interface Readers {
  readonly everybody: Reader;
  readonly withKey: Reader;
}

export function createReaders(live: LiveBoards): Readers {
  const revision = () => live.changes.position();
  const hasPrivate = () => live.privateBoards().length > 0;
  return {
    everybody: {
      boards: publicBoards(live),
      // As long as nothing is private, everybody is answered alike.
      cached: createCached(revision, () => (hasPrivate() ? DIFFERENT_WITH_KEY : undefined)),
    },
    withKey: {
      boards: live,
      cached: createCached(revision, () => (hasPrivate() ? FOR_ONE : undefined)),
    },
  };
}

const DIFFERENT_WITH_KEY = { vary: 'accept-encoding, authorization, laurels-console' };

/** No cache between us and whoever shows a key may keep it. */
const FOR_ONE = { ...DIFFERENT_WITH_KEY, 'cache-control': 'private, no-cache' };
