import type { PeriodSpan } from '../../domain/calendar.ts';
import { compareKeys } from '../../domain/ordering.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { type MovedPair, SPLIT_REASON } from '../boards/revising/moved-events.ts';
import { orderKey } from '../ranking/player-order.ts';
import type { BoardSettings, StoredEvent, StoredPlayer } from '../store/stored-values.ts';
import type { OrderChange } from './parts/consequences.ts';
import { openPeriods } from './parts/open-periods.ts';
import type { Imagined } from './parts/previewed.ts';
import { everyEvent, totalsOf } from './parts/totals-of-events.ts';

/** Two players, and by board which events count for one of them in place of the other one's. */
interface Splitting {
  readonly source: StoredPlayer;
  readonly target: StoredPlayer;
  readonly found: readonly { readonly board: BoardSettings; readonly pairs: readonly MovedPair[] }[];
  /** `split`: what was moved into the target counts for the source again. `merge`: the other way round. */
  readonly does: 'split' | 'merge';
}

/** What taking a merge back would do, or doing it again: in every period that is not final both players have other totals. */
export async function imaginedSplit(boards: LiveBoards, { source, target, found, does }: Splitting): Promise<Imagined> {
  const players = [source, target];
  const isShown = players.map(({ number }) => boards.players.isShown(number));
  const open = await openPeriods(boards);
  const changes: OrderChange[] = [];
  for (const { board, pairs } of found.filter((each) => each.pairs.length > 0)) {
    const own = await Promise.all(players.map(async ({ number }) => (await everyEvent(boards, board, number)).toReversed()));
    const leave = new Set(pairs.map(({ original, copy }) => (does === 'split' ? copy : original).seq));
    for (const { period, reopenedAt } of open.filter((one) => one.board.name === board.name)) {
      if (boards.closing.isFinal(board.name, period, reopenedAt)) continue;
      if (!pairs.some(({ original: { at } }) => at >= period.start && at < period.end)) continue;
      const entering = new Set<number>();
      for (const { original, copy } of pairs) {
        const event = does === 'split' ? original : copy;
        if (event.at < period.start || event.at >= period.end) continue;
        // One that goes on takes every event. Whether an ended one took it only the ledger knows.
        if (period.end > boards.clock() || (await isEntering(boards, board, event, period))) entering.add(event.seq);
      }
      const counts = (event: StoredEvent): readonly PeriodSpan['kind'][] => {
        if (leave.has(event.seq)) return [];
        return entering.has(event.seq) ? [period.kind] : event.counted;
      };
      const order = await boards.reading.orderOf(board, period, [source.number, target.number]);
      changes.push({
        board,
        period,
        order,
        left: players.flatMap(({ number }) => {
          const rank = order.rankOf(number);
          return rank === undefined ? [] : [{ player: number, rank }];
        }),
        come: players
          .flatMap(({ number }, i) => {
            const [total] = totalsOf(board, [period], own[i]!, counts);
            return total === undefined || !isShown[i]! ? [] : [{ number, points: orderKey(board, total.points), total }];
          })
          .toSorted((a, b) => compareKeys(a.points, a.total.reachedAt, a.number, b.points, b.total.reachedAt, b.number))
          .map(({ number, points, total }) => ({ player: number, points, before: order.countBefore(number, points, total.reachedAt) })),
      });
    }
  }
  return { subject: [`players "${source.username}" and "${target.username}"`, [source.number, target.number, isShown, does]], changes };
}

async function isEntering(boards: LiveBoards, board: BoardSettings, { id }: StoredEvent, { kind }: PeriodSpan): Promise<boolean> {
  const { periods } = await boards.revisions.imagine(board, id, 'restore', SPLIT_REASON, true);
  return periods.some(({ period, state }) => period.kind === kind && state === 'changed');
}
