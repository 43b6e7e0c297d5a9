import type { Calendar, PeriodKind } from '../../domain/calendar.ts';
import type { Direction, Score, ScoringRule } from '../../domain/scoring.ts';

/** A leaderboard as an operator set it up. `name` is its part of an address; it never changes. */
export interface BoardSettings {
  readonly name: string;
  readonly title: string;
  readonly scoring: ScoringRule;
  readonly direction: Direction;
  readonly calendar: Calendar;
}

/** What a player without an avatar of their own is known with; pages show their initials instead. */
export const DEFAULT_AVATAR = '🎮';

/** Somebody known to the store. `number` orders players as their ids do: whoever came first has the lower one. */
export interface StoredPlayer {
  readonly number: number;
  readonly username: string;
  readonly displayName: string;
  readonly avatar: string;
}

/** An event that has been parsed and given its time. Times are epoch milliseconds. */
export interface NewEvent {
  readonly id: string;
  readonly username: string;
  readonly points: number;
  readonly at: number;
  readonly activity: string;
  readonly displayName: string | undefined;
  readonly avatar: string | undefined;
  /** Whether it may not change the display name and the avatar of a player who is known. */
  readonly keepsNames?: boolean;
  /** What the caller sent, for telling a repetition from another body under the same id. */
  readonly digest: string;
}

/** A board's standings of one period. `start` is epoch milliseconds, -Infinity for all time. */
export interface PeriodKey {
  readonly board: string;
  readonly kind: PeriodKind;
  readonly start: number;
}

/** What one event did to one period. A closed one stays as it was archived: nothing changed. */
export type PeriodChange =
  | { readonly state: 'counted'; readonly period: PeriodKey; readonly before: Score | undefined; readonly after: Score }
  | { readonly state: 'closed'; readonly period: PeriodKey };

/** What an event did: its player as they are now, and one change for each of its periods, in the order of `PERIOD_KINDS`. */
export interface EventEffect {
  readonly player: StoredPlayer;
  readonly changes: readonly PeriodChange[];
}

/** What happened to one event of a commit. */
export type Recorded =
  | (EventEffect & { readonly outcome: 'recorded'; readonly answer: string })
  /** The same id and body as before: nothing happened again, and this is what was answered then. */
  | { readonly outcome: 'repeated'; readonly answer: string }
  /** The same id with another body, or a total that would no longer be exact: refused, nothing stored. */
  | { readonly outcome: 'refused'; readonly reason: 'known id, another body' | 'total out of range' | 'another name' };

/** A row of standings: open periods fold it from events, closed ones keep it with its final rank. */
export interface StoredStanding {
  readonly player: StoredPlayer;
  readonly score: Score;
}

/** How many events of one activity a day of a board has, and what their points add up to, as far as whole numbers are exact. */
export interface ActivityDay {
  /** When the day starts, in epoch milliseconds. */
  readonly start: number;
  /** Of the rest of a day with very many activities, and of events without one: ''. */
  readonly activity: string;
  readonly events: number;
  readonly points: number;
}

/** How a period that is closed ended for a player; `total` is how many were ranked. */
export interface FinalPlace {
  readonly start: number;
  readonly rank: number;
  readonly total: number;
  readonly points: number;
}

/** An event as the ledger has it; times are epoch milliseconds, `seq` rises in the order of recording, over all boards. */
export interface StoredEvent {
  readonly seq: number;
  readonly id: string;
  readonly points: number;
  readonly at: number;
  readonly receivedAt: number;
  readonly activity: string;
  /** The periods it counted for: all but those that were closed when it arrived. */
  readonly counted: readonly PeriodKind[];
}

/** Events in columns, in the order of recording: their players by number, their own times (epoch milliseconds), their points. */
export interface PlayedEvents {
  readonly players: ArrayLike<number>;
  readonly at: ArrayLike<number>;
  readonly points: ArrayLike<number>;
}
