import { expect, test } from 'vitest';

import { keyIn } from './search-key.ts';

test.each([
  ['/', '/'],
  ['S', 's'],
  ['/s', 's'],
  ['  ', ''],
  ['', ''],
  ['é', 'é'],
])('the key in %j is %j', (text, key) => expect(keyIn(text)).toBe(key));
