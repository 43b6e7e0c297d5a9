import fc from 'fast-check';
import { expect, test } from 'vitest';

import { backupName, backupsToDelete, backupTime, newestBackup } from './kept-backups.ts';

const moments = fc.array(fc.integer({ min: 0, max: 4_000_000_000 }).map((second) => second * 1000));
const others = fc.array(
  fc.constantFrom('notes.txt', 'laurels.db', 'laurels-20261123T012800Z.backup.part', 'laurels-20269923T012800Z.backup'),
);

test('law: a name says when a backup was made, the newest are kept, and no other file is deleted', () => {
  fc.assert(
    fc.property(moments, others, fc.integer({ min: 1, max: 20 }), (times, strangers, keep) => {
      const unique = [...new Set(times)].toSorted((a, b) => a - b);
      const names = unique.map(backupName);
      expect(names.map(backupTime)).toEqual(unique);
      expect(newestBackup([...strangers, ...names])).toBe(unique.at(-1));
      const gone = new Set(backupsToDelete([...names, ...strangers].toSorted(), keep));
      expect(names.filter((name) => !gone.has(name))).toEqual(names.slice(-keep));
      expect(strangers.filter((name) => gone.has(name))).toEqual([]);
    }),
  );
});
