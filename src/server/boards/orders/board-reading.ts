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
  /** The rank in the period before, if there was one. */
  readonly earlierRank: number | undefined;
  readonly player: StoredPlayer;
}

/** What was read, of which period. */
interface OfPeriod {
  readonly board: BoardSettings;
  readonly period: PeriodSpan;
  /** Whether the ranks of the period are final; those of a moment of it may be others. */
  readonly closed: boolean;
}

export interface Stretch extends OfPeriod {
  /** How many are ranked; of a filtered stretch, how many of those asked for. */
  readonly total: number;
  /** How many of `total` stand in front of the first standing. */
  readonly offset: number;
  readonly standings: readonly RankedPlayer[];
}

/** A standing as a page shows it. */
export interface PlacedPlayer extends RankedPlayer {
  readonly tie: Tie;
}

/** The podium and one page of the rows below it, at one instant. */
export interface BoardView extends OfPeriod {
  readonly podium: Podium<PlacedPlayer>;
  readonly rows: Page<PlacedPlayer>;
}

/** Some places of a period, and the rank of the player they were chosen by, at one instant. */
export interface Places extends OfPeriod {
  /** How many are ranked. */
  readonly total: number;
  /** `undefined` if the player is not ranked. */
  readonly rank: number | undefined;
  readonly standings: readonly PlacedPlayer[];
}

/** A place between totals, whether or not anybody stands there: what a cursor of an open period remembers. */
export interface TotalKey {
  readonly player: number;
  readonly points: number;
  readonly reachedAt: number;
}

/**
 * Where a stretch lies: from a rank on (`after` the one before it), up to the one before a rank, around a
 * player, or beside a total. Totals are for open periods; the ranks of closed ones stay.
 */
export type Whence = { readonly after: number | TotalKey } | { readonly before: number | TotalKey } | { readonly around: number };

/**
 * Which standings of a kind are meant: a time within a period (epoch milliseconds), as that period stands or ended; or a
 * moment (epoch milliseconds), as the period that contains it stood then.
 */
export type AsOf = number | { readonly moment: number };

/** The order that was asked for, good until the next turn of the event loop, and whose it is. */
type AskedOrder = Pick<OfPeriod, 'period' | 'closed'> & { readonly order: FieldOrder };

/** What is read from. */
export interface ReadingParts {
  readonly store: Pick<PointsStore, 'finalStandings' | 'finalRanks' | 'countedEvents' | 'periodSizes' | 'players'>;
  readonly orders: PeriodOrders;
  readonly absences: Absences & { readonly value: ReadonlyMap<number, unknown> };
}

