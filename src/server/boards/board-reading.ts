import { periodContaining, previousPeriod, type PeriodKind, type PeriodSpan } from '../../domain/calendar.ts';
import { type Page, pageBounds } from '../../domain/page.ts';
import { PODIUM_PLACES, podiumOf, type Podium } from '../../domain/podium.ts';
import { tieAmong, type Tie } from '../../domain/ranking.ts';
import { MomentOrder } from '../ranking/moment-order.ts';
import { PeriodHistories } from './period-histories.ts';
import { keyOf, unshownIn } from '../ranking/period-key.ts';
import { type OrderedPlace, orderKey, type PlayerOrder } from '../ranking/player-order.ts';
import {
  type BoardSettings,
  DEFAULT_AVATAR,
  type PeriodKey,
  type PointsStore,
  type StoredPlayer,
  type StoredStanding,
} from '../store/points-store.ts';
import { Problem } from '../http/problem.ts';
import type { RankIndex } from '../ranking/rank-index.ts';

export interface RankedPlayer {
  readonly rank: number;
  readonly points: number;
  readonly reachedAt: number;
  /** The rank in the period before, where there was one. */
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
export interface BoardMoment {
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
  /** `undefined` where the player is not ranked. */
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

/** Which parts of a list are shown, each as its start and its length: the podium and a page. */
interface Slices {
  readonly bounds: Omit<Page<never>, 'items'>;
  readonly cuts: readonly (readonly [start: number, count: number])[];
}

type FinalStanding = StoredStanding & { readonly rank: number };

/** What is read from. */
export interface ReadingParts {
  readonly store: Pick<PointsStore, 'finalStandings' | 'finalRank' | 'players' | 'document' | 'countedEvents' | 'periodSizes'>;
  /** The order of a period that is not closed. */
  readonly indexOf: (key: PeriodKey) => RankIndex | Promise<RankIndex>;
  /** The numbers of all who are not shown. */
  readonly absent: () => Iterable<number>;
  readonly isAbsent: (player: number) => boolean;
}

/** Who stands where: in periods that go on from their order in memory, in closed ones from their final ranks, at a moment from their history. */
export class BoardReading {
  readonly #parts: ReadingParts;
  readonly #histories: PeriodHistories;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
    this.#histories = new PeriodHistories(parts.store);
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
    const key = keyOf(board.name, period);
    const final = await this.#parts.store.finalStandings(key, 1, 0);
    if (final !== undefined) return this.#finalPage(board, period, final.total, whence, count, only);
    const index = await this.#parts.indexOf(key);
    // From here to the last rank nothing is awaited, so that no commit comes between.
    const before = (place: number | TotalKey, including: boolean) =>
      typeof place === 'number'
        ? place - (including ? 0 : 1)
        : index.countBefore(place.player + (including ? 0.5 : 0), orderKey(board, place.points), place.reachedAt);
    const ranks = only === undefined ? undefined : index.ranksOf(only);
    const total = ranks?.length ?? index.size;
    const [offset, length] = placed(whence, before, (player) => index.rankOf(player), count, index.size, ranks);
    const numbers =
      ranks === undefined
        ? index.stretch(offset + 1, length)
        : ranks.slice(offset, offset + length).flatMap((rank) => index.stretch(rank, 1));
    const places = numbers.map((player, i) => ({ rank: ranks?.[offset + i] ?? offset + i + 1, ...index.totalOf(player)! }));
    return { board, period, closed: false, total, offset, standings: await this.#named(board, period, numbers, places) };
  }

