import { isDeepStrictEqual } from 'node:util';

import type { Documents } from '../points-store.ts';
import type { BoardTable } from './board-table.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import type { MetaTable } from './rows/meta-table.ts';
import { documentKey } from './rows/change-tally.ts';

/** What an operator set up: boards, and texts under a name. */
export function sqliteDocuments(commits: Commits, changes: Changes, boards: BoardTable, meta: MetaTable): Documents {
  return {
    boards: async () => boards.all().map(({ settings }) => settings),
    async changeBoard(name, change) {
      await commits.alone(() => {
        const kept = boards.all().find(({ settings }) => settings.name === name)?.settings;
        const settings = change(kept);
        if (isDeepStrictEqual(settings, kept)) return;
        boards.save(settings, () => changes.count());
        changes.tell({ kind: 'board', board: settings.name, settings });
      });
    },
    async removeBoard(name, check = () => {}) {
      return commits.alone(() => {
        check();
        if (boards.hasEvents(name)) return false;
        boards.remove(name, () => changes.count());
        changes.tell({ kind: 'board', board: name, settings: undefined });
        return true;
      });
    },

    document: async (name) => meta.get(documentKey(name)),
    async changeDocument(name, change) {
      await commits.alone(() => {
        const kept = meta.get(documentKey(name));
        const text = change(kept);
        if (text === kept) return;
        commits.run(() => {
          meta.set(documentKey(name), text);
          changes.count();
        });
        changes.tell({ kind: 'document', name, text });
      });
    },
  };
}
