import { firstNotBelow } from '../../../domain/ascending.ts';
import { periodContaining } from '../../../domain/calendar.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { orderOfMany } from '../../../domain/order-of-many.ts';
import type { Totals } from '../../ranking/moment-order.ts';
import { orderKey } from '../../ranking/player-order.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, Change } from '../../store/stored-values.ts';

/** After which milestones come: the end of every day, week, month or year of the board's calendar. */
export type MilestoneStep = 'daily' | 'weekly' | 'monthly' | 'yearly';

/** Where a player stood of all time at a milestone. */
interface MilestonePlace {
  /** Epoch milliseconds: the last one of a day, week, month or year. */
  readonly moment: number;
  readonly rank: number;
  /** How many were ranked. */
  readonly total: number;
  readonly points: number;
}

/** The all-time ranks of a board at the ends of days, weeks, months or years that are over, oldest first. */
export interface BoardMilestones {
  readonly step: MilestoneStep;
  readonly moments: readonly number[];
  /** Who led at each of them, by number; `undefined` before the first points. */
  readonly leaders: readonly (number | undefined)[];
  /** Of a player, by number, from their first milestone on. */
  placesOf(player: number): readonly MilestonePlace[];
}

/** What is read from. */
export interface MilestonesParts {
  readonly store: Pick<PointsStore, 'firstPeriod'>;
  /** The all-time totals of a board at a moment that is over, lent until the next turn. */
  readonly allTimeAt: (board: BoardSettings, moment: number) => Promise<Totals>;
  /** How many are ranked of all time now. */
  readonly sizeNow: (board: BoardSettings) => Promise<number>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** So many milestones at most: more cannot be told apart on a chart. */
const MOST = 240;

/** How many standings are kept of a board at most, some 64 MB: with a hundred thousand players the ends of 40 years. */
const ROOM_STANDINGS = 4_000_000;

/** Of how many boards. */
const HELD = 4;

/** The milestones of a board as of a day (its start) and of how many there was room for. */
interface CountedMilestones {
  readonly day: number;
  readonly most: number;
  readonly step: MilestoneStep;
  readonly milestones: readonly Counted[];
}

const NONE: CountedMilestones = { day: -Infinity, most: 0, step: 'daily', milestones: [] };

interface Held {
  /** Milestones from this moment on, in epoch milliseconds, are stale: the past they tell of has changed. */
  staleFrom: number;
  counted: Promise<CountedMilestones>;
}

/**
 * The all-time ranks at moments that are over. One player's rank at a moment costs as much as everybody's, so everybody's are
 * counted together when somebody asks, and kept: each further player is a binary search. An event that arrives late makes the
 * milestones since it happened stale; a revision, or a player hidden or shown, all of them. So the answer follows from the position of the
 * board and the day alone, and every process gives the same.
 */
export class Milestones {
  readonly #parts: MilestonesParts;
  readonly #held = new Map<string, Held>();

  constructor(parts: MilestonesParts) {
    this.#parts = parts;
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'recorded') this.#changedFrom(change.earliest, this.#held.get(change.board));
    if (change.kind === 'revised') this.#changedFrom(-Infinity, this.#held.get(change.board));
    // Who is hidden stands in one.
    if (change.kind === 'document') for (const held of this.#held.values()) this.#changedFrom(-Infinity, held);
  }

