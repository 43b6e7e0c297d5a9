import { isDeepStrictEqual } from 'node:util';

import type { Documents } from '../points-store.ts';
import type { BoardTable } from './board-table.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import type { MetaTable } from './rows/meta-table.ts';
import type { RecordTable } from './records.ts';
import { documentKey } from './rows/change-tally.ts';

/** What an operator set up: boards, and texts under a name. */
export function sqliteDocuments(commits: Commits, changes: Changes, boards: BoardTable, meta: MetaTable, table: RecordTable): Documents {
  return {
    boards: async () => boards.all().map(({ settings }) => settings),
    async changeBoard(name, change, records) {
      await commits.alone(() => {
        const kept = boards.all().find(({ settings }) => settings.name === name)?.settings;
        const settings = change(kept);
        if (isDeepStrictEqual(settings, kept)) return;
        const rows = table.decided(records, { before: kept, after: settings });
        boards.save(settings, () => {
          table.write(rows);
          changes.count();
        });
        changes.tell({ kind: 'board', board: settings.name, settings });
      });
    },
    async removeBoard(name, check = () => {}, records?) {
      return commits.alone(() => {
        check();
        if (boards.hasEvents(name)) return false;
        const rows = table.decided(records, boards.named(name).settings);
        boards.remove(name, () => {
          table.write(rows);
          changes.count();
        });
        changes.tell({ kind: 'board', board: name, settings: undefined });
        return true;
      });
    },

    document: async (name) => meta.get(documentKey(name)),
    async changeDocument(name, change, records) {
      await commits.alone(() => {
        const kept = meta.get(documentKey(name));
        const text = change(kept);
        if (text === kept) return;
        const rows = table.decided(records, { before: kept, after: text });
        commits.run(() => {
          table.write(rows);
          meta.set(documentKey(name), text);
          changes.count();
        });
        changes.tell({ kind: 'document', name, text });
      });
    },
  };
}
