import { type BoardSettings, refuseToFoldAnew } from '../stored-values.ts';
import type { Documents } from '../points-store.ts';
import { type Commits, keepChange } from './commits.ts';
import { newBoard } from './memory/held-boards.ts';
import type { LoggedChange, Memory } from './memory/memory.ts';
import { recordStatements } from './records.ts';

const SAVE_BOARD = `
  INSERT INTO boards (number, name, title, scoring, direction, time_zone, week_start, unit, state, position)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (number) DO UPDATE SET title = excluded.title, unit = excluded.unit, state = excluded.state, position = excluded.position`;

/** The name and the text take the place of the parameters. */
export const SAVE_DOCUMENT = 'INSERT INTO documents (name, text) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET text = excluded.text';

/** What an operator set up: boards, and texts under a name. */
export function postgresDocuments(commits: Commits, memory: Memory): Documents {
  return {
    boards: async () => memory.boards().map(({ settings }) => settings),

    changeBoard: (name, change, records) =>
      commits.run(async (commit) => {
        const known = memory.knownBoard(name);
        const settings = change(known?.settings);
        if (settings.name !== name) throw new RangeError(`The board ${name} cannot become ${settings.name}`);
        if (known !== undefined) refuseToFoldAnew(known.settings, settings);
        const number = known?.number ?? memory.boardNumbers + 1;
        // An unknown zone is found here and not with the first event.
        newBoard(number, settings, 0);
        if (known !== undefined && areSame(known.settings, settings)) return { result: undefined };
        const changed: LoggedChange = { kind: 'board', number, settings };
        const kept = await recordStatements(commit, records, { before: known?.settings, after: settings });
        const { title, scoring, direction, calendar, unit, state } = settings;
        const row = [number, name, title, scoring, direction, calendar.timeZone, calendar.weekStart, JSON.stringify(unit), state];
        return {
          result: undefined,
          write: () => keepChange(commit, changed, [[SAVE_BOARD, ...row, commit.position + 1], ...kept]),
          follow: () => commits.changed(commit, changed),
        };
      }),

    removeBoard: (name, check, records) =>
      commits.run(async (commit) => {
        check?.();
        const { number, settings } = memory.board(name);
        const [event] = await commit.rows('SELECT 1 FROM events WHERE board = $1 LIMIT 1', [number]);
        if (event !== undefined) return { result: false };
        const changed: LoggedChange = { kind: 'board', number, settings: undefined };
        const kept = await recordStatements(commit, records, settings);
        // The number stays taken, under a name that no board has.
        const remove = ["UPDATE boards SET name = ' ' || number, state = 'removed' WHERE number = $1", number] as const;
        return {
          result: true,
          write: () => keepChange(commit, changed, [remove, ...kept], 'all'),
          follow: () => commits.changed(commit, changed),
        };
      }),

    document: async (name) => memory.documents.get(name),

    changeDocument: (name, change, records) =>
      commits.run(async (commit) => {
        const before = memory.documents.get(name);
        const text = change(before);
        if (text === before) return { result: undefined };
        const changed: LoggedChange = { kind: 'document', name, text };
        const kept = await recordStatements(commit, records, { before, after: text });
        return {
          result: undefined,
          write: () => keepChange(commit, changed, [[SAVE_DOCUMENT, name, text], ...kept], 'all'),
          follow: () => commits.changed(commit, changed),
        };
      }),
  };
}

function areSame(a: BoardSettings, b: BoardSettings): boolean {
  return a.title === b.title && a.state === b.state && JSON.stringify(a.unit) === JSON.stringify(b.unit);
}
