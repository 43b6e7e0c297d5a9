import { expect, test } from 'vitest';

import { isolated } from './isolated.ts';

test.each(['نور', 'דנה', 'x ⟶ ܫܠܡܐ', '𐤀𐤁', '𞤀𞤁'])('%s is put between marks that keep its direction to itself', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});

test.each(['Ada', 'Zoë 🦊', '東京', 'Дана', '42', 'अमर'])('%s stands as it is', (name) => {
  expect(isolated(name)).toBe(name);
});