  async #finalPage(
    board: BoardSettings,
    period: PeriodSpan,
    ranked: number,
    whence: Whence,
    count: number,
    only: readonly number[] | undefined,
  ): Promise<Stretch> {
    const key = keyOf(board.name, period);
    const before = (place: number | TotalKey, including: boolean) => {
      if (typeof place === 'number') return place - (including ? 0 : 1);
      throw new Problem('gone', 'The period this cursor belongs to is over, and its ranks are final: ask for its first page anew.', [
        { field: 'cursor', rule: 'must belong to a period that is not closed' },
      ]);
    };
    const ranks = only === undefined ? undefined : await this.#finalRanks(key, only);
    const around = 'around' in whence ? await this.#parts.store.finalRank(key, whence.around) : undefined;
    const [offset, length] = placed(whence, before, () => around, count, ranked, ranks);
    const standings = await this.#finalRanked(board, period, await this.#finalRows(key, offset, length, ranks));
    return { board, period, closed: true, total: ranks?.length ?? ranked, offset, standings };
  }

  /** The final ranks of those of `players` who have one, best first. */
  async #finalRanks(key: PeriodKey, players: readonly number[]): Promise<readonly number[]> {
    const ranks = await Promise.all(players.map((player) => this.#parts.store.finalRank(key, player)));
    return ranks.filter((rank) => rank !== undefined).toSorted((a, b) => a - b);
  }

  /** `count` rows after the first `start`, of all ranks or of those given. */
  async #finalRows(key: PeriodKey, start: number, count: number, ranks: readonly number[] | undefined): Promise<readonly FinalStanding[]> {
    if (ranks === undefined) return (await this.#parts.store.finalStandings(key, start + 1, count))!.standings;
    const rows = await Promise.all(ranks.slice(start, start + count).map((rank) => this.#parts.store.finalStandings(key, rank, 1)));
    return rows.flatMap((final) => final!.standings);
  }

  async #finalRanked(board: BoardSettings, period: PeriodSpan, rows: readonly FinalStanding[]): Promise<RankedPlayer[]> {
    const earlierRank = await this.#earlierRanks(board, period);
    return Promise.all(
      rows.map(async ({ rank, player, score: { points, reachedAt } }) => ({
        rank,
        player: this.#parts.isAbsent(player.number) ? hiddenPlayer(player.number, rank) : player,
        points,
        reachedAt,
        earlierRank: await earlierRank(player.number),
      })),
    );
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
  ): Promise<BoardMoment> {
    const period = periodContaining(kind, at, board.calendar);
    const key = keyOf(board.name, period);
    const final = await this.#parts.store.finalStandings(key, 1, 0);
    const placed =
      moment !== undefined
        ? await this.#openSlices(board, period, await this.#orderAt(board, period, final?.total, moment), slices, only)
        : final === undefined
          ? await this.#openSlices(board, period, await this.#parts.indexOf(key), slices, only)
          : await this.#finalSlices(board, period, final.total, slices, only);
    return { board, period, closed: final !== undefined, ...placed };

    /** Cuts a list of `total` into the podium and the page. */
    function slices(total: number): Slices {
      const bounds = pageBounds(Math.max(0, total - PODIUM_PLACES), page, pageSize);
      const start = PODIUM_PLACES + Math.max(0, bounds.first - 1);
      return {
        bounds,
        cuts: [
          [0, Math.min(PODIUM_PLACES, total)],
          [start, Math.max(0, Math.min(pageSize, total - start))],
        ],
      };
    }
  }

  /** The order at a moment of a period; `finals`: how many final ranks it has, if it is closed. */
  async #orderAt(board: BoardSettings, period: PeriodSpan, finals: number | undefined, moment: number): Promise<MomentOrder> {
    const key = { ...keyOf(board.name, period), end: period.end };
    const unshown = finals === undefined ? undefined : await this.#unshownFinals(key, finals);
    // Whoever is hidden while this waits is not shown either.
    const without = () => unshown ?? new Set(this.#parts.absent());
    return new MomentOrder(await this.#histories.totalsAt(board, key, finals !== undefined, moment, without));
  }

  /** Who stands behind all others in an archive, because they were not shown when it was made. */
  async #unshownFinals(key: PeriodKey, total: number): Promise<ReadonlySet<number>> {
    const unshown = Number((await this.#parts.store.document(unshownIn(key))) ?? 0);
    const { standings } = (await this.#parts.store.finalStandings(key, total - unshown + 1, unshown))!;
    return new Set(standings.map(({ player }) => player.number));
  }

  async #openSlices(
    board: BoardSettings,
    period: PeriodSpan,
    order: PlayerOrder,
    slices: (total: number) => Slices,
    only: readonly number[] | undefined,
  ): Promise<Pick<BoardMoment, 'podium' | 'rows'>> {
    // Nothing is awaited from the order to the last tie, so that no commit comes between.
    const listed = only === undefined ? order : order.among(only);
    const { bounds, cuts } = slices(listed.size);
    const numbers = cuts.flatMap(([start, count]) => listed.stretch(start + 1, count));
    return assembled(await this.#placed(board, period, order, numbers), bounds);
  }

  async #finalSlices(
    board: BoardSettings,
    period: PeriodSpan,
    ranked: number,
    slices: (total: number) => Slices,
    only: readonly number[] | undefined,
  ): Promise<Pick<BoardMoment, 'podium' | 'rows'>> {
    const key = keyOf(board.name, period);
    const ranks = only === undefined ? undefined : await this.#finalRanks(key, only);
    const { bounds, cuts } = slices(ranks?.length ?? ranked);
    const rows: FinalStanding[] = [];
    for (const [start, count] of cuts) rows.push(...(await this.#finalRows(key, start, count, ranks)));
    const players = await this.#finalRanked(board, period, rows);
    const ties = await Promise.all(players.map((player) => this.#finalTie(key, ranked, player)));
    return assembled(
      players.map((player, i) => Object.assign(player, { tie: ties[i]! })),
      bounds,
    );
  }

  /** The tie of a row of final ranks: its group of equal points is found by halving. */
  async #finalTie(key: PeriodKey, ranked: number, { rank, points, reachedAt }: RankedPlayer): Promise<Tie> {
    // Those who were not shown when it was closed are behind the others, whatever their points.
    const total = ranked - Number((await this.#parts.store.document(unshownIn(key))) ?? 0);
    if (rank > total) return { kind: 'none' };
    const scoreAt = async (at: number) =>
      at < 1 || at > total ? undefined : (await this.#parts.store.finalStandings(key, at, 1))?.standings[0]?.score;
    const above = await scoreAt(rank - 1);
    const below = await scoreAt(rank + 1);
    if (above?.points !== points && below?.points !== points) return { kind: 'none' };
    /** The rank furthest from this one, towards `end`, that has the same points. */
    const furthest = async (end: number) => {
      let same = rank;
      let other = end;
      while (Math.abs(other - same) > 1) {
        const middle = Math.trunc((same + other) / 2);
        if ((await scoreAt(middle))!.points === points) same = middle;
        else other = middle;
      }
      return same;
    };
    const first = await furthest(0);
    const last = await furthest(total + 1);
    return tieAmong(last - first + 1, reachedAt, (first === rank ? below : above)!.reachedAt);
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
    const key = keyOf(board.name, period);
    const final = await this.#parts.store.finalStandings(key, 1, 0);
    if (final === undefined) {
      const index = await this.#parts.indexOf(key);
      // Nothing is awaited from the index to the last tie, so that no commit comes between.
      const [rank, total] = [index.rankOf(player), index.size];
      const numbers = choose(rank, total).flatMap((chosen) => index.stretch(chosen, 1));
      const standings = await this.#placed(board, period, index, numbers);
      return { board, period, closed: false, total, rank, standings };
    }
    const rank = await this.#parts.store.finalRank(key, player);
    const { total } = final;
    const chosen = choose(rank, total);
    const ranked = await this.#finalRanked(board, period, await this.#finalRows(key, 0, chosen.length, chosen));
    const standings = await Promise.all(
      ranked.map(async (player) => Object.assign(player, { tie: await this.#finalTie(key, total, player) })),
    );
    return { board, period, closed: true, total, rank, standings };
  }

  /** Players as an order has them. Nothing is awaited before all is read from it. */
  async #placed(board: BoardSettings, period: PeriodSpan, order: PlayerOrder, numbers: readonly number[]): Promise<PlacedPlayer[]> {
    const places = order.placesOf(numbers);
    const players = await this.#named(board, period, numbers, places);
    return players.map((player, i) => Object.assign(player, { tie: places[i]!.tie }));
  }

  /** Players with the places that were read for them. */
  async #named(
    board: BoardSettings,
    period: PeriodSpan,
    numbers: readonly number[],
    places: readonly Omit<OrderedPlace, 'tie'>[],
  ): Promise<RankedPlayer[]> {
    const players = await this.#parts.store.players(numbers);
    const earlierRank = await this.#earlierRanks(board, period);
    return Promise.all(
      players.map(async (player, i) => {
        const { rank, points, reachedAt } = places[i]!;
        // An open period has nobody who is not shown; in one that is closed the ranks stay, without the name.
        const shown = this.#parts.isAbsent(player.number) ? hiddenPlayer(player.number, rank) : player;
        return { rank, points: orderKey(board, points), reachedAt, player: shown, earlierRank: await earlierRank(player.number) };
      }),
    );
  }

  /** Ranks in the period before: final ones or, where it is over and not closed yet, those it has now. */
  async #earlierRanks(board: BoardSettings, period: PeriodSpan): Promise<(player: number) => Promise<number | undefined>> {
    const earlier = previousPeriod(period, board.calendar);
    if (earlier === undefined) return async () => undefined;
    const key = keyOf(board.name, earlier);
    if ((await this.#parts.store.finalStandings(key, 1, 0)) !== undefined) return (player) => this.#parts.store.finalRank(key, player);
    const index = await this.#parts.indexOf(key);
    return async (player) => index.rankOf(player);
  }
}

/**
 * How many rows of a list stand in front of a stretch, and how long it is. The list is all ranks up to `size`,
 * or only `ranks`. `before` says how many of all stand in front of a place, or up to it.
 */
function placed(
  whence: Whence,
  before: (place: number | TotalKey, including: boolean) => number,
  rankOf: (player: number) => number | undefined,
  count: number,
  size: number,
  ranks: readonly number[] | undefined,
): [offset: number, length: number] {
  const total = ranks?.length ?? size;
  /** How many of the list have a rank of at most `rank`. */
  const upTo = (rank: number) => (ranks === undefined ? Math.min(rank, total) : ranks.filter((each) => each <= rank).length);
  if ('after' in whence) {
    const offset = upTo(before(whence.after, true));
    return [offset, Math.min(count, total - offset)];
  }
  if ('before' in whence) {
    const end = upTo(before(whence.before, false));
    const offset = Math.max(0, end - count);
    return [offset, end - offset];
  }
  const rank = rankOf(whence.around);
  if (rank === undefined) return [0, 0];
  const offset = Math.max(0, Math.min(upTo(rank) - 1 - Math.floor((count - 1) / 2), total - count));
  return [offset, Math.min(count, total - offset)];
}

function assembled(players: readonly PlacedPlayer[], bounds: Slices['bounds']): Pick<BoardMoment, 'podium' | 'rows'> {
  return { podium: podiumOf(players.slice(0, PODIUM_PLACES)), rows: { ...bounds, items: players.slice(PODIUM_PLACES) } };
}

/** Stands for a player in the archive who is not shown. Nobody can be called what begins with a space. */
function hiddenPlayer(number: number, rank: number): StoredPlayer {
  return { number, username: ` ${rank}`, displayName: 'Hidden player', avatar: DEFAULT_AVATAR };
}
