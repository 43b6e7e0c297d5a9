import { periodContaining, previousPeriod, type PeriodKind, type PeriodSpan } from '../../../domain/calendar.ts';
import { type Page, pageBounds } from '../../../domain/page.ts';
import { PODIUM_PLACES, podiumOf, type Podium } from '../../../domain/podium.ts';
import type { Tie } from '../../../domain/ranking.ts';
import type { Score } from '../../../domain/scoring.ts';
import { GatheredTotals } from '../../ranking/gathered-totals.ts';
import { MomentOrder } from '../../ranking/moment-order.ts';
import type { Absences, PeriodOrders } from '../../ranking/period-orders.ts';
import { type FieldOrder, orderKey, type OrderedPlace, ranksFrom } from '../../ranking/player-order.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, Change, StoredPlayer } from '../../store/stored-values.ts';
import { type ArchiveOrder, openArchive } from './archive-order.ts';
import { FinalRanks } from './final-ranks.ts';
import { hiddenPlayer } from './hidden-player.ts';
import { PeriodHistories } from './period-histories.ts';

export interface RankedPlayer {
  readonly rank: number;
  readonly points: number;
  readonly reachedAt: number;
  /** The rank in the previous period, if any. */
  readonly earlierRank: number | undefined;
  readonly player: StoredPlayer;
}

/** The period that was read. */
interface OfPeriod {
  readonly board: BoardSettings;
  readonly period: PeriodSpan;
  /** Whether the period's ranks are final; ranks at a moment in it may differ. */
  readonly closed: boolean;
}

export interface Stretch extends OfPeriod {
  /** How many are ranked; with a filter, how many of its players. */
  readonly total: number;
  /** How many of `total` come before the first standing. */
  readonly offset: number;
  readonly standings: readonly RankedPlayer[];
}

/** A standing on a page. */
export interface PlacedPlayer extends RankedPlayer {
  readonly tie: Tie;
}

/** The podium and one page of the rows below it, at one instant. */
export interface BoardView extends OfPeriod {
  readonly podium: Podium<PlacedPlayer>;
  readonly rows: Page<PlacedPlayer>;
}

/** Some places of a period and the rank of the player they were chosen for, at one instant. */
export interface Places extends OfPeriod {
  /** How many are ranked. */
  readonly total: number;
  /** `undefined` if the player is not ranked. */
  readonly rank: number | undefined;
  readonly standings: readonly PlacedPlayer[];
}

/** A position between totals, whether or not a player is there: the cursor of an open period. */
export interface TotalKey {
  readonly player: number;
  readonly points: number;
  readonly reachedAt: number;
}

/** Where a stretch is: after a rank or total, before one, or around a player. Totals are for open periods only. */
export type Whence = { readonly after: number | TotalKey } | { readonly before: number | TotalKey } | { readonly around: number };

/** Which standings: a time (epoch milliseconds) for its period at present or as it ended; a moment for its period as it was then. */
export type AsOf = number | { readonly moment: number };

/** An order, valid until the next turn of the event loop, with its period. */
type PeriodOrder = Pick<OfPeriod, 'period' | 'closed'> & { readonly order: FieldOrder };

export interface ReadingParts {
  readonly store: Pick<PointsStore, 'finalStandings' | 'finalRanks' | 'countedEvents' | 'periodSizes' | 'players'>;
  readonly orders: PeriodOrders;
  readonly absences: Absences & { readonly value: ReadonlyMap<number, unknown> };
}

