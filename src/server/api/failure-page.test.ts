import { expect, test } from 'vitest';

import { failurePage } from './failure-page.ts';
import { lookOf, OWN_LOOK } from '../appearance/site-look.ts';
import { Problem } from '../http/problem.ts';

test('a failure page keeps status and headers, is not cached, and allows only its own style', () => {
  const { status, headers, body } = failurePage(new Problem('too-many-requests', 'Too many.', [], { 'retry-after': '40' }), OWN_LOOK);
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
  ['method-not-allowed', 'This page cannot be shown'],
] as const)('%s has a heading and text: %s', (code, heading) => {
  expect(failurePage(new Problem(code, 'Why.'), OWN_LOOK).body).toContain(`<h1>${heading}</h1>`);
});

test('the cause of an internal failure is not revealed, and text is escaped', () => {
  expect(failurePage(new Problem('internal', 'no such table: <secret>'), OWN_LOOK).body).not.toContain('secret');
  expect(failurePage(new Problem('bad-request', '<img src=x>'), OWN_LOOK).body).toContain('&#60;img src=x&#62;');
});

test('it has the game’s name and colour, in both themes', () => {
  const { headers, body } = failurePage(
    new Problem('unavailable', 'Why.'),
    lookOf({ name: 'Lantern & <Run>', colour: '#001f5b', poweredBy: true }),
  );
  expect(body).toContain('<title>Back in a moment · Lantern &#38; &#60;Run&#62;</title>');
  expect(body).toContain('--fill:#001f5b;--ink:#fefdfb');
  expect(body).not.toMatch(/laurels|#d9f95f/i);
  expect(headers['content-security-policy']).not.toBe(
    failurePage(new Problem('unavailable', 'Why.'), OWN_LOOK).headers['content-security-policy'],
  );
});
