import { expect, test } from 'vitest';

import { bytesText } from './bytes-text.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [42_336, '42.3 kB'],
  [512_000_000_000, '512 GB'],
  [5e15, '5,000 TB'],
])('%d bytes read %s', (bytes, text) => expect(bytesText(bytes, 'en-US')).toBe(text));
