import { expect, test } from 'vitest';

import { tokenStyle } from './token-pairs.ts';

test('tokens become a stylesheet of both themes, and of more contrast only on screen', () => {
  const look = (you: string, ink: string) => ({ you, ink });
  expect(tokenStyle({ dark: look('#000001', '#000002'), light: look('#fffff1', '#fffff2'), more: look('#111111', '#222222') })).toBe(
    ':root{--you:light-dark(#fffff1,#000001);--ink:light-dark(#fffff2,#000002)}' +
      '@media screen and (prefers-contrast:more){:root[data-theme]{--you:#111111;--ink:#222222}}',
  );
});
