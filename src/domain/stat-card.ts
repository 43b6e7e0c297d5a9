/** One figure on the whiteboard. `change` is a ratio against the previous period: 0.125 is +12.5 %; null without one. */
export interface StatCard {
  readonly label: 'Total Players' | 'Active Games' | 'Tournaments' | 'Daily Logins';
  readonly value: number;
  readonly change: number | null;
}

/** The change from `before` to `now` as a ratio; null if `before` is 0. */
export function changeSince(before: number, now: number): number | null {
  return before === 0 ? null : (now - before) / before;
}
