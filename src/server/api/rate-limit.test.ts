import { expect, test } from 'vitest';

import { callerOf } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';
import type { SharedCounts } from '../store/shared-counts.ts';
import { createRateLimit, createRateLimits } from './rate-limit.ts';
import { createSharedWindows } from './shared-windows.ts';

function refusal(run: () => unknown): Problem | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error as Problem;
  }
}

test('exactly the quota passes in each window', () => {
  let now = 0;
  const limit = createRateLimit({ name: 'writes', quota: 3, seconds: 10 }, () => now);
  const tries = () => Array.from({ length: 6 }, () => refusal(() => limit.take('a')) === undefined);
  expect(tries()).toEqual([true, true, true, false, false, false]);
  now = 9_999;
  expect(refusal(() => limit.take('a'))).toBeInstanceOf(Problem);
  now = 10_000;
  expect(tries()).toEqual([true, true, true, false, false, false]);
});

test('headers state what is left and how long to wait', () => {
  let now = 0;
  const limit = createRateLimit({ name: 'reads', quota: 2, seconds: 60 }, () => now);
  expect(limit.take('a')).toEqual({ 'ratelimit-policy': '"reads";q=2;w=60', ratelimit: '"reads";r=1;t=60' });
  now = 20_500;
  expect(limit.take('a')).toHaveProperty('ratelimit', '"reads";r=0;t=40');
  expect(refusal(() => limit.take('a'))).toMatchObject({ status: 429, headers: { ratelimit: '"reads";r=0;t=40', 'retry-after': '40' } });
});

test('callers are counted separately', () => {
  const limit = createRateLimit({ name: 'reads', quota: 1, seconds: 60 }, () => 0);
  void limit.take('a');
  expect(refusal(() => limit.take('b'))).toBeUndefined();
});

test('memory is bounded for any number of callers', () => {
  let now = 0;
  const limit = createRateLimit({ name: 'reads', quota: 1, seconds: 60 }, () => now);
  for (let i = 0; i < 200_000; i += 1) {
    now += 0.1;
    void limit.take(`caller ${i}`);
  }
  expect(limit.callers()).toBeLessThanOrEqual(50_000);
  expect(refusal(() => limit.take('caller 199999'))).toBeInstanceOf(Problem);
});

test('a public key has one budget per clock hour, for any number of addresses', async () => {
  let now = Date.UTC(2026, 10, 26, 12, 59, 59, 500);
  const { spend } = createRateLimits('off', () => now);
  const bounds = { plays: 30 };
  const tries = async (count: number, address: (i: number) => string) => {
    let passed = 0;
    for (let i = 0; i < count; i += 1) {
      const problem = await spend('finished plays', 'k', bounds, address(i)).catch((error: unknown) => error as Problem);
      if (problem === undefined) passed += 1;
      else
        expect(problem).toMatchObject({
          status: 429,
          headers: { 'retry-after': String(Math.ceil((3_600_000 - (now % 3_600_000)) / 1000)) },
        });
    }
    return passed;
  };
  expect(await tries(9, () => 'one')).toBe(3);
  expect(await tries(500, (i) => `address ${i}`)).toBe(27);
  expect(await tries(1, () => 'another')).toBe(0);
  now += 499;
  expect(await tries(1, () => 'another')).toBe(0);
  now += 1;
  expect(await tries(60, (i) => `address ${i}`)).toBe(30);
  await spend('guests', 'k', bounds, 'address 1');
  await spend('finished plays', 'other', bounds, 'address 1');
});

test('several processes together let through at most a tenth more than a key’s budget', async () => {
  const now = Date.UTC(2026, 10, 26, 12);
  const all = new Map<string, number>();
  const counts: SharedCounts = {
    processes: () => 3,
    everybody: async () => [],
    async add(told) {
      return told.map(({ policy, caller, taken, seconds }) => {
        const name = `${policy} ${caller}`;
        all.set(name, (all.get(name) ?? 0) + taken);
        return { taken: all.get(name)!, window: 1, leftMs: seconds * 1000 };
      });
    },
  };
  const processes = [0, 1, 2].map(() =>
    createRateLimits(
      'off',
      () => now,
      createSharedWindows(
        counts,
        () => now,
        () => {},
      ),
    ),
  );
  const spent = await Promise.all(
    Array.from({ length: 900 }, async (_, i) => {
      const told = processes[i % 3]!.spend('begun plays', 'k', { plays: 300 }, `address ${i}`);
      return told.then(
        () => 1,
        () => 0,
      );
    }),
  );
  const passed = spent.reduce<number>((sum, each) => sum + each, 0);
  expect(passed).toBeGreaterThanOrEqual(300);
  expect(passed).toBeLessThanOrEqual(330);
});

test.each([
  ['192.0.2.7', null, 0, '192.0.2.7'],
  ['::ffff:192.0.2.7', null, 0, '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', null, 0, '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', null, 0, '2001:db8:1:2::/64'],
  ['2001:db8::9', null, 0, '2001:db8:0:0::/64'],
  ['fe80::1%eth0', null, 0, 'fe80:0:0:0::/64'],
  ['::1', null, 0, '0:0:0:0::/64'],
  // No header is trusted by default.
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
