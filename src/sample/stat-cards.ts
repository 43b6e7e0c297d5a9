import type { StatCard } from '../domain/stat-card.ts';

export const SAMPLE_STAT_CARDS: readonly StatCard[] = [
  { label: 'Total Players', value: 24_318, change: 0.124 },
  { label: 'Active Games', value: 1_286, change: 0.037 },
  { label: 'Tournaments', value: 48, change: 0.2 },
  { label: 'Daily Logins', value: 9_752, change: -0.031 },
];
