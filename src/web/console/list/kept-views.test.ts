import { expect, test } from 'vitest';

import { viewOf } from './kept-views.ts';

test('a view keeps the filters, the order and the page size, but not the page or anything open', () => {
  expect(viewOf('?q=ada&state=hidden&sort=-total&limit=25&before=7&skip=50&row=ada')).toBe('?q=ada&state=hidden&sort=-total&limit=25');
  expect(viewOf('?entry=7&page=2&open=undoAct')).toBe('');
  expect(viewOf('')).toBe('');
});
