import { type Calendar, PERIOD_KINDS, type PeriodKind } from '../../domain/calendar.ts';
import type { Direction, Score, ScoringRule } from '../../domain/scoring.ts';
import type { Unit } from '../../domain/units/unit.ts';

/** A leaderboard's settings. `name` is part of its URL and never changes. */
export interface BoardSettings {
  readonly name: string;
  readonly title: string;
  readonly scoring: ScoringRule;
  readonly direction: Direction;
  readonly calendar: Calendar;
  /** For display only: does not affect standings. */
  readonly unit: Unit;
  /** `archived`: accepts no points and is unlisted; its data is kept. */
  readonly state: 'listed' | 'archived';
}

/** The default settings of a new board, apart from name, title and calendar. */
export const PLAIN_BOARD = { scoring: 'sum', direction: 'high', unit: 'points', state: 'listed' } as const satisfies Partial<BoardSettings>;

/** Thrown when changing the calendar of a board that has events, since each of them was counted by it. */
export class CalendarInUse extends RangeError {
  override readonly name = 'CalendarInUse';
}

/** @throws {RangeError} if a change would invalidate a board's standings; {@link CalendarInUse} if only because of its calendar. */
export function refuseRefolding(known: BoardSettings, board: BoardSettings, hasEvents: boolean): void {
  if (known.scoring !== board.scoring || known.direction !== board.direction)
    throw new RangeError(`Scoring and direction of the board ${board.name} cannot change`);
  if (hasEvents && !isSameCalendar(known.calendar, board.calendar))
    throw new CalendarInUse(`The calendar of the board ${board.name} cannot change: its standings were folded by it`);
}

export function isSameCalendar(one: Calendar, other: Calendar): boolean {
  return one.timeZone === other.timeZone && one.weekStart === other.weekStart;
}

/** The avatar of players without one; pages show their initials instead. */
export const DEFAULT_AVATAR = '🎮';

/** A known player. `number` reflects the order of arrival, lowest first. */
export interface StoredPlayer {
  readonly number: number;
  readonly username: string;
  readonly displayName: string;
  readonly avatar: string;
}

/** The author of an event: `key:ID`, `person:ID`, `command` or `server`; and the id of the import that it was part of. */
export interface Author {
  readonly by: string;
  readonly import?: string | undefined;
}

/** Conditions on an author; all must hold. */
export type Posted = { readonly [Field in keyof Author]?: Author[Field] | undefined };

/** A parsed event with its times, in epoch milliseconds. */
export interface NewEvent {
  readonly id: string;
  readonly username: string;
  readonly points: number;
  readonly at: number;
  readonly receivedAt: number;
  readonly activity: string;
  readonly displayName: string | undefined;
  readonly avatar: string | undefined;
  /** Whether it must not change the display name and avatar of a known player. */
  readonly keepsNames: boolean;
  /** A digest of the request, to distinguish a retry from another body with the same id. */
  readonly digest: string;
  readonly author?: Author | undefined;
}

/** A board's standings of one period. `start` is epoch milliseconds, -Infinity for all time. */
export interface PeriodKey {
  readonly board: string;
  readonly kind: PeriodKind;
  readonly start: number;
}

/** Totals of some players in a period, in columns. Times are epoch milliseconds. */
export interface StandingColumns {
  /** By player number. */
  readonly players: Uint32Array;
  readonly points: Float64Array;
  readonly reachedAt: Float64Array;
  readonly movedAt: Float64Array;
}

/** The effect of one event on one period; a closed one did not change. */
export type PeriodChange =
  | { readonly state: 'counted'; readonly period: PeriodKey; readonly before: Score | undefined; readonly after: Score }
  | { readonly state: 'closed'; readonly period: PeriodKey };

/** The effect of an event: its player afterwards, and one change per period, in the order of `PERIOD_KINDS`. */
export interface EventEffect {
  readonly event: NewEvent;
  readonly player: StoredPlayer;
  readonly changes: readonly PeriodChange[];
}

