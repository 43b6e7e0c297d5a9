import { expect, test } from 'vitest';

import { rulesFor, UNITS } from './unit.ts';

test('boards of times keep the best and rank low first; all others sum and rank high first', () => {
  expect(rulesFor('time')).toEqual({ scoring: 'best', direction: 'low' });
  for (const unit of [...UNITS.filter((each) => each !== 'time'), { one: 'coin', other: 'coins' }])
    expect(rulesFor(unit)).toEqual({ scoring: 'sum', direction: 'high' });
});
