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
