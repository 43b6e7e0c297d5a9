import { expect, test } from 'vitest';

import type { RecordsToKeep } from '../store/records.ts';
import { actAs, forWhoActs } from '../store/acting.ts';
import { audited, auditEntry } from './audit-entry.ts';

const ADA = { kind: 'key', name: 'Ada', id: '1234' } as const;

function kept(records: RecordsToKeep): unknown {
  const [change] = records.change([], undefined);
  return JSON.parse(change!.text!);
}

test('an entry names the actor, even if it is written later in another context', async () => {
  const entry = audited(5, () => ({ act: 'set-privacy' as const }));
  expect(kept(entry)).toEqual({ by: { kind: 'server', name: null, id: null } });
  const later = actAs(ADA, () => forWhoActs(async () => kept(entry)));
  expect(await later()).toEqual({ by: ADA });
});

test('an entry keeps only the fields that differ between before and after', () => {
  const entry = auditEntry({ act: 'change-board', before: { title: 'A', unit: 'laps', old: 1 }, after: { title: 'B', unit: 'laps' } }, 5);
  expect(entry).toMatchObject({ kind: 'audit', at: 5, state: 'change-board' });
  expect(JSON.parse(entry.text)).toMatchObject({ before: { title: 'A', old: 1 }, after: { title: 'B' } });
  expect(JSON.parse(auditEntry({ act: 'make-board', after: { title: 'B' } }, 5).text)).toMatchObject({ after: { title: 'B' } });
});
