import type { ApiPreview } from '../../contract/operation/previews.ts';
import { submittedAt } from '../boards/points/commit-queue.ts';
import { parseEvent } from '../boards/points-intake.ts';
import type { NewEvent } from '../store/stored-values.ts';
import { imaginedPoints } from '../previews/imagined-points.ts';
import { type Condition, type Imagined, onCondition, type Outlook, previewed } from '../previews/previewed.ts';

/**
 * Records points that an operator posts: resolves, once durable, with their report as JSON, and whether they were posted before.
 * Of a player who is known the names stay.
 * @throws {Problem} not-found for an unknown board, archived for one that takes no points; as `parseEvent` and `PointsByHand.post`;
 * as {@link onCondition}.
 */
export function postByHand(
  outlook: Outlook,
  board: string,
  sent: unknown,
  condition: Condition = {},
): Promise<{ readonly repeated: boolean; readonly report: string }> {
  const event = eventIn(outlook, board, sent);
  return onCondition(
    outlook,
    condition,
    () => imagined(outlook, board, event),
    (agreed) => outlook.boards.byHand.post(board, event, agreed),
  );
}

/** What {@link postByHand} would do to the ranks. @throws {Problem} as that. */
export function handPreview(outlook: Outlook, board: string, sent: unknown): Promise<ApiPreview> {
  const event = eventIn(outlook, board, sent);
  return previewed(outlook, () => imagined(outlook, board, event));
}

function eventIn({ boards }: Outlook, board: string, sent: unknown): NewEvent {
  boards.boardForPoints(board);
  const now = boards.clock();
  return submittedAt(now, { ...parseEvent(sent, now), keepsNames: true });
}

async function imagined({ boards }: Outlook, board: string, event: NewEvent): Promise<Imagined> {
  const effect = await boards.byHand.imagine(board, event);
  return {
    subject: [`event "${event.id}"`, effect === undefined ? 'posted' : event.digest],
    changes: effect === undefined ? [] : await imaginedPoints(boards, board, effect),
  };
}
