import type { PeriodSpan } from '../../domain/calendar.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { orderKey } from '../ranking/player-order.ts';
import type { StoredEvent } from '../store/stored-values.ts';
import { type ActParts, closeWhatIsDue } from './parts/act-parts.ts';
import type { OrderChange } from './parts/consequences.ts';
import { openPeriods } from './parts/open-periods.ts';
import type { PreviewedActs } from './parts/previewed-acts.ts';
import type { Imagined, PreviewedAct } from './parts/previewed.ts';
import { everyEvent, totalsOf } from './parts/totals-of-events.ts';

/**
 * Counts the points of one player for another, and says how many events these are. What is due is closed before: which results are
 * final is a matter of time, and never of when somebody looked last.
 * @throws {Problem} as `Merges.merge`; unavailable while something is wrong, because nothing can be closed then.
 */
export function mergingPlayers(
  parts: Pick<ActParts, 'boards' | 'readiness' | 'log'>,
  from: string,
  into: string,
): PreviewedAct<{ readonly events: number }> {
  const { boards } = parts;
  return {
    imagine: () => imaginedMerge(boards, from, into),
    async carryOut(agreed) {
      await closeWhatIsDue(parts, 'Nobody can be merged now.');
      return { events: await boards.merges.merge(from, into, agreed) };
    },
  };
}

/**
 * What merging two players would do: in every period that is not final the first one leaves the order, and the other one
 * has the points of both.
 * @throws {Problem} as `Merges.mergeable`.
 */
async function imaginedMerge(boards: LiveBoards, from: string, into: string): Promise<Imagined> {
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

/** The acts on two players that have a preview, by endpoint. */
export const MERGE_ACTS: Pick<PreviewedActs, 'mergePlayers'> = {
  mergePlayers: (parts, { variables: { username }, body: { into } }) => mergingPlayers(parts, username, into),
};