/** Who stands where, as of any time. Nothing is awaited from the order to the last tie, so that no commit comes between. */
export class BoardReading {
  readonly #parts: ReadingParts;
  readonly #histories: PeriodHistories;
  readonly #finalRanks: FinalRanks;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
    this.#histories = new PeriodHistories(parts.store);
    this.#finalRanks = new FinalRanks(parts.store);
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    this.#histories.follow(change);
    this.#finalRanks.follow(change);
  }

  /**
   * `count` players of a period of `kind`, at one instant: fewer at the ends, except around
   * a player, where the stretch is moved to stay whole. With `only`, of those players (by number) and with the
   * ranks they have among all. Nobody, around a player who is not ranked.
   * @throws {Problem} gone for a total in a period that is closed, unless it is asked for as of a moment.
   */
  async page(
    board: BoardSettings,
    kind: PeriodKind,
    asOf: AsOf,
    whence: Whence,
    count: number,
    only?: readonly number[],
  ): Promise<Stretch> {
    const asked = [...(only ?? []), ...('around' in whence ? [whence.around] : [])];
    const { period, closed, order } = await this.#asked(board, kind, asOf, asked);
    const ranks = only === undefined ? undefined : order.ranksOf(only);
    const total = ranks?.length ?? order.size;
    const [offset, length] = stretchFrom(whence, board, order, count, ranks);
    const places = order.placesAt(ranks?.slice(offset, offset + length) ?? ranksFrom(offset + 1, length));
    const standings = await this.#named(board, period, await places);
    return { board, period, closed, total, offset, standings };
  }

  /** The ranks of some players (by number) in a period of `kind`, in the order asked for; `undefined` for who is not ranked. */
  async ranks(board: BoardSettings, kind: PeriodKind, asOf: AsOf, players: readonly number[]): Promise<readonly (number | undefined)[]> {
    const { order } = await this.#asked(board, kind, asOf, players);
    return players.map((player) => order.rankOf(player));
  }

  /**
   * The podium and the rows of a page, as `viewBoard` has them, of a period of `kind`. With `only`, of those players (by
   * number), with the ranks and ties they have among all.
   */
  async view(
    board: BoardSettings,
    kind: PeriodKind,
    asOf: AsOf,
    { page, pageSize }: { readonly page: number; readonly pageSize: number },
    only?: readonly number[],
  ): Promise<BoardView> {
    const { period, closed, order } = await this.#asked(board, kind, asOf, only ?? []);
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

  /**
   * The standings at the ranks that `choose` names, given the rank of a player (by number) and how many are ranked,
   * of a period of `kind`. Every rank named must be there.
   */
  async places(
    board: BoardSettings,
    kind: PeriodKind,
    asOf: AsOf,
    player: number,
    choose: (rank: number | undefined, total: number) => readonly number[],
  ): Promise<Places> {
    const { period, closed, order } = await this.#asked(board, kind, asOf, [player]);
    const [rank, total] = [order.rankOf(player), order.size];
    const standings = await this.#placed(board, period, order, choose(rank, total));
    return { board, period, closed, total, rank, standings };
  }

  /**
   * The order of a period as it stands or ended, good until the next turn of the event loop. `players`: by number,
   * everybody who will be asked about by name.
   */
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

  /**
   * The order of any period, or of any moment: of a period that goes on the one in memory, of a closed one its final ranks, of a moment
   * what had happened by then. `players`: by number, everybody who will be asked about by name.
   */
  async #asked(board: BoardSettings, kind: PeriodKind, asOf: AsOf, players: readonly number[]): Promise<AskedOrder> {
    const { orders, absences } = this.#parts;
    const isPast = typeof asOf !== 'number';
    const period = periodContaining(kind, isPast ? asOf.moment : asOf, board.calendar);
    const held = isPast ? undefined : orders.held(board, period);
    if (held !== undefined) return { period, closed: false, order: held };
    const archive = await this.#archived(board, period, isPast ? [] : players);
    const closed = archive !== undefined;
    if (!isPast) return { period, closed, order: archive ?? (await orders.of(board, period)) };
    const unshown = await archive?.unshown();
    // Whoever is hidden while this waits is not shown either.
    const without = () => unshown ?? new Set(absences.value.keys());
    const totals = await this.#histories.look(board, period, closed, (history) => history.totalsAt(asOf.moment, without()));
    return { period, closed, order: new MomentOrder(totals ?? new GatheredTotals(0).columns) };
  }

  #archived(board: BoardSettings, period: PeriodSpan, players: readonly number[]): Promise<ArchiveOrder | undefined> {
    return openArchive(this.#parts.store, board, period, players, this.#finalRanks);
  }

  /** Players as an order has them on some ranks. */
  async #placed(board: BoardSettings, period: PeriodSpan, order: FieldOrder, ranks: readonly number[]): Promise<PlacedPlayer[]> {
    const [places, ties] = await Promise.all([order.placesAt(ranks), order.tiesAt(ranks)]);
    const players = await this.#named(board, period, places);
    return players.map((player, i) => Object.assign(player, { tie: ties[i]! }));
  }

  /** Players with the places that were read for them. */
  async #named(board: BoardSettings, period: PeriodSpan, places: readonly OrderedPlace[]): Promise<RankedPlayer[]> {
    const numbers = places.map(({ player }) => player);
    const players = await this.#parts.store.players(numbers);
    const earlier = previousPeriod(period, board.calendar);
    // Final ranks or, if that period is over and not closed yet, those it has now.
    const before = earlier && (await this.orderOf(board, earlier, numbers));
    return players.map((player, i) => {
      const { rank, points, reachedAt } = places[i]!;
      // An open period has nobody who is not shown; in one that is closed the ranks stay, without the name.
      const shown = this.#parts.absences.value.has(player.number) ? hiddenPlayer(player.number, rank) : player;
      return { rank, points: orderKey(board, points), reachedAt, player: shown, earlierRank: before?.rankOf(player.number) };
    });
  }
}

/**
 * How many rows of a list stand in front of a stretch, and how long it is. The list is all of an order, or only `ranks`.
 */
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
  /** How many of all stand in front of a place, or up to it: no two players are half a number apart. */
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
