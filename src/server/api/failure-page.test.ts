import { expect, test } from 'vitest';

import { failurePage } from './failure-page.ts';
import { Problem } from '../http/problem.ts';

test('a failure keeps its status and headers, is not kept anywhere, and allows its own style alone', () => {
  const { status, headers, body } = failurePage(new Problem('too-many-requests', 'Too many.', [], { 'retry-after': '40' }));
  expect(status).toBe(429);
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '40' });
  expect(headers['content-security-policy']).toMatch(/style-src 'sha256-[^']+'/);
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect(body).toContain('Try again in 40 seconds.');
});

test.each([
  ['internal', 'Something went wrong'],
  ['storage-full', 'Something went wrong'],
  ['unavailable', 'Back in a moment'],
  ['method-not-allowed', 'This cannot be shown'],
] as const)('%s is told in words: %s', (code, heading) => {
  expect(failurePage(new Problem(code, 'Why.')).body).toContain(`<h1>${heading}</h1>`);
});

test('what went wrong inside is not told, and what is told is no markup', () => {
  expect(failurePage(new Problem('internal', 'no such table: <secret>')).body).not.toContain('secret');
  expect(failurePage(new Problem('bad-request', '<img src=x>')).body).toContain('&#60;img src=x&#62;');
});
