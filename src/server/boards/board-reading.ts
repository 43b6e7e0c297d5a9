import { periodContaining, previousPeriod, type PeriodKind, type PeriodSpan } from '../../domain/calendar.ts';
import { type Page, pageBounds } from '../../domain/page.ts';
import { PODIUM_PLACES, podiumOf, type Podium } from '../../domain/podium.ts';
import type { Tie } from '../../domain/ranking.ts';
import { MomentOrder } from '../ranking/moment-order.ts';
import { keyOf } from '../ranking/period-key.ts';
import { type FieldOrder, orderKey, type OrderedPlace, type PlayerOrder, ranksFrom } from '../ranking/player-order.ts';
import type { PointsStore } from '../store/points-store.ts';
import { type BoardSettings, type Change, DEFAULT_AVATAR, type StoredPlayer } from '../store/stored-values.ts';
import { ArchiveOrder } from './orders/archive-order.ts';
import { PeriodHistories } from './orders/period-histories.ts';
import type { PeriodOrders } from './orders/period-orders.ts';
import type { ShownPlayers } from './shown-players.ts';

export interface RankedPlayer {
  readonly rank: number;
  readonly points: number;
  readonly reachedAt: number;
  /** The rank in the period before, if there was one. */
  readonly earlierRank: number | undefined;
  readonly player: StoredPlayer;
}

export interface Stretch {
  readonly board: BoardSettings;
  readonly period: PeriodSpan;
  readonly closed: boolean;
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
export interface BoardView {
  readonly board: BoardSettings;
  readonly period: PeriodSpan;
  readonly closed: boolean;
  readonly podium: Podium<PlacedPlayer>;
  readonly rows: Page<PlacedPlayer>;
}

/** Some places of a period, and the rank of the player they were chosen by, at one instant. */
export interface Places {
  readonly board: BoardSettings;
  readonly period: PeriodSpan;
  readonly closed: boolean;
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

/** What is read from. */
export interface ReadingParts {
  readonly store: Pick<PointsStore, 'finalStandings' | 'finalRank' | 'players' | 'countedEvents' | 'periodSizes'>;
  readonly orders: PeriodOrders;
  readonly players: Pick<ShownPlayers, 'isShown' | 'absences'>;
}

/**
 * Who stands where: in a period that goes on by its order in memory, in a closed one by its final ranks, at a moment by
 * what had happened until then. Nothing is awaited from the order to the last tie, so that no commit comes between.
 */
export class BoardReading {
  readonly #parts: ReadingParts;
  readonly #histories: PeriodHistories;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
    this.#histories = new PeriodHistories(parts.store);
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    this.#histories.follow(change);
  }

