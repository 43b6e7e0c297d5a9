import fc from 'fast-check';
import { expect, test } from 'vitest';

import { DAY_MS } from '../../../domain/durations.ts';
import { backupName, backupsAmong, backupsToDelete, newestBackup } from './kept-backups.ts';

const moments = fc.array(fc.integer({ min: 0, max: 4_000_000_000 }).map((second) => second * 1000));
const others = fc.array(
  fc.constantFrom('notes.txt', 'laurels.db', 'laurels-20261123T012800Z.backup.part', 'laurels-20269923T012800Z.backup'),
);

const names = (times: readonly number[], origin: 'scheduled' | 'manual') =>
  [...new Set(times)].toSorted((a, b) => a - b).map((at) => backupName(at, origin));

test('law: names carry time and origin, the newest backups are kept, and other files are never deleted', () => {
  fc.assert(
    fc.property(moments, moments, others, fc.integer({ min: 1, max: 20 }), (times, asked, strangers, keep) => {
      const [scheduled, manual] = [names(times, 'scheduled'), names(asked, 'manual')];
      const unique = [...new Set(times)].toSorted((a, b) => a - b);
      expect(scheduled.map((name) => backupsAmong([name])[0]?.madeAt)).toEqual(unique);
      const all = [...strangers, ...manual, ...scheduled];
      expect(newestBackup(all, Date.parse('2100-01-01'), 'scheduled')).toBe(unique.at(-1));
      const gone = new Set(backupsToDelete(all.toSorted(), keep));
      expect(scheduled.slice(-keep).filter((name) => gone.has(name))).toEqual([]);
      expect(manual.filter((name) => !gone.has(name))).toEqual(manual.slice(-keep));
      expect(strangers.filter((name) => gone.has(name))).toEqual([]);
      // Manual backups do not affect which scheduled ones are kept.
      expect(backupsToDelete(scheduled, keep)).toEqual([...gone].filter((name) => !name.includes('manual')));
    }),
  );
});

test('the last scheduled backup of each of seven days and four weeks is kept', () => {
  const first = Date.parse('2026-09-01T00:00:00Z');
  const hourly = names(
    Array.from({ length: 24 * 60 }, (_, hour) => first + hour * 3_600_000),
    'scheduled',
  );
  // Deletes after each backup, like the server.
  let kept: string[] = [];
  for (const name of hourly) {
    kept.push(name);
    const gone = new Set(backupsToDelete(kept, 3));
    kept = kept.filter((each) => !gone.has(each));
  }
  const days = [...new Set(kept.map((name) => Math.floor(backupsAmong([name])[0]!.madeAt / DAY_MS)))].map((day) => day - first / DAY_MS);
  // Weeks start on Thursday, like the epoch.
  expect(days).toEqual([43, 50, 53, 54, 55, 56, 57, 58, 59]);
  expect(kept).toHaveLength(9 + 2);
});
