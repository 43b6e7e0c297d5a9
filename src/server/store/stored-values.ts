import { type Calendar, PERIOD_KINDS, type PeriodKind } from '../../domain/calendar.ts';
import type { Direction, Score, ScoringRule } from '../../domain/scoring.ts';
import type { Unit } from '../../domain/units/unit.ts';

/** A leaderboard as an operator set it up. `name` is its part of an address; it never changes. */
export interface BoardSettings {
  readonly name: string;
  readonly title: string;
  readonly scoring: ScoringRule;
  readonly direction: Direction;
  readonly calendar: Calendar;
  /** How totals are written; no standing is folded by it. */
  readonly unit: Unit;
  /** `archived`: it takes no points, and no list has it. Whatever was kept is there. */
  readonly state: 'listed' | 'archived';
}

/** What a board is unless somebody says otherwise; its name, title and calendar are its own. */
export const PLAIN_BOARD = { scoring: 'sum', direction: 'high', unit: 'points', state: 'listed' } as const satisfies Partial<BoardSettings>;

/** @throws {RangeError} if a board would be folded otherwise than the standings that it has. */
export function refuseToFoldAnew(known: BoardSettings, board: BoardSettings): void {
  const folding = ({ scoring, direction, calendar }: BoardSettings) => `${scoring} ${direction} ${calendar.timeZone} ${calendar.weekStart}`;
  if (folding(known) !== folding(board))
    throw new RangeError(`Scoring, direction and calendar of the board ${board.name} cannot change: its standings were folded by them`);
}

/** What a player without an avatar of their own is known with; pages show their initials instead. */
export const DEFAULT_AVATAR = '🎮';

/** Somebody known to the store. `number` is the order in which players joined: the first to come to this server has the lowest. */
export interface StoredPlayer {
  readonly number: number;
  readonly username: string;
  readonly displayName: string;
  readonly avatar: string;
}

/** An event that has been parsed and given its times. Times are epoch milliseconds. */
export interface NewEvent {
  readonly id: string;
  readonly username: string;
  readonly points: number;
  readonly at: number;
  readonly receivedAt: number;
  readonly activity: string;
  readonly displayName: string | undefined;
  readonly avatar: string | undefined;
  /** Whether it may not change the display name and the avatar of a player who is known. */
  readonly keepsNames: boolean;
  /** What the caller sent, for telling a repetition from another body under the same id. */
  readonly digest: string;
}

/** A board's standings of one period. `start` is epoch milliseconds, -Infinity for all time. */
export interface PeriodKey {
  readonly board: string;
  readonly kind: PeriodKind;
  readonly start: number;
}

/** Totals of some players in a period, in columns. Times are epoch milliseconds. */
export interface StandingColumns {
  /** By number. */
  readonly players: Uint32Array;
  readonly points: Float64Array;
  readonly reachedAt: Float64Array;
  readonly movedAt: Float64Array;
}

/** What one event did to one period. One that is closed for it stays as it is: nothing changed. */
export type PeriodChange =
  | { readonly state: 'counted'; readonly period: PeriodKey; readonly before: Score | undefined; readonly after: Score }
  | { readonly state: 'closed'; readonly period: PeriodKey };

/** What an event did: its player as they are now, and one change for each of its periods, in the order of `PERIOD_KINDS`. */
export interface EventEffect {
  readonly event: NewEvent;
  readonly player: StoredPlayer;
  readonly changes: readonly PeriodChange[];
}

/** What happened to one event of a commit. */
export type Recorded =
  | { readonly outcome: 'recorded'; readonly answer: string }
  /** The same id and body as before: nothing happened again, and this is what was answered then. */
  | { readonly outcome: 'repeated'; readonly answer: string }
  /** The same id with another body, a total that would no longer be exact, or other names than it may have: refused, nothing stored. */
  | { readonly outcome: 'refused'; readonly reason: 'known id, another body' | 'total out of range' | 'another name' }
  /** It is to be looked at first: nothing stored, and its id is not known. */
  | { readonly outcome: 'held'; readonly hold: Hold };

/** Why an event is held: the rule that it broke, and what that is in words. */
export interface Hold {
  readonly rule: string;
  readonly reason: string;
}

/**
 * Says of each event of a commit, in order, whether it is to be held. Asked only of events that would be recorded otherwise, with
 * the number of the player, `undefined` of somebody new; an event that it does not hold is recorded, if the commit is made.
 */
export type Holding = (event: NewEvent, player: number | undefined) => Hold | undefined;

/** That an event is not to count, or is to count again. `at` is epoch milliseconds, `reason` is shown to visitors. */
export interface Revision {
  readonly does: 'void' | 'restore';
  readonly reason: string;
  readonly at: number;
}

/**
 * What a revision did to one period of its event. Nothing if it is `final`; if the event came too `late` for it; or if it
 * is the `same` with the event and without, because an earlier revision changed it already.
 */
export interface RevisedPeriod {
  readonly period: PeriodKey;
  readonly state: 'changed' | 'final' | 'late' | 'same';
}

/** What came of a revision; the periods are in the order of `PERIOD_KINDS`. */
export type Revised =
  | {
      readonly outcome: 'revised';
      readonly player: StoredPlayer;
      readonly event: StoredEvent;
      /** When and why it was voided before, if it was. */
      readonly before: StoredEvent['voided'];
      readonly periods: readonly RevisedPeriod[];
      /** What came of the event that was to be restored in its place, if one was. */
      readonly restored?: Revised['outcome'];
    }
  | { readonly outcome: 'refused'; readonly reason: 'unknown event' | 'voided already' | 'not voided' | 'total out of range' };

