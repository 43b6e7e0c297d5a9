import { expect, test } from 'vitest';

import { cutValues } from './cut-values.ts';

test('a file is truncated, and the text around it is kept', () => {
  const logo = 'iVBORw0KGgo'.repeat(100);
  expect(cutValues(`{ "name": "Lantern Run", "logo": "data:image/png;base64,${logo}" }`)).toBe(
    `{ "name": "Lantern Run", "logo": "data:image/png;base64,${logo.slice(0, 120)}…" }`,
  );
});

test('text is never truncated, however long', () => {
  const text = 'Play one match. '.repeat(100);
  expect(cutValues(text)).toBe(text);
});
