import type { LiveBoards } from '../boards/live-boards.ts';
import { imaginedPoints } from './imagined-points.ts';
import type { Imagined } from './previewed.ts';

/**
 * What accepting held points would do.
 * @throws {Problem} as `HeldPoints.accept`.
 */
export async function imaginedAcceptance(boards: LiveBoards, id: string): Promise<Imagined> {
  const { held, state, event } = await boards.held.waiting(id);
  const effect = await boards.recording.imagine(held.board, event);
  return {
    subject: [`held points ${id}`, state],
    changes: effect === undefined ? [] : await imaginedPoints(boards, held.board, effect),
  };
}
