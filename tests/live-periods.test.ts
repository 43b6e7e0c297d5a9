import { expect, test } from 'vitest';

import { simulateDays, TRIAL_ZONES } from './live/simulated-days.ts';

// A fixed seed; `npm run soak -- periods` uses others.
const SEED = 20_111_230;

test.each(TRIAL_ZONES)(
  'in 400 days of %s, downtime included, each period closes once, in order, with the sum of its events, permanently',
  async (timeZone) => {
    const { wrong, events, closed, tooLate, downtimes, slept } = await simulateDays(timeZone, 400, SEED, 18);
    expect(wrong).toEqual([]);
    // Enough periods were closed.
    for (const [figure, least] of [
      [events, 1_000],
      [closed, 350],
      [tooLate, 100],
      [downtimes, 5],
      [slept, 20],
    ] as const)
      expect(figure).toBeGreaterThan(least);
  },
);
