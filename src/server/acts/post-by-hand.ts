import { submittedAt } from '../boards/points/commit-queue.ts';
import { parseEvent } from '../boards/points-intake.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { imaginedPoints } from '../previews/imagined-points.ts';
import type { PreviewedAct } from '../previews/previewed.ts';

/**
 * Records points that an operator posts, with their report as JSON, and whether they were posted before. Of a player who is known the
 * names stay.
 * @throws {Problem} not-found for an unknown board, archived for one that takes no points; as `parseEvent` and `PointsByHand.post`.
 */
export function postingByHand(
  boards: LiveBoards,
  board: string,
  sent: unknown,
): PreviewedAct<{ readonly repeated: boolean; readonly report: string }> {
  boards.boardForPoints(board);
  const now = boards.clock();
  const event = submittedAt(now, { ...parseEvent(sent, now), keepsNames: true });
  return {
    async imagine() {
      const effect = await boards.byHand.imagine(board, event);
      return {
        subject: [`event "${event.id}"`, effect === undefined ? 'posted' : event.digest],
        changes: effect === undefined ? [] : await imaginedPoints(boards, board, effect),
      };
    },
    carryOut: (agreed) => boards.byHand.post(board, event, agreed),
  };
}
