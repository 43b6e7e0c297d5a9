import { firstPlaceAwaited } from '../../../domain/ascending.ts';
import type { PeriodSpan } from '../../../domain/calendar.ts';
import { tieAmong, type Tie } from '../../../domain/ranking.ts';
import { passingProblem, Problem } from '../../http/problem.ts';
import { keyOf } from '../../ranking/period-key.ts';
import { type FieldOrder, NO_TIE, orderKey, type OrderedPlace, runsOf } from '../../ranking/player-order.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, ClosedPlace } from '../../store/stored-values.ts';
import type { FinalRanks } from './final-ranks.ts';

/** The final ranks of a closed period, as an order. */
export interface ArchiveOrder extends FieldOrder {
  /** Players ranked last because they were hidden when the period closed. */
  unshown(): Promise<ReadonlySet<number>>;
}

/**
 * The order of a closed period; `undefined` if it is not closed. Ranks of `players` (by number, all whose ranks will be read) are read
 * first, rows of a page on demand. Changes only if an operator reopens the period.
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
  // Players hidden when it closed come last, whatever their points.
  const shown = size - final.unshown;

  /** @throws {Problem} unavailable if the period was reopened since; a retry reads the open one. */
  async function standings(first: number, count: number): Promise<readonly ClosedPlace[]> {
    const found = await store.finalStandings(key, first, count);
    if (found === undefined) throw passingProblem('unavailable', 'This period was just reopened. Try again.', 1);
    return found.standings;
  }

  /** The rows of some ranks, with consecutive ones read together. */
  async function rowsAt(ranks: readonly number[]): Promise<ReadonlyMap<number, ClosedPlace>> {
    const rows = new Map<number, ClosedPlace>();
    for (const [first, count] of runsOf(ranks)) for (const row of await standings(first, count)) rows.set(row.rank, row);
    return rows;
  }

  /** How many players have the same points as the player at a rank. */
  async function groupSize(rank: number, points: number): Promise<number> {
    const isSame = async (at: number) => (await rowsAt([at])).get(at)!.score.points === points;
    const first = await firstPlaceAwaited(1, rank, async (at) => !(await isSame(at)));
    const end = await firstPlaceAwaited(rank + 1, shown + 1, isSame);
    return end - first;
  }

  return {
    size,
    rankOf: (player) => known.get(player),
    ranksOf: (numbers) => numbers.flatMap((player) => known.get(player) ?? []).toSorted((a, b) => a - b),
    /** @throws {Problem} gone: a cursor beside a total belongs to an open period. */
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
