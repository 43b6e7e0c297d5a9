import { describe, expect, it } from 'vitest';

import { parsePort } from './port.ts';

describe('parsePort', () => {
  it.each([
    [undefined, 3000],
    ['', 3000],
    [' ', 3000],
    ['0', 0],
    ['80', 80],
    [' 8080 ', 8080],
    ['65535', 65_535],
  ])('reads %j as %i', (text, port) => {
    expect(parsePort(text)).toBe(port);
  });

  it.each(['abc', '65536', '70000', '-1', '3000.5', '1e3', '0x50', '99999999999', '80 81', 'NaN', '٣٠٠٠'])(
    'rejects %j and names it',
    (text) => {
      expect(() => parsePort(text)).toThrow(new RangeError(`PORT must be a whole number from 0 to 65535, not ${JSON.stringify(text)}.`));
    },
  );
});
