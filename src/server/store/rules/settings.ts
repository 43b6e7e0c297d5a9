import { isDeepStrictEqual } from 'node:util';

import { periodContaining } from '../../../domain/calendar.ts';
import { usernameKey } from '../../../domain/names/username-key.ts';
import type { DocumentBeside, Documents, Players } from '../points-store.ts';
import type { Records } from '../records.ts';
import { isSameCalendar, refuseRefolding } from '../stored-values.ts';
import type { HeldBoard } from '../held/boards.ts';
import type { Queryable } from '../held/queryable.ts';
import type { State } from '../held/state.ts';
import { type Entry, type Log, recordsOf } from './entry.ts';

/** The rules of changing boards, documents, player names and records, for every database. */
export function settingsIn(
  log: Log,
): Pick<Documents & Players & Records, 'changeBoard' | 'removeBoard' | 'changeDocument' | 'renamePlayer' | 'changeRecords'> {
  const { state } = log;
  return {
    changeBoard: (name, change, records, beside = []) =>
      log.append(async (db) => {
        const known = state.knownBoard(name);
        const before = known?.settings;
        const settings = change(before);
        if (settings.name !== name) throw new RangeError(`The board ${name} cannot become ${settings.name}`);
        if (known !== undefined) {
          const isMoved = !isSameCalendar(known.settings.calendar, settings.calendar);
          refuseRefolding(known.settings, settings, isMoved && (await hasEvents(db, known)));
        }
        // Fails on an unknown time zone now rather than at the first event.
        periodContaining('daily', 0, settings.calendar);
        const documents = beside.map((each) => documentChange(state, each));
        const number = known?.number ?? state.newestBoard + 1;
        const entries: Entry[] = documents.flatMap(({ entry = [] }) => entry);
        if (!isDeepStrictEqual(settings, before)) entries.push({ kind: 'board', number, settings, isRemoved: false });
        const changed = { before, after: settings, beside: documents.map((each) => each.changed) };
        return { result: undefined, entries, records: recordsOf(records, changed) };
      }),

    removeBoard: (name, check = () => {}, records?, beside = []) =>
      log.append(async (db) => {
        check();
        const board = state.board(name);
        if (await hasEvents(db, board)) return { result: false };
        return {
          result: true,
          entries: [
            ...beside.flatMap((each) => documentChange(state, each).entry ?? []),
            { kind: 'board', number: board.number, settings: board.settings, isRemoved: true },
          ],
          records: recordsOf(records, board.settings),
        };
      }),

    changeDocument: (name, change, records) =>
      log.append(() => {
        const { entry, changed } = documentChange(state, { document: name, change });
        if (entry === undefined) return { result: undefined };
        return { result: undefined, entries: [entry], records: recordsOf(records, { before: changed.before, after: entry.text }) };
      }),

    renamePlayer: (number, change, records) =>
      log.append(() => {
        const before = state.players.numbered(number);
        const after = { ...change(before), number };
        if (isDeepStrictEqual(before, after)) return { result: undefined };
        if ((state.players.keyed(usernameKey(after.username))?.number ?? number) !== number)
          throw new RangeError(`The username ${after.username} is taken`);
        return { result: undefined, entries: [{ kind: 'player', player: after }], records: recordsOf(records, { before, after }) };
      }),

    changeRecords: (records, board) =>
      log.append(() => ({
        result: undefined,
        entries: [{ kind: 'records', board: board === undefined ? undefined : state.board(board) }],
        records,
      })),
  };
}

/** Whether a board ever had an event, including voided ones. */
async function hasEvents(db: Queryable, { number }: HeldBoard): Promise<boolean> {
  return (await db.columns('SELECT 1 FROM events WHERE board = $1 LIMIT 1', [number])).length > 0;
}

/** The entry for a document change, if the text changes. */
export function documentChange({ documents }: State, { document: name, change }: DocumentBeside) {
  const before = documents.get(name);
  const after = change(before) ?? before;
  const entry = after === undefined || after === before ? undefined : ({ kind: 'document', name, text: after } as const);
  return { entry, changed: { before, after } };
}
