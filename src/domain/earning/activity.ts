import type { PeriodKind } from '../calendar.ts';

/** What a limit counts in. */
export const LIMIT_SPANS = ['day', 'week', 'month', 'ever'] as const;

/** The periods of a board's calendar that these are. */
export const LIMIT_PERIODS = { day: 'daily', week: 'weekly', month: 'monthly', ever: 'all-time' } as const satisfies Record<
  (typeof LIMIT_SPANS)[number],
  PeriodKind
>;

/** How often something counts: three times a week, once ever. */
export interface ActivityLimit {
  readonly times: number;
  readonly per: (typeof LIMIT_SPANS)[number];
}

/** A way to earn points. `timeRequired` is text for people, such as "30 min". */
export interface Activity {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly points: number;
  readonly difficulty: 'Easy' | 'Medium' | 'Hard';
  readonly timeRequired: string;
  /** How long it takes, for plans; without it, what the text says. */
  readonly minutes?: number | undefined;
  readonly limit?: ActivityLimit | undefined;
  /** Where to do it, as a full address. */
  readonly link?: string | undefined;
}

/** Finds the activity that an event names: by its id or, where none has that id, by its title. */
export function activityFinder(activities: readonly Activity[]): (named: string) => Activity | undefined {
  // Of equal titles the first counts.
  const byTitle = new Map(activities.map((activity) => [activity.title, activity] as const).toReversed());
  const byId = new Map(activities.map((activity) => [activity.id, activity]));
  return (named) => byId.get(named) ?? byTitle.get(named);
}

/** 10,000 hours. */
export const MOST_MINUTES = 600_000;

/** How long an activity takes: the minutes it gives, or else those its text says; `undefined` if nobody knows. */
export function minutesOf({ minutes, timeRequired }: Pick<Activity, 'minutes' | 'timeRequired'>): number | undefined {
  return minutes ?? minutesIn(timeRequired);
}

/**
 * Minutes that a text for people says: "30 min", "2 hours", "1 hour 30 min", "1h 15m"; `undefined` for any other text,
 * for no time at all, and for more than 10,000 hours. Guessing at "an evening" would put wrong numbers into a plan.
 */
export function minutesIn(text: string): number | undefined {
  const parts = /^(?:(\d{1,6}) *h(?:ours?|rs?)?)?(?:,? *(?:and +)?(\d{1,6}) *m(?:in(?:ute)?s?)?)?\.?$/.exec(text.trim().toLowerCase());
  if (parts === null) return undefined;
  const minutes = Number(parts[1] ?? 0) * 60 + Number(parts[2] ?? 0);
  return minutes >= 1 && minutes <= MOST_MINUTES ? minutes : undefined;
}