/** Reads standings as of any time. There is no await between getting an order and its last tie, so that no commit intervenes. */
export class BoardReading {
  readonly #parts: ReadingParts;
  readonly #histories: PeriodHistories;
  readonly #finalRanks: FinalRanks;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
    this.#histories = new PeriodHistories(parts.store);
    this.#finalRanks = new FinalRanks(parts.store);
  }

  /** Applies a change of the store. */
  follow(change: Change): void {
    this.#histories.follow(change);
    this.#finalRanks.follow(change);
  }

  /**
   * `count` players of a period of `kind` at one instant: fewer at the ends, except around a player, where the stretch is shifted to stay
   * full. With `only`, of these players (by number), with their overall ranks. Empty around an unranked player.
   * @throws {Problem} gone for a total in a closed period, unless as of a moment.
   */
  async page(
    board: BoardSettings,
    kind: PeriodKind,
    asOf: AsOf,
    whence: Whence,
    count: number,
    only?: readonly number[],
  ): Promise<Stretch> {
    const wanted = [...(only ?? []), ...('around' in whence ? [whence.around] : [])];
    const { period, closed, order } = await this.#orderFor(board, kind, asOf, wanted);
    const ranks = only === undefined ? undefined : order.ranksOf(only);
    const total = ranks?.length ?? order.size;
    const [offset, length] = stretchFrom(whence, board, order, count, ranks);
    const places = order.placesAt(ranks?.slice(offset, offset + length) ?? ranksFrom(offset + 1, length));
    const standings = await this.#named(board, period, await places);
    return { board, period, closed, total, offset, standings };
  }

  /** The ranks of players (by number) in a period of `kind`, in the given order; `undefined` for unranked ones. */
  async ranks(board: BoardSettings, kind: PeriodKind, asOf: AsOf, players: readonly number[]): Promise<readonly (number | undefined)[]> {
    const { order } = await this.#orderFor(board, kind, asOf, players);
    return players.map((player) => order.rankOf(player));
  }

  /** The podium and a page of rows of a period, as by `viewBoard`. With `only`, of these players (by number), with overall ranks. */
  async view(
    board: BoardSettings,
    kind: PeriodKind,
    asOf: AsOf,
    { page, pageSize }: { readonly page: number; readonly pageSize: number },
    only?: readonly number[],
  ): Promise<BoardView> {
    const { period, closed, order } = await this.#orderFor(board, kind, asOf, only ?? []);
    const list = only === undefined ? undefined : order.ranksOf(only);
    const total = list?.length ?? order.size;
    const bounds = pageBounds(Math.max(0, total - PODIUM_PLACES), page, pageSize);
    const cuts = [[1, PODIUM_PLACES] as const, [PODIUM_PLACES + Math.max(1, bounds.first), pageSize] as const];
    const ranks = cuts.flatMap(
      ([first, count]) => list?.slice(first - 1, first - 1 + count) ?? ranksFrom(first, Math.min(count, total - first + 1)),
    );
    const players = await this.#placed(board, period, order, ranks);
    const [podium, items] = [podiumOf(players.slice(0, PODIUM_PLACES)), players.slice(PODIUM_PLACES)];
    return { board, period, closed, podium, rows: { ...bounds, items } };
  }

  /** The standings at the ranks that `choose` returns, given a player's rank and the number of ranked players. All must exist. */
  async places(
    board: BoardSettings,
    kind: PeriodKind,
    asOf: AsOf,
    player: number,
    choose: (rank: number | undefined, total: number) => readonly number[],
  ): Promise<Places> {
    const { period, closed, order } = await this.#orderFor(board, kind, asOf, [player]);
    const [rank, total] = [order.rankOf(player), order.size];
    const standings = await this.#placed(board, period, order, choose(rank, total));
    return { board, period, closed, total, rank, standings };
  }

  /** The order of a period now or at its end, valid for this turn. `players`: all whose ranks will be read, by number. */
  async orderOf(board: BoardSettings, period: PeriodSpan, players: readonly number[]): Promise<FieldOrder> {
    const { orders } = this.#parts;
    return orders.held(board, period) ?? (await this.#archived(board, period, players)) ?? orders.of(board, period);
  }

  /** The totals of all time of some players (by number), as of a board's period that begins at `start`. */
  async totalsEver(board: BoardSettings, start: number, players: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const ever = await this.orderOf(board, periodContaining('all-time', start, board.calendar), players);
    const places = await ever.placesAt(ever.ranksOf(players));
    return new Map(places.map(({ player, points }) => [player, orderKey(board, points)]));
  }

  /** The total of a player (by number) at a moment (epoch milliseconds) of a period that was read; `undefined` if they had none by then. */
  scoreAt({ board, period, closed }: Places, moment: number, player: number): Promise<Score | undefined> {
    return this.#histories.look(board, period, closed, (history) => history.scoreAt(moment, player));
  }

  /** The order of any period or moment: from memory, final ranks, or history. `players`: all whose ranks will be read, by number. */
  async #orderFor(board: BoardSettings, kind: PeriodKind, asOf: AsOf, players: readonly number[]): Promise<PeriodOrder> {
    const { orders, absences } = this.#parts;
    const isPast = typeof asOf !== 'number';
    const period = periodContaining(kind, isPast ? asOf.moment : asOf, board.calendar);
    const held = isPast ? undefined : orders.held(board, period);
    if (held !== undefined) return { period, closed: false, order: held };
    const archive = await this.#archived(board, period, isPast ? [] : players);
    const closed = archive !== undefined;
    if (!isPast) return { period, closed, order: archive ?? (await orders.of(board, period)) };
    const unshown = await archive?.unshown();
    // Evaluated late, to leave out players hidden in the meantime.
    const without = () => unshown ?? new Set(absences.value.keys());
    const totals = await this.#histories.look(board, period, closed, (history) => history.totalsAt(asOf.moment, without()));
    return { period, closed, order: new MomentOrder(totals ?? new GatheredTotals(0).columns) };
  }

  #archived(board: BoardSettings, period: PeriodSpan, players: readonly number[]): Promise<ArchiveOrder | undefined> {
    return openArchive(this.#parts.store, board, period, players, this.#finalRanks);
  }

  /** The players at some ranks of an order. */
  async #placed(board: BoardSettings, period: PeriodSpan, order: FieldOrder, ranks: readonly number[]): Promise<PlacedPlayer[]> {
    const [places, ties] = await Promise.all([order.placesAt(ranks), order.tiesAt(ranks)]);
    const players = await this.#named(board, period, places);
    return players.map((player, i) => Object.assign(player, { tie: ties[i]! }));
  }

  /** Adds names and earlier ranks to places. */
  async #named(board: BoardSettings, period: PeriodSpan, places: readonly OrderedPlace[]): Promise<RankedPlayer[]> {
    const numbers = places.map(({ player }) => player);
    const players = await this.#parts.store.players(numbers);
    const earlier = previousPeriod(period, board.calendar);
    // Final ranks or, if that period has not closed yet, its current ones.
    const before = earlier && (await this.orderOf(board, earlier, numbers));
    return players.map((player, i) => {
      const { rank, points, reachedAt } = places[i]!;
      // Open periods have no hidden players; in closed ones their ranks stay, without the name.
      const shown = this.#parts.absences.value.has(player.number) ? hiddenPlayer(player.number, rank) : player;
      return { rank, points: orderKey(board, points), reachedAt, player: shown, earlierRank: before?.rankOf(player.number) };
    });
  }
}

