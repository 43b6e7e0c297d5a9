import fc from 'fast-check';
import { expect, test } from 'vitest';

import { firstPlace } from './ascending.ts';

test('law: the first place is where a search from the start finds it, and few places are looked at', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), fc.nat(2200), (from, count, first) => {
      const places = Array.from({ length: count }, (_, i) => from + i);
      const expected = places.find((place) => place >= first) ?? from + count;
      const looked: number[] = [];
      const holds = (place: number) => {
        looked.push(place);
        return place >= first;
      };
      expect(firstPlace(from, from + count, holds)).toBe(expected);
      expect(looked.every((place) => place >= from && place < from + count)).toBe(true);
      expect(looked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count + 1)));
    }),
    { numRuns: 2000 },
  );
});
