import type { LiveBoards } from '../server/live-boards.ts';
import type { PointsStore } from '../server/points-store.ts';

/** Answers the requests for pages; `undefined` for what is not one. */
export type LivePages = (request: Request) => Promise<Response> | undefined;

/** The pages of the live edition. There are none yet: the built site is shown. */
export function createLivePages(_boards: LiveBoards, _store: PointsStore): LivePages {
  return () => undefined;
}
