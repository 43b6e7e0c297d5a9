/** One figure of the whiteboard. `change` is a ratio against the period before: 0.125 is +12.5 %. Null: there was nothing to compare with. */
export interface StatCard {
  readonly label: 'Total Players' | 'Active Games' | 'Tournaments' | 'Daily Logins';
  readonly value: number;
  readonly change: number | null;
}
