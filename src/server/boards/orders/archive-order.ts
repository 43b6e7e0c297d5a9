import { firstPlaceAwaited } from '../../../domain/ascending.ts';
import type { PeriodSpan } from '../../../domain/calendar.ts';
import { tieAmong, type Tie } from '../../../domain/ranking.ts';
import { passingProblem, Problem } from '../../http/problem.ts';
import { keyOf } from '../../ranking/period-key.ts';
import { type FieldOrder, NO_TIE, orderKey, type OrderedPlace, runsOf } from '../../ranking/player-order.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, ClosedPlace } from '../../store/stored-values.ts';
import type { FinalRanks } from './final-ranks.ts';

/** The final ranks of a period that is closed, as an order like any other. */
export interface ArchiveOrder extends FieldOrder {
  /** Who stands behind all others, because they were not shown when the period was closed. */
  unshown(): Promise<ReadonlySet<number>>;
}

/**
 * The order of a period that is closed; `undefined` if it is not. The ranks of `players` (by number, everybody who will be asked about
 * by name) are read before it is answered, the rows of a page when they are asked for. Nothing here changes any more, unless an
 * operator opens the period again.
 */
export async function openArchive(
  store: Pick<PointsStore, 'finalStandings'>,
  board: BoardSettings,
  period: PeriodSpan,
  players: readonly number[],
  finalRanks: Pick<FinalRanks, 'of'>,
): Promise<ArchiveOrder | undefined> {
  const key = keyOf(board.name, period);
  const final = await store.finalStandings(key, 1, 0);
  if (final === undefined) return undefined;
  const known = await finalRanks.of(key, players);
  const size = final.total;
  // Those who were not shown when it was closed come last, whatever their points.
  const shown = size - final.unshown;

  /** @throws {Problem} unavailable if the period was opened again since this order was: the next answer is of the open one. */
  async function standings(first: number, count: number): Promise<readonly ClosedPlace[]> {
    const found = await store.finalStandings(key, first, count);
    if (found === undefined) throw passingProblem('unavailable', 'This period was opened again just now. Try again.', 1);
    return found.standings;
  }

  /** The rows of some ranks, those that follow each other read together. */
  async function rowsAt(ranks: readonly number[]): Promise<ReadonlyMap<number, ClosedPlace>> {
    const rows = new Map<number, ClosedPlace>();
    for (const [first, count] of runsOf(ranks)) for (const row of await standings(first, count)) rows.set(row.rank, row);
    return rows;
  }

  /** How many have the points that somebody on a rank has. */
  async function groupSize(rank: number, points: number): Promise<number> {
    const isSame = async (at: number) => (await rowsAt([at])).get(at)!.score.points === points;
    const first = await firstPlaceAwaited(1, rank, async (at) => !(await isSame(at)));
    const end = await firstPlaceAwaited(rank + 1, shown + 1, isSame);
    return end - first;
  }

  return {
    size,
    rankOf: (player) => known.get(player),
    ranksOf: (asked) => asked.flatMap((player) => known.get(player) ?? []).toSorted((a, b) => a - b),
    /** @throws {Problem} gone: a cursor beside a total belongs to a period that goes on. */
    countBefore() {
      throw new Problem('gone', 'The period of this cursor is over, and its ranks are now final. Read its first page again.', [
        { field: 'cursor', rule: 'must belong to a period that is not closed' },
      ]);
    },
    async placesAt(ranks) {
      const rows = await rowsAt(ranks);
      return ranks.map((rank): OrderedPlace => {
        const { player, score } = rows.get(rank)!;
        return { player: player.number, rank, points: orderKey(board, score.points), reachedAt: score.reachedAt };
      });
    },
    async tiesAt(ranks) {
      const beside = ranks.flatMap((rank) => [rank - 1, rank, rank + 1]).filter((rank) => rank >= 1 && rank <= shown);
      const rows = await rowsAt([...new Set(beside)].toSorted((a, b) => a - b));
      const groups = new Map<number, number>();
      const ties: Tie[] = [];
      for (const rank of ranks) {
        const points = rows.get(rank)?.score.points;
        const [above, below] = [rows.get(rank - 1), rows.get(rank + 1)].map((row) => (row?.score.points === points ? row : undefined));
        const neighbour = above ?? below;
        if (rank > shown || neighbour === undefined) {
          ties.push(NO_TIE);
          continue;
        }
        const level = groups.get(points!) ?? (await groupSize(rank, points!));
        groups.set(points!, level);
        ties.push(tieAmong(level, rows.get(rank)!.score.reachedAt, neighbour.score.reachedAt));
      }
      return ties;
    },
    unshown: async () => new Set((await standings(shown + 1, size - shown)).map(({ player }) => player.number)),
  };
}
