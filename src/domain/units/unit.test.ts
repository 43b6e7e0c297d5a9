import { expect, test } from 'vitest';

import { rulesFor, UNITS } from './unit.ts';

test('a board of times keeps the best and ranks low first, and every other adds up and ranks high first', () => {
  expect(rulesFor('time')).toEqual({ scoring: 'best', direction: 'low' });
  for (const unit of [...UNITS.filter((each) => each !== 'time'), { one: 'coin', other: 'coins' }])
    expect(rulesFor(unit)).toEqual({ scoring: 'sum', direction: 'high' });
});