/** The outcome of one event of a commit. */
export type Recorded =
  | { readonly outcome: 'recorded'; readonly answer: string }
  /** A retry with the same id and body: nothing changed, and this is the stored answer. */
  | { readonly outcome: 'repeated'; readonly answer: string }
  /** The same id with another body, an inexact total, or a name change that is not allowed: nothing stored. */
  | { readonly outcome: 'refused'; readonly reason: 'known id, another body' | 'total out of range' | 'another name' }
  /** On hold for review: nothing is stored, and the id remains unused. */
  | { readonly outcome: 'held'; readonly hold: Hold };

/** Why an event is held: the rule that it broke, and an explanation. */
export interface Hold {
  readonly rule: string;
  readonly reason: string;
}

/**
 * Decides for each event of a commit, in order, whether to hold it. Called only for events that would otherwise be recorded, with the
 * player's number (`undefined` for a new player); an event that is not held is recorded if the commit succeeds.
 */
export type Holding = (event: NewEvent, player: number | undefined) => Hold | undefined;

/** Voids or restores an event. `at` is epoch milliseconds, `reason` is shown to visitors. */
export interface Revision {
  readonly does: 'void' | 'restore';
  readonly reason: string;
  readonly at: number;
}

/** The common properties of the revisions of one commit. */
export type AboutRevision = Pick<Revision, 'reason' | 'at'> & {
  /** Selects the events to revise by when and why each is currently voided; all by default. The others are refused as `not meant`. */
  readonly isMeant?: ((voided: StoredEvent['voided']) => boolean) | undefined;
};

/** The effect of a revision on one of its periods: none if `final`, too `late` for the event, or the `same` since an earlier revision. */
export interface RevisedPeriod {
  readonly period: PeriodKey;
  readonly state: 'changed' | 'final' | 'late' | 'same';
}

/** The outcome of a revision; periods are in the order of `PERIOD_KINDS`. */
export type Revised =
  | {
      readonly outcome: 'revised';
      readonly player: StoredPlayer;
      readonly event: StoredEvent;
      /** When and why it was voided before, if it was. */
      readonly before: StoredEvent['voided'];
      readonly periods: readonly RevisedPeriod[];
      /** The outcome for the event restored in its place, if any. */
      readonly restored?: Revised['outcome'];
    }
  | {
      readonly outcome: 'refused';
      readonly reason: 'unknown event' | 'voided already' | 'not voided' | 'not meant' | 'total out of range';
    };

/** An event to void or restore, by board and id, or by its `seq`. */
export interface Revising {
  readonly board: string;
  readonly id: string | number;
  readonly does: Revision['does'];
  /** Its own reason; by default, the common one. */
  readonly reason?: string | undefined;
  /** The replacement in the periods that it leaves: an event of the board, restored only for these; or a copy for another player. */
  readonly instead?: { readonly restored: string } | { readonly copy: string; readonly player: number } | undefined;
}

/** The outcomes of many revisions, and every total that changed. All are refused if one would not be exact. */
export type RevisedTogether =
  | { readonly outcome: 'revised'; readonly events: readonly Revised[]; readonly totals: readonly TotalNow[] }
  | { readonly outcome: 'refused'; readonly reason: 'total out of range' };

/** A player's current total in a period; `undefined` for none. */
export interface TotalNow {
  readonly period: PeriodKey;
  readonly player: number;
  readonly total: Score | undefined;
}

/** A durable change and the resulting position of its board, or of all boards for a document, a player, or a removed board. */
export type Change = { readonly position: number } & (
  | {
      readonly kind: 'recorded';
      readonly board: string;
      /** How many events were recorded. */
      readonly events: number;
      /** The earliest time of the events, in epoch milliseconds. */
      readonly earliest: number;
      /** Each changed total once. */
      readonly totals: readonly TotalNow[];
    }
  /** Events were voided or restored, which changes the history of their periods. */
  | { readonly kind: 'revised'; readonly board: string; readonly totals: readonly TotalNow[] }
  | { readonly kind: 'closed' | 'reopened'; readonly board: string; readonly period: PeriodKey }
  /** `settings` is undefined for a removed board. */
  | { readonly kind: 'board'; readonly board: string; readonly settings: BoardSettings | undefined }
  | { readonly kind: 'document'; readonly name: string; readonly text: string }
  /** A player was renamed or erased. */
  | { readonly kind: 'player'; readonly player: StoredPlayer }
  /** Only records of these kinds changed. `board`: the board whose responses change, if any. */
  | { readonly kind: 'records'; readonly board: string | undefined; readonly records: readonly string[] }
);

