import fc from 'fast-check';
import { expect, test } from 'vitest';

import { WindowTable } from './window-table.ts';

const NOW = Date.parse('2026-12-16T12:00:00Z');

test('exactly the quota passes in each window', () => {
  const table = WindowTable.empty(NOW);
  const passed = (now: number) => Array.from({ length: 10 }, () => table.take('reads 1.2.3.4', 4, 60, now)).filter(({ passes }) => passes);
  expect(passed(NOW).map(({ left }) => left)).toEqual([3, 2, 1, 0]);
  expect(passed(NOW + 59_999)).toEqual([]);
  expect(table.take('reads 1.2.3.4', 4, 60, NOW + 30_000)).toEqual({ passes: false, left: 0, waitMs: 30_000 });
  expect(passed(NOW + 60_000)).toHaveLength(4);
});

test('another thread continues counting in the same table', () => {
  const table = WindowTable.empty(NOW);
  const other = new WindowTable(structuredClone(table.shared));
  const taken = [table, other, table, other].map((one) => one.take('writes game', 3, 60, NOW).passes);
  expect(taken).toEqual([true, true, true, false]);
});

test('a thread that read the clock right before a new second does not start another window', () => {
  const table = WindowTable.empty(NOW);
  expect([NOW + 1000, NOW + 999, NOW + 999].map((now) => table.take('reads 1.2.3.4', 2, 60, now).passes)).toEqual([true, true, false]);
});

test('each caller and policy has its own window, even with thousands of them', () => {
  const table = WindowTable.empty(NOW);
  for (const policy of ['reads', 'writes'])
    for (let i = 0; i < 10_000; i += 1) expect(table.take(`${policy} 10.0.${i >> 8}.${i & 255}`, 1, 60, NOW).passes).toBe(true);
  expect(table.take('reads 10.0.1.1', 1, 60, NOW).passes).toBe(false);
});

test('no window lets through more than its quota, for any times', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20_000), { maxLength: 200 }), fc.integer({ min: 1, max: 5 }), (steps, quota) => {
      const table = WindowTable.empty(NOW);
      let now = NOW;
      const passed: number[] = [];
      for (const step of steps) {
        now += step;
        if (table.take('caller', quota, 60, now).passes) passed.push(now);
      }
      // Windows begin with a call, at whole seconds.
      for (let i = quota; i < passed.length; i += 1) expect(passed[i]! - passed[i - quota]!).toBeGreaterThan(0);
      let first = 0;
      for (let i = 0; i < passed.length; i += 1) {
        if (Math.floor(passed[i]! / 1000) >= Math.floor(passed[first]! / 1000) + 60) first = i;
        expect(i - first).toBeLessThan(quota);
      }
    }),
  );
});
