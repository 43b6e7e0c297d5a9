import { expect, it } from 'vitest';

import { acceptedEncodings } from './accepted-encodings.ts';

it.each([
  [undefined, []],
  ['', []],
  ['identity', []],
  ['gzip', ['gzip']],
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['GZIP;q=0.5 , BR ; q=1', ['br', 'gzip']],
  ['br;q=0, gzip', ['gzip']],
  ['br;q=0.000, gzip; q=0', []],
  ['br;q=0.001', ['br']],
  ['brotli, x-gzip', []],
])('parses %j as %j', (header, expected) => {
  expect(acceptedEncodings(header)).toEqual(expected);
});