/** The earliest time of some events; Infinity for none. */
export function earliestOf(events: readonly { readonly at: number }[]): number {
  return events.reduce((earliest, { at }) => Math.min(earliest, at), Infinity);
}

/** The nearest safe integer. */
export function nearestExact(value: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value));
}

/** A row of a period's final standings. */
export interface ClosedPlace {
  readonly rank: number;
  readonly player: StoredPlayer;
  readonly score: Score;
}

/** A period that has ended and is not closed; times are epoch milliseconds. `reopenedAt`: when it was last reopened after closing. */
export interface EndedPeriod extends PeriodKey {
  readonly end: number;
  readonly reopenedAt: number | undefined;
}

/** Orders ended periods for closing: by end, shorter kinds first, then by board name. */
export function byEnd(a: EndedPeriod, b: EndedPeriod): number {
  return a.end - b.end || PERIOD_KINDS.indexOf(a.kind) - PERIOD_KINDS.indexOf(b.kind) || (a.board < b.board ? -1 : 1);
}

/** Number of events and sum of points of one activity on a day, to the precision of doubles. */
export type ActivityDay = DayActivity & {
  /** Start of the day, in epoch milliseconds. */
  readonly start: number;
  readonly events: number;
  readonly points: number;
};

/** `named`: one activity; `none`: events without one; `rest`: all activities of a day beyond those named. */
export type DayActivity = { readonly kind: 'named'; readonly activity: string } | { readonly kind: 'none' } | { readonly kind: 'rest' };

/** A player's result in a closed period; `total` is the number of ranked players. */
export interface FinalPlace {
  readonly start: number;
  readonly rank: number;
  readonly total: number;
  readonly points: number;
}

/** The first places of a closed period; `total` is the number of ranked players. */
export interface PeriodResult {
  readonly start: number;
  readonly total: number;
  readonly places: readonly ClosedPlace[];
}

/** An event of the ledger; times are epoch milliseconds, and `seq` increases in order of recording. */
export interface StoredEvent {
  readonly seq: number;
  readonly id: string;
  readonly points: number;
  readonly at: number;
  readonly receivedAt: number;
  readonly activity: string;
  /** The periods that it counts for: not those it was too late for, nor those in which it was voided before they were final. */
  readonly counted: readonly PeriodKind[];
  /** When and why it was voided, if it is voided now. */
  readonly voided: { readonly at: number; readonly reason: string } | undefined;
}

/**
 * Events are stored in order of arrival, except copies made by a merge and points accepted after a hold. After this many others in a row
 * that arrived before a moment, no more are expected that arrived after it.
 */
export const ENOUGH_EARLIER = 250;

/** Whether an event is stored where it arrived: a copy has the time of the original. Only internal ids begin with a space. */
export function liesByArrival({ id }: Pick<StoredEvent, 'id'>): boolean {
  return !id.startsWith(' ');
}

/** An event of the ledger and, for operators only, its author: `undefined` if it was recorded before authors were. */
export interface AuthoredEvent extends StoredEvent {
  readonly author: Author | undefined;
}

/** An event of the ledger with its player, by number. */
export interface PlayedEvent extends AuthoredEvent {
  readonly player: number;
}

/** Events in columns, in order of recording: players by number, times in epoch milliseconds, points. */
export interface PlayedEvents {
  readonly players: ArrayLike<number>;
  readonly at: ArrayLike<number>;
  readonly points: ArrayLike<number>;
}
