import { isDeepStrictEqual } from 'node:util';

import { periodContaining } from '../../../domain/calendar.ts';
import type { Documents, Players } from '../points-store.ts';
import type { Records } from '../records.ts';
import { refuseToFoldAnew } from '../stored-values.ts';
import { boardNamed, type Log, toldOf } from './entry.ts';

/** The rules of what operators set up, for every database: boards, documents, names of players, and records. */
export function settingsIn(
  log: Log,
): Pick<Documents & Players & Records, 'changeBoard' | 'removeBoard' | 'changeDocument' | 'renamePlayer' | 'changeRecords'> {
  return {
    changeBoard: (name, change, records) =>
      log.append((state) => {
        const known = state.board(name);
        const before = known?.settings;
        const settings = change(before);
        if (settings.name !== name) throw new RangeError(`The board ${name} cannot become ${settings.name}`);
        if (before !== undefined) refuseToFoldAnew(before, settings);
        // An unknown zone is found here and not with the first event.
        periodContaining('daily', 0, settings.calendar);
        if (isDeepStrictEqual(settings, before)) return { result: undefined };
        const number = known?.number ?? state.newestBoard() + 1;
        return {
          result: undefined,
          entry: { kind: 'board', number, settings, isRemoved: false },
          records: toldOf(records, { before, after: settings }),
        };
      }),

    removeBoard: (name, check = () => {}, records?) =>
      log.append(async (state) => {
        check();
        const board = boardNamed(state, name);
        if (await state.hasEvents(board)) return { result: false };
        return { result: true, entry: { kind: 'board', ...board, isRemoved: true }, records: toldOf(records, board.settings) };
      }),

    changeDocument: (name, change, records) =>
      log.append((state) => {
        const before = state.document(name);
        const text = change(before);
        if (text === before) return { result: undefined };
        return { result: undefined, entry: { kind: 'document', name, text }, records: toldOf(records, { before, after: text }) };
      }),

    renamePlayer: (number, change, records) =>
      log.append((state) => {
        const before = state.player(number);
        const after = { ...change(before), number };
        if (isDeepStrictEqual(before, after)) return { result: undefined };
        if ((state.playerNamed(after.username)?.number ?? number) !== number)
          throw new RangeError(`Somebody else is called ${after.username}`);
        return { result: undefined, entry: { kind: 'player', player: after }, records: toldOf(records, { before, after }) };
      }),

    changeRecords: (records, board) =>
      log.append((state) => ({
        result: undefined,
        entry: { kind: 'records', board: board === undefined ? undefined : boardNamed(state, board) },
        records,
      })),
  };
}
