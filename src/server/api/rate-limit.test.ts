import { expect, test } from 'vitest';

import { callerOf } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';
import { createRateLimit } from './rate-limit.ts';

function refusal(run: () => unknown): Problem | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error as Problem;
  }
}

test('exactly the quota passes in a window, and again in the next', () => {
  let now = 0;
  const limit = createRateLimit({ name: 'writes', quota: 3, seconds: 10 }, () => now);
  const tries = () => Array.from({ length: 6 }, () => refusal(() => limit.take('a')) === undefined);
  expect(tries()).toEqual([true, true, true, false, false, false]);
  now = 9_999;
  expect(refusal(() => limit.take('a'))).toBeInstanceOf(Problem);
  now = 10_000;
  expect(tries()).toEqual([true, true, true, false, false, false]);
});

test('headers tell what is left and how long to wait', () => {
  let now = 0;
  const limit = createRateLimit({ name: 'reads', quota: 2, seconds: 60 }, () => now);
  expect(limit.take('a')).toEqual({ 'ratelimit-policy': '"reads";q=2;w=60', ratelimit: '"reads";r=1;t=60' });
  now = 20_500;
  expect(limit.take('a')).toHaveProperty('ratelimit', '"reads";r=0;t=40');
  expect(refusal(() => limit.take('a'))).toMatchObject({ status: 429, headers: { ratelimit: '"reads";r=0;t=40', 'retry-after': '40' } });
});

test('callers are counted apart', () => {
  const limit = createRateLimit({ name: 'reads', quota: 1, seconds: 60 }, () => 0);
  void limit.take('a');
  expect(refusal(() => limit.take('b'))).toBeUndefined();
});

test('however many callers there are, memory is bounded', () => {
  let now = 0;
  const limit = createRateLimit({ name: 'reads', quota: 1, seconds: 60 }, () => now);
  for (let i = 0; i < 200_000; i += 1) {
    now += 0.1;
    void limit.take(`caller ${i}`);
  }
  expect(limit.callers()).toBeLessThanOrEqual(50_000);
  expect(refusal(() => limit.take('caller 199999'))).toBeInstanceOf(Problem);
});

test.each([
  ['192.0.2.7', null, 0, '192.0.2.7'],
  ['::ffff:192.0.2.7', null, 0, '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', null, 0, '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', null, 0, '2001:db8:1:2::/64'],
  ['2001:db8::9', null, 0, '2001:db8:0:0::/64'],
  ['fe80::1%eth0', null, 0, 'fe80:0:0:0::/64'],
  ['::1', null, 0, '0:0:0:0::/64'],
  // Nobody is believed unless told so.
  ['192.0.2.7', '203.0.113.1', 0, '192.0.2.7'],
  ['192.0.2.7', '198.51.100.1, 203.0.113.1', 1, '203.0.113.1'],
  ['192.0.2.7', 'spoofed, 203.0.113.1, 198.51.100.9', 2, '203.0.113.1'],
  ['192.0.2.7', '[2001:db8::1]:443', 1, '2001:db8:0:0::/64'],
  ['192.0.2.7', '203.0.113.1:5555', 1, '203.0.113.1'],
  ['192.0.2.7', 'unknown', 1, '192.0.2.7'],
  ['192.0.2.7', '', 3, '192.0.2.7'],
  ['192.0.2.7', null, 1, '192.0.2.7'],
])('%s with X-Forwarded-For %s behind %i proxies is %s', (remote, forwarded, proxies, caller) => {
  expect(callerOf(remote, forwarded, proxies)).toBe(caller);
});
