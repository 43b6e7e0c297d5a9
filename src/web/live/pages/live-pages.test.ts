import { expect, test } from 'vitest';

import { LIVE_PAGES } from './live-pages.ts';

test("the home page's period comes from the header alone, and that of leaderboards and players also from a mode", () => {
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
