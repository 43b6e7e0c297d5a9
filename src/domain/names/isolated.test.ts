import { expect, test } from 'vitest';

import { isolated } from './isolated.ts';

test.each(['نور', 'דנה', 'x ⟶ ܫܠܡܐ', '𐤀𐤁', '𞤀𞤁'])('%s is isolated', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});

test.each(['Ada', 'Zoë 🦊', '東京', 'Дана', '42', 'अमर'])('%s is unchanged', (name) => {
  expect(isolated(name)).toBe(name);
});