  /**
   * Those of a board: as close to each other as they can be told apart and kept. None of a board that is too large.
   * @throws {Problem} unavailable where too many wait for past moments already.
   */
  async of(board: BoardSettings): Promise<BoardMilestones> {
    const held = this.#held.get(board.name) ?? { staleFrom: -Infinity, counted: Promise.resolve(NONE) };
    this.#held.delete(board.name);
    this.#held.set(board.name, held);
    for (const oldest of [...this.#held.keys()].slice(0, -HELD)) this.#held.delete(oldest);
    // One count after the other: each goes on from the one before.
    held.counted = held.counted.then((before) => this.#caughtUp(board, held, before));
    try {
      const { step, milestones } = await held.counted;
      return {
        step,
        moments: milestones.map(({ moment }) => moment),
        leaders: milestones.map(({ leader }) => leader),
        placesOf: (player) => milestones.flatMap((each) => placeIn(each, player)),
      };
    } catch (error) {
      if (this.#held.get(board.name) === held) this.#held.delete(board.name);
      throw error;
    }
  }

  #changedFrom(moment: number, held: Held | undefined): void {
    if (held !== undefined) held.staleFrom = Math.min(held.staleFrom, moment);
  }

  async #caughtUp(board: BoardSettings, held: Held, before: CountedMilestones): Promise<CountedMilestones> {
    const { store, allTimeAt, sizeNow, clock } = this.#parts;
    const day = periodContaining('daily', clock(), board.calendar).start;
    const most = Math.min(MOST, Math.floor(ROOM_STANDINGS / Math.max(1, await sizeNow(board))));
    // All milestones are earlier than today.
    if (before.day === day && before.most === most && held.staleFrom >= day) return before;
    const { staleFrom } = held;
    // First, so that what arrives while this counts is counted the next time.
    held.staleFrom = Infinity;
    const { step, moments } = milestoneMoments(board, await store.firstPeriod(board.name, 'daily'), day, most);
    const known = new Map(before.milestones.map((each) => [each.moment, each]));
    const milestones: Counted[] = [];
    for (const moment of moments) {
      const kept = moment < staleFrom ? known.get(moment) : undefined;
      milestones.push(kept ?? countedFrom(board, moment, await allTimeAt(board, moment)));
    }
    return { day, most, step, milestones };
  }
}

/** How long the steps are, in days at least. */
const STEPS = [
  ['daily', 1],
  ['weekly', 7],
  ['monthly', 28],
  ['yearly', 365],
] as const;

/**
 * The ends of the shortest periods of which there are at most `most` from `first` until `now` (epoch milliseconds); the newest years
 * where even these are more.
 */
export function milestoneMoments(
  { calendar }: Pick<BoardSettings, 'calendar'>,
  first: number | undefined,
  now: number,
  most: number,
): { readonly step: MilestoneStep; readonly moments: readonly number[] } {
  const days = first === undefined ? 0 : (now - first) / DAY_MS;
  const [step] = STEPS.find(([, length]) => days / length <= most) ?? STEPS.at(-1)!;
  const moments: number[] = [];
  if (first === undefined || most < 1) return { step, moments };
  const kind = step === 'yearly' ? 'monthly' : step;
  for (let span = periodContaining(kind, first, calendar); span.end <= now; span = periodContaining(kind, span.end, calendar)) {
    // In the middle of a month it is that month everywhere.
    const isEnd = step !== 'yearly' || new Date((span.start + span.end) / 2).getUTCMonth() === 11;
    if (isEnd) moments.push(span.end - 1);
  }
  return { step, moments: moments.slice(-most) };
}

/** Everybody's place at a milestone, in columns by the number of the player. */
interface Counted {
  readonly moment: number;
  readonly leader: number | undefined;
  readonly players: Uint32Array;
  readonly ranks: Uint32Array;
  readonly points: Float64Array;
}

function countedFrom(board: BoardSettings, moment: number, { size, players, points, reachedAt }: Totals): Counted {
  const columns = { players: players.subarray(0, size), points: points.subarray(0, size), reachedAt: reachedAt.subarray(0, size) };
  const order = orderOfMany(columns);
  const counted = { players: columns.players.toSorted(), ranks: new Uint32Array(size), points: new Float64Array(size) };
  for (let i = 0; i < size; i += 1) {
    const from = order[i]!;
    const to = firstNotBelow(counted.players, columns.players[from]!);
    counted.ranks[to] = i + 1;
    counted.points[to] = orderKey(board, columns.points[from]!);
  }
  return { moment, leader: size === 0 ? undefined : columns.players[order[0]!], ...counted };
}

function placeIn({ moment, players, ranks, points }: Counted, player: number): readonly MilestonePlace[] {
  const at = firstNotBelow(players, player);
  return players[at] === player ? [{ moment, rank: ranks[at]!, total: players.length, points: points[at]! }] : [];
}
