import type { Activity } from '../domain/earning/activity.ts';

/** Titles, points, difficulty and time are from the specification; the descriptions are ours. */
export const SAMPLE_ACTIVITIES: readonly Activity[] = [
  {
    id: 'daily-login-bonus',
    title: 'Daily Login Bonus',
    description: 'Show up. The easiest points of the day are waiting at the door.',
    points: 100,
    difficulty: 'Easy',
    timeRequired: '1 min',
  },
  {
    id: 'complete-challenges',
    title: 'Complete Challenges',
    description: 'Three fresh challenges every morning. Clear the set before it changes.',
    points: 500,
    difficulty: 'Medium',
    timeRequired: '30 min',
  },
  {
    id: 'tournament-participation',
    title: 'Tournament Participation',
    description: 'Enter a bracket and play it to the end. Any finish counts.',
    points: 1000,
    difficulty: 'Hard',
    timeRequired: '2 hours',
  },
  {
    id: 'referral-program',
    title: 'Referral Program',
    description: 'Bring a friend to the start line. You both score when they play their first match.',
    points: 750,
    difficulty: 'Easy',
    timeRequired: '5 min',
  },
  {
    id: 'achievement-hunter',
    title: 'Achievement Hunter',
    description: 'Unlock an achievement you do not have yet.',
    points: 300,
    difficulty: 'Medium',
    timeRequired: '1 hour',
  },
  {
    id: 'coin-collection',
    title: 'Coin Collection',
    description: 'Collect every coin in a level, including the ones behind the waterfall.',
    points: 200,
    difficulty: 'Easy',
    timeRequired: '20 min',
  },
];
