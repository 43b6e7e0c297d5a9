/** One figure of the whiteboard. `change` is a ratio against the period before: 0.125 is +12.5 %. Null: there was nothing to compare with. */
export interface StatCard {
  readonly label: 'Total Players' | 'Active Games' | 'Tournaments' | 'Daily Logins';
  readonly value: number;
  readonly change: number | null;
}

/** What `now` is against `before` as the ratio of a card: null where there was nothing before. */
export function changeSince(before: number, now: number): number | null {
  return before === 0 ? null : (now - before) / before;
}
