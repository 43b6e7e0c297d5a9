import { expect, test } from 'vitest';

import { changeWords } from './stat-tile.tsx';

test('a change is a signed percentage with a true minus sign', () => {
  const change = (ratio: number) => changeWords(ratio, { locale: 'en-US' });
  expect(change(0.124)).toBe('+12.4%');
  expect(change(-0.031)).toBe('\u22123.1%');
  expect(change(0)).toBe('0%');
  expect(change(0.2)).toBe('+20%');
});