/** The number of rows before a stretch, and its length, in the whole order or only `ranks`. */
function stretchFrom(
  whence: Whence,
  board: BoardSettings,
  order: FieldOrder,
  count: number,
  ranks: readonly number[] | undefined,
): [offset: number, length: number] {
  const total = ranks?.length ?? order.size;
  /** How many of the list have a rank of at most `rank`. */
  const upTo = (rank: number) => (ranks === undefined ? Math.min(rank, total) : ranks.filter((each) => each <= rank).length);
  /** How many come before a place, or up to it: player numbers are integers, so half a number includes the place. */
  const before = (place: number | TotalKey, including: boolean) =>
    typeof place === 'number'
      ? place - (including ? 0 : 1)
      : order.countBefore(place.player + (including ? 0.5 : 0), orderKey(board, place.points), place.reachedAt);
  if ('after' in whence) {
    const offset = upTo(before(whence.after, true));
    return [offset, Math.min(count, total - offset)];
  }
  if ('before' in whence) {
    const end = upTo(before(whence.before, false));
    const offset = Math.max(0, end - count);
    return [offset, end - offset];
  }
  const rank = order.rankOf(whence.around);
  if (rank === undefined) return [0, 0];
  const offset = Math.max(0, Math.min(upTo(rank) - 1 - Math.floor((count - 1) / 2), total - count));
  return [offset, Math.min(count, total - offset)];
}
