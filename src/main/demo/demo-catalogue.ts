import type { Catalogue } from '../../contract/catalogue.ts';

/** What the demo game tells about itself. `docs/examples/catalogue.json` is the same as a file. */
export const DEMO_CATALOGUE: Catalogue = {
  activities: [
    {
      id: 'daily-login',
      title: 'Daily Login Bonus',
      description: 'Say hello once a day. The owl at the gate keeps count.',
      points: 100,
      difficulty: 'Easy',
      timeRequired: '1 min',
    },
    {
      id: 'coin-collection',
      title: 'Coin Collection',
      description: 'Find all ten coins in a level, including the one behind the waterfall.',
      points: 200,
      difficulty: 'Easy',
      timeRequired: '10 min',
      link: 'https://example.com/coins',
    },
    {
      id: 'achievement-hunter',
      title: 'Achievement Hunter',
      description: 'Unlock any achievement for the first time.',
      points: 300,
      difficulty: 'Medium',
      timeRequired: '30 min',
    },
    {
      id: 'complete-challenges',
      title: 'Complete Challenges',
      description: 'Finish all three challenges on the board before midnight.',
      points: 500,
      difficulty: 'Medium',
      timeRequired: '1 hour',
    },
    {
      id: 'tournament-participation',
      title: 'Tournament Participation',
      description: 'Play a tournament to the end, win or lose.',
      points: 1000,
      difficulty: 'Hard',
      timeRequired: '2 hours',
      link: 'https://example.com/tournaments',
    },
  ],
  tournaments: [
    { id: 'lantern-cup', title: 'Lantern Cup', subtitle: 'Knockout by candlelight, 64 players', avatar: '🏮', extra: 'Starts Friday' },
    { id: 'pumpkin-dash', title: 'Pumpkin Dash', subtitle: 'Time trial, best of three runs', avatar: '🎃', extra: 'Open now' },
    { id: 'tea-party-relay', title: 'Tea Party Relay', subtitle: 'Teams of four, one kettle', avatar: '🫖', extra: 'Every Sunday' },
  ],
  achievements: [
    { id: 'photo-finish', title: 'Photo Finish', subtitle: 'Win by less than ten points', avatar: '📸', extra: 'Rare' },
    { id: 'early-bird', title: 'Early Bird', subtitle: 'Score before six in the morning', avatar: '🐦', extra: 'Uncommon' },
    { id: 'snowball', title: 'Snowball', subtitle: 'Climb ten places in one day', avatar: '⛄', extra: 'Rare' },
    { id: 'full-house', title: 'Full House', subtitle: 'Do every activity in a week', avatar: '🏡', extra: 'Legendary' },
  ],
  prizes: [
    { period: 'daily', from: 1, prize: '500 coins' },
    { period: 'daily', from: 2, prize: '300 coins' },
    { period: 'daily', from: 3, prize: '200 coins' },
    { period: 'daily', from: 4, to: 10, prize: '50 coins' },
    { period: 'weekly', from: 1, prize: '2,500 coins' },
    { period: 'weekly', from: 2, prize: '1,500 coins' },
    { period: 'weekly', from: 3, prize: '1,000 coins' },
    { period: 'weekly', from: 4, to: 10, prize: '250 coins' },
    { period: 'monthly', from: 1, prize: 'Golden owl' },
    { period: 'monthly', from: 2, prize: 'Silver owl' },
    { period: 'monthly', from: 3, prize: 'Bronze owl' },
    { period: 'monthly', from: 4, to: 10, prize: '1,000 coins' },
  ],
};
