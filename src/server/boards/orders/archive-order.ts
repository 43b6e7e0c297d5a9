import { firstPlaceAwaited } from '../../../domain/ascending.ts';
import type { PeriodSpan } from '../../../domain/calendar.ts';
import { tieAmong, type Tie } from '../../../domain/ranking.ts';
import { Problem } from '../../http/problem.ts';
import { keyOf } from '../../ranking/period-key.ts';
import { type FieldOrder, NO_TIE, orderKey, type OrderedPlace, runsOf } from '../../ranking/player-order.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, ClosedPlace, PeriodKey } from '../../store/stored-values.ts';
import type { FinalRanks } from './final-ranks.ts';

type Finals = Pick<PointsStore, 'finalStandings'>;

/**
 * The final ranks of a period that is closed, as an order like any other. The ranks of the players a question names are
 * read before it is answered, the rows of a page when they are asked for. Nothing here changes any more, unless an
 * operator opens the period again.
 */
export class ArchiveOrder implements FieldOrder {
  readonly #store: Finals;
  readonly #board: BoardSettings;
  readonly #key: PeriodKey;
  readonly #ranks: ReadonlyMap<number, number>;
  /** How many stand in front of those who were not shown when it was closed: those come last, whatever their points. */
  readonly #shown: number;
  readonly size: number;

  private constructor(
    store: Finals,
    board: BoardSettings,
    key: PeriodKey,
    size: number,
    shown: number,
    ranks: ReadonlyMap<number, number>,
  ) {
    this.#store = store;
    this.#board = board;
    this.#key = key;
    this.#ranks = ranks;
    this.#shown = shown;
    this.size = size;
  }

  /** `undefined` if the period is not closed. `players`: by number, everybody who will be asked about by name. */
  static async open(
    store: Finals,
    board: BoardSettings,
    period: PeriodSpan,
    players: readonly number[],
    finalRanks: Pick<FinalRanks, 'of'>,
  ): Promise<ArchiveOrder | undefined> {
    const key = keyOf(board.name, period);
    const final = await store.finalStandings(key, 1, 0);
    if (final === undefined) return undefined;
    const ranks = await finalRanks.of(key, players);
    return new ArchiveOrder(store, board, key, final.total, final.total - final.unshown, ranks);
  }

  rankOf(player: number): number | undefined {
    return this.#ranks.get(player);
  }

  ranksOf(players: readonly number[]): readonly number[] {
    return players.flatMap((player) => this.#ranks.get(player) ?? []).toSorted((a, b) => a - b);
  }

  /** @throws {Problem} gone: a cursor beside a total belongs to a period that goes on. */
  countBefore(): never {
    throw new Problem('gone', 'The period of this cursor is over, and its ranks are now final. Read its first page again.', [
      { field: 'cursor', rule: 'must belong to a period that is not closed' },
    ]);
  }

  async placesAt(ranks: readonly number[]): Promise<readonly OrderedPlace[]> {
    const rows = await this.#rowsAt(ranks);
    return ranks.map((rank) => {
      const { player, score } = rows.get(rank)!;
      return { player: player.number, rank, points: orderKey(this.#board, score.points), reachedAt: score.reachedAt };
    });
  }

  async tiesAt(ranks: readonly number[]): Promise<readonly Tie[]> {
    const beside = ranks.flatMap((rank) => [rank - 1, rank, rank + 1]).filter((rank) => rank >= 1 && rank <= this.#shown);
    const rows = await this.#rowsAt([...new Set(beside)].toSorted((a, b) => a - b));
    const groups = new Map<number, number>();
    const ties: Tie[] = [];
    for (const rank of ranks) {
      const points = rows.get(rank)?.score.points;
      const [above, below] = [rows.get(rank - 1), rows.get(rank + 1)].map((row) => (row?.score.points === points ? row : undefined));
      const neighbour = above ?? below;
      if (rank > this.#shown || neighbour === undefined) {
        ties.push(NO_TIE);
        continue;
      }
      const size = groups.get(points!) ?? (await this.#groupSize(rank, points!));
      groups.set(points!, size);
      ties.push(tieAmong(size, rows.get(rank)!.score.reachedAt, neighbour.score.reachedAt));
    }
    return ties;
  }

  /** Who stands behind all others, because they were not shown when the period was closed. */
  async unshown(): Promise<ReadonlySet<number>> {
    const behind = await this.#standings(this.#shown + 1, this.size - this.#shown);
    return new Set(behind.map(({ player }) => player.number));
  }

  /** How many have the points that somebody on a rank has. */
  async #groupSize(rank: number, points: number): Promise<number> {
    const isSame = async (at: number) => (await this.#rowsAt([at])).get(at)!.score.points === points;
    const first = await firstPlaceAwaited(1, rank, async (at) => !(await isSame(at)));
    const end = await firstPlaceAwaited(rank + 1, this.#shown + 1, isSame);
    return end - first;
  }

  /** The rows of some ranks, those that follow each other read together. */
  async #rowsAt(ranks: readonly number[]): Promise<ReadonlyMap<number, ClosedPlace>> {
    const rows = new Map<number, ClosedPlace>();
    for (const [first, count] of runsOf(ranks)) {
      for (const row of await this.#standings(first, count)) rows.set(row.rank, row);
    }
    return rows;
  }

  /** @throws {Problem} unavailable if the period was opened again since this order was: the next answer is of the open one. */
  async #standings(first: number, count: number): Promise<readonly ClosedPlace[]> {
    const final = await this.#store.finalStandings(this.#key, first, count);
    if (final === undefined)
      throw new Problem('unavailable', 'This period was opened again just now. Try again.', [], { 'retry-after': '1' });
    return final.standings;
  }
}
