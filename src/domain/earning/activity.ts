import type { PeriodKind } from '../calendar.ts';

/** The units of a limit. */
export const LIMIT_SPANS = ['day', 'week', 'month', 'ever'] as const;

/** The corresponding periods in a board's calendar. */
export const LIMIT_PERIODS = { day: 'daily', week: 'weekly', month: 'monthly', ever: 'all-time' } as const satisfies Record<
  (typeof LIMIT_SPANS)[number],
  PeriodKind
>;

/** How often an activity counts: three times a week, once ever. */
export interface ActivityLimit {
  readonly times: number;
  readonly per: (typeof LIMIT_SPANS)[number];
}

/** A way to earn points. `timeRequired` is for display, such as "30 min". */
export interface Activity {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly points: number;
  readonly difficulty: 'Easy' | 'Medium' | 'Hard';
  readonly timeRequired: string;
  /** Duration for plans; parsed from the text by default. */
  readonly minutes?: number | undefined;
  readonly limit?: ActivityLimit | undefined;
  /** Where to do it, as a full URL. */
  readonly link?: string | undefined;
}

/** Finds the activity that an event names: by its id or, if no id matches, by its title. */
export function activityFinder(activities: readonly Activity[]): (named: string) => Activity | undefined {
  // If titles are equal, the first one counts.
  const byTitle = new Map(activities.map((activity) => [activity.title, activity] as const).toReversed());
  const byId = new Map(activities.map((activity) => [activity.id, activity]));
  return (named) => byId.get(named) ?? byTitle.get(named);
}

/** 10,000 hours. */
export const MOST_MINUTES = 600_000;

/** An activity's duration: its explicit minutes, or those parsed from its text; `undefined` if unknown. */
export function minutesOf({ minutes, timeRequired }: Pick<Activity, 'minutes' | 'timeRequired'>): number | undefined {
  return minutes ?? minutesIn(timeRequired);
}

/** Parses minutes: "30 min", "2 hours", "1 hour 30 min", "1h 15m"; `undefined` for anything else, 0, or over 10,000 hours. */
export function minutesIn(text: string): number | undefined {
  const parts = /^(?:(\d{1,6}) *h(?:ours?|rs?)?)?(?:,? *(?:and +)?(\d{1,6}) *m(?:in(?:ute)?s?)?)?\.?$/.exec(text.trim().toLowerCase());
  if (parts === null) return undefined;
  const minutes = Number(parts[1] ?? 0) * 60 + Number(parts[2] ?? 0);
  return minutes >= 1 && minutes <= MOST_MINUTES ? minutes : undefined;
}
