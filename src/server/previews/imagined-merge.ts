import type { PeriodSpan } from '../../domain/calendar.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { orderKey } from '../ranking/player-order.ts';
import type { StoredEvent } from '../store/stored-values.ts';
import type { OrderChange } from './consequences.ts';
import { openPeriods } from './open-periods.ts';
import type { Imagined } from './previewed.ts';
import { everyEvent, totalsOf } from './totals-of-events.ts';

/**
 * What merging two players would do: in every period that is not final the first one leaves the order, and the other one
 * has the points of both.
 * @throws {Problem} as `Merges.mergeable`.
 */
export async function imaginedMerge(boards: LiveBoards, from: string, into: string): Promise<Imagined> {
  const { source, target, theirs } = await boards.merges.mergeable(from, into);
  const isShown = [source, target].map(({ number }) => boards.players.isShown(number));
  const open = await openPeriods(boards);
  const changes: OrderChange[] = [];
  for (const { board, events } of theirs) {
    const theirOwn = (await everyEvent(boards, board, target.number)).toReversed();
    for (const { period, reopenedAt } of open.filter((one) => one.board.name === board.name)) {
      if (boards.closing.isFinal(board.name, period, reopenedAt)) continue;
      const coming = events.filter((event) => isIn(period, event));
      if (coming.length === 0) continue;
      const [total] = totalsOf(board, [period], [...theirOwn, ...coming]);
      const order = await boards.reading.orderOf(board, period, [source.number, target.number]);
      const points = total && orderKey(board, total.points);
      changes.push({
        board,
        period,
        order,
        left: [source, target].flatMap(({ number }) => {
          const rank = order.rankOf(number);
          return rank === undefined ? [] : [{ player: number, rank }];
        }),
        come:
          points === undefined || !isShown[1]!
            ? []
            : [{ player: target.number, points, before: order.countBefore(target.number, points, total!.reachedAt) }],
      });
    }
  }
  return { subject: [`players "${source.username}" and "${target.username}"`, [source.number, target.number, isShown]], changes };
}

function isIn({ kind, start, end }: PeriodSpan, { at, counted }: StoredEvent): boolean {
  return counted.includes(kind) && at >= start && at < end;
}
