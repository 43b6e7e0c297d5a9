import { expect, test } from 'vitest';

import { LIVE_PAGES } from './live-pages.ts';

test('a period is named by the header alone on the home page, by a mode too on the leaderboards and of a player', () => {
  const named = Object.fromEntries(LIVE_PAGES.map(({ path, periodIn }) => [path, periodIn]));
  expect(named).toMatchObject({
    '/': ['period'],
    '/search': undefined,
    '/leaderboard': ['mode', 'period'],
    '/hall-of-fame': ['mode', 'period'],
    '/players/:username': ['mode', 'period'],
    '/players/:username/why': ['mode', 'period'],
  });
});