/** An event that is to be voided or restored with others, by its board and id. */
export interface Revising {
  readonly board: string;
  readonly id: string;
  readonly does: Revision['does'];
  /**
   * What counts in its place for the periods that it leaves: an event of the board that is restored for these alone, by its id; or a
   * new one under another id, the same for another player, by number.
   */
  readonly instead?: { readonly restored: string } | { readonly copy: string; readonly player: number } | undefined;
}

/** What came of many revisions: of each what came of it, and every total that is another now. All are refused where one would not be exact. */
export type RevisedTogether =
  | { readonly outcome: 'revised'; readonly events: readonly Revised[]; readonly totals: readonly TotalNow[] }
  | { readonly outcome: 'refused'; readonly reason: 'total out of range' };

/** The total of a player in a period as it is now; `undefined` where they have none any more. */
export interface TotalNow {
  readonly period: PeriodKey;
  readonly player: number;
  readonly total: Score | undefined;
}

/** A durable change, and the position it brought a board to; of a document, and of a board that was removed, all that are there. */
export type Change = { readonly position: number } & (
  | {
      readonly kind: 'recorded';
      readonly board: string;
      /** How many events were recorded. */
      readonly events: number;
      /** When the first of them happened, by its own time, in epoch milliseconds. */
      readonly earliest: number;
      /** Each total that changed once. */
      readonly totals: readonly TotalNow[];
    }
  /** Events were voided or restored, and with them the past of their periods is another. */
  | { readonly kind: 'revised'; readonly board: string; readonly totals: readonly TotalNow[] }
  | { readonly kind: 'closed' | 'reopened'; readonly board: string; readonly period: PeriodKey }
  /** `settings` is undefined of a board that was removed. */
  | { readonly kind: 'board'; readonly board: string; readonly settings: BoardSettings | undefined }
  | { readonly kind: 'document'; readonly name: string; readonly text: string }
  /** Somebody was given another name, or was erased. */
  | { readonly kind: 'player'; readonly player: StoredPlayer }
  /** Records were kept, of these kinds, and nothing else. `board`: whose answers change by it; without, nobody's do. */
  | { readonly kind: 'records'; readonly board: string | undefined; readonly records: readonly string[] }
);

/** When the first of some events happened, by its own time; Infinity of none. */
export function earliestOf(events: readonly { readonly at: number }[]): number {
  return events.reduce((earliest, { at }) => Math.min(earliest, at), Infinity);
}

/** The nearest of the numbers between which all whole ones are exact. */
export function nearestExact(value: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value));
}

/** A row of the final standings of a period. */
export interface ClosedPlace {
  readonly rank: number;
  readonly player: StoredPlayer;
  readonly score: Score;
}

/** A period that is over and not closed; times are epoch milliseconds. `reopenedAt`: when it was opened again after it had been closed. */
export interface EndedPeriod extends PeriodKey {
  readonly end: number;
  readonly reopenedAt: number | undefined;
}

/** The order in which ended periods are closed: by their end, the shorter kinds first, boards by name. */
export function byEnd(a: EndedPeriod, b: EndedPeriod): number {
  return a.end - b.end || PERIOD_KINDS.indexOf(a.kind) - PERIOD_KINDS.indexOf(b.kind) || (a.board < b.board ? -1 : 1);
}

/** How many events of one activity a day of a board has, and what their points add up to, as far as whole numbers are exact. */
export type ActivityDay = DayActivity & {
  /** When the day starts, in epoch milliseconds. */
  readonly start: number;
  readonly events: number;
  readonly points: number;
};

/** An activity by its name; `none`: of events without one; `rest`: of a day with very many activities all that are not named. */
export type DayActivity = { readonly kind: 'named'; readonly activity: string } | { readonly kind: 'none' } | { readonly kind: 'rest' };

/** How a period that is closed ended for a player; `total` is how many were ranked. */
export interface FinalPlace {
  readonly start: number;
  readonly rank: number;
  readonly total: number;
  readonly points: number;
}

/** How a period that is closed ended: its first places, of `total` that were ranked. */
export interface PeriodResult {
  readonly start: number;
  readonly total: number;
  readonly places: readonly ClosedPlace[];
}

/** An event as the ledger has it; times are epoch milliseconds, `seq` rises in the order of recording. */
export interface StoredEvent {
  readonly seq: number;
  readonly id: string;
  readonly points: number;
  readonly at: number;
  readonly receivedAt: number;
  readonly activity: string;
  /** The periods it counts for: all but those it came too late for, and those it was voided in before they were final. */
  readonly counted: readonly PeriodKind[];
  /** When and why it was voided, if it is. */
  readonly voided: { readonly at: number; readonly reason: string } | undefined;
}

/**
 * Events lie in the order in which they arrived, except copies made by a merge and points accepted after a hold. After this many others in
 * a row that arrived before a moment, no more are expected that arrived after it.
 */
export const ENOUGH_EARLIER = 250;

/** Whether an event lies where it does because of when it arrived: a copy has the time of the original. Only ids of our own begin with a space. */
export function liesByArrival({ id }: Pick<StoredEvent, 'id'>): boolean {
  return !id.startsWith(' ');
}

/** An event of the ledger, and whose it is: a player by number. */
export interface PlayedEvent extends StoredEvent {
  readonly player: number;
}

/** Events in columns, in the order of recording: their players by number, their own times (epoch milliseconds), their points. */
export interface PlayedEvents {
  readonly players: ArrayLike<number>;
  readonly at: ArrayLike<number>;
  readonly points: ArrayLike<number>;
}