  /**
   * `count` players of the period of `kind` that contains `at`, at one instant: fewer at the ends, except around
   * a player, where the stretch is moved to stay whole. With `only`, of those players (by number) and with the
   * ranks they have among all. Nobody, around a player who is not ranked.
   * @throws {Problem} gone for a total in a period that is closed.
   */
  async page(
    board: BoardSettings,
    kind: PeriodKind,
    at: number,
    whence: Whence,
    count: number,
    only?: readonly number[],
  ): Promise<Stretch> {
    const period = periodContaining(kind, at, board.calendar);
    const asked = [...(only ?? []), ...('around' in whence ? [whence.around] : [])];
    const archive = await this.#archive(board, period, asked);
    const order = archive ?? (await this.#parts.orders.of(board, period));
    const ranks = only === undefined ? undefined : order.ranksOf(only);
    const total = ranks?.length ?? order.size;
    const [offset, length] = stretchFrom(whence, board, order, count, ranks);
    const places = order.placesAt(ranks?.slice(offset, offset + length) ?? ranksFrom(offset + 1, length));
    const standings = await this.#named(board, period, await places);
    return { board, period, closed: archive !== undefined, total, offset, standings };
  }

  /**
   * The podium and the rows of a page, as `viewBoard` has them, of the period of `kind` that contains `at`; with
   * `moment` (epoch milliseconds, in the same period), of what had happened by then. With `only`, of those players
   * (by number), with the ranks and ties they have among all.
   */
  async view(
    board: BoardSettings,
    kind: PeriodKind,
    at: number,
    { page, pageSize, moment }: { readonly page: number; readonly pageSize: number; readonly moment?: number | undefined },
    only?: readonly number[],
  ): Promise<BoardView> {
    const period = periodContaining(kind, at, board.calendar);
    const archive = await this.#archive(board, period, moment === undefined ? (only ?? []) : []);
    const order: PlayerOrder =
      moment === undefined
        ? (archive ?? (await this.#parts.orders.of(board, period)))
        : await this.#orderAt(board, period, archive, moment);
    const list = only === undefined ? undefined : order.among(only);
    const total = list?.size ?? order.size;
    const bounds = pageBounds(Math.max(0, total - PODIUM_PLACES), page, pageSize);
    const cuts = [[1, PODIUM_PLACES] as const, [PODIUM_PLACES + Math.max(1, bounds.first), pageSize] as const];
    const ranks = list?.ranks(...cuts) ?? cuts.flatMap(([first, count]) => ranksFrom(first, Math.min(count, total - first + 1)));
    const players = await this.#placed(board, period, order, ranks);
    return {
      board,
      period,
      closed: archive !== undefined,
      podium: podiumOf(players.slice(0, PODIUM_PLACES)),
      rows: { ...bounds, items: players.slice(PODIUM_PLACES) },
    };
  }

  /**
   * The standings at the ranks that `choose` names, given the rank of a player (by number) and how many are ranked,
   * of the period of `kind` that contains `at`. Every rank named must be there.
   */
  async places(
    board: BoardSettings,
    kind: PeriodKind,
    at: number,
    player: number,
    choose: (rank: number | undefined, total: number) => readonly number[],
  ): Promise<Places> {
    const period = periodContaining(kind, at, board.calendar);
    const archive = await this.#archive(board, period, [player]);
    const order = archive ?? (await this.#parts.orders.of(board, period));
    const [rank, total] = [order.rankOf(player), order.size];
    const standings = await this.#placed(board, period, order, choose(rank, total));
    return { board, period, closed: archive !== undefined, total, rank, standings };
  }

  /** The final ranks of a period, if it is closed; `players`: whoever is asked about by number. */
  #archive(board: BoardSettings, period: PeriodSpan, players: readonly number[]): Promise<ArchiveOrder | undefined> {
    return ArchiveOrder.open(this.#parts.store, board, period, players);
  }

  /** The order at a moment of a period, which may be closed. */
  async #orderAt(board: BoardSettings, period: PeriodSpan, archive: ArchiveOrder | undefined, moment: number): Promise<MomentOrder> {
    const key = { ...keyOf(board.name, period), end: period.end };
    const unshown = await archive?.unshown();
    // Whoever is hidden while this waits is not shown either.
    const without = () => unshown ?? new Set(this.#parts.players.absences.keys());
    return new MomentOrder(await this.#histories.totalsAt(board, key, archive !== undefined, moment, without));
  }

  /** Players as an order has them on some ranks. */
  async #placed(board: BoardSettings, period: PeriodSpan, order: PlayerOrder, ranks: readonly number[]): Promise<PlacedPlayer[]> {
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
    const before = earlier && ((await this.#archive(board, earlier, numbers)) ?? (await this.#parts.orders.of(board, earlier)));
    return players.map((player, i) => {
      const { rank, points, reachedAt } = places[i]!;
      // An open period has nobody who is not shown; in one that is closed the ranks stay, without the name.
      const shown = this.#parts.players.isShown(player.number) ? player : hiddenPlayer(player.number, rank);
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

/** Stands for a player in the archive who is not shown. Nobody can be called what begins with a space. */
function hiddenPlayer(number: number, rank: number): StoredPlayer {
  return { number, username: ` ${rank}`, displayName: 'Hidden player', avatar: DEFAULT_AVATAR };
}
