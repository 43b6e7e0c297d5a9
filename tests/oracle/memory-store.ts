import { isDeepStrictEqual } from 'node:util';

import { periodContaining } from '../../src/domain/calendar.ts';
import { compareKeys } from '../../src/domain/ordering.ts';
import { SpanCache } from '../../src/domain/span-cache.ts';
import type { PointsStore } from '../../src/server/store/points-store.ts';
import { type BoardSettings, refuseRefolding } from '../../src/server/store/stored-values.ts';
import { memoryArchive } from './archive.ts';
import { Commits } from './commits.ts';
import { changesOf, isChanged, keepDocuments } from './documents.ts';
import { Kept, type KeptBoard, periodsOf, totalsIn } from './kept.ts';
import { memoryLedger } from './ledger.ts';
import { memoryRecords } from './records.ts';
import { memoryPeople } from './people.ts';
import { memoryEvents, memoryPlayers, memoryTotals } from './reading.ts';

/** The number of final ranks that a closing writes per turn of the event loop. */
const ROWS_PER_COMMIT = 1000;

/**
 * Opens a store of plain arrays and maps, computed with `domain`'s rules for every answer: for tests, and as a reference for other stores.
 * Its data is in `kept`, and is there when it is reopened. `rowsPerCommit` is for periods being closed.
 */
export async function openMemoryStore(
  kept: Kept = new Kept(),
  { rowsPerCommit = ROWS_PER_COMMIT }: { readonly rowsPerCommit?: number } = {},
): Promise<PointsStore> {
  const commits = new Commits(kept);
  return {
    boards: async () => [...commits.kept.boards.values()].map(({ settings }) => settings),
    changeBoard: (name, change, records, beside = []) =>
      commits.run((kept, tell) => {
        const { boards } = kept;
        const known = boards.get(name);
        const settings = change(known?.settings);
        if (settings.name !== name) throw new RangeError(`${name} is a board of one name`);
        if (known !== undefined) refuseRefolding(known.settings, settings, known.ledger.length > 0);
        const spans = spansOf(settings);
        const changed = changesOf(kept.documents, beside);
        const isSame = isDeepStrictEqual(known?.settings, settings);
        if (isSame && !changed.some(isChanged)) return;
        const board = known ?? newBoard(settings);
        kept.keepRecords(kept.decidedRecords(records, { before: known?.settings, after: settings, beside: changed }));
        keepDocuments(kept, tell, changed);
        if (isSame) return;
        board.settings = settings;
        board.spans = spans;
        boards.set(name, board);
        tell([board], { kind: 'board', board: name, settings });
      }),
    removeBoard: (name, check = () => {}, records?, beside = []) =>
      commits.run((kept, tell) => {
        check();
        const { ledger, settings } = kept.board(name);
        if (ledger.length > 0) return false;
        const changed = changesOf(kept.documents, beside);
        kept.keepRecords(kept.decidedRecords(records, settings));
        keepDocuments(kept, tell, changed);
        kept.boards.delete(name);
        tell(kept.boards.values(), { kind: 'board', board: name, settings: undefined });
        return true;
      }),
    document: async (name) => commits.kept.documents.get(name),
    changeDocument: (name, change, records) =>
      commits.run((kept, tell) => {
        const before = kept.documents.get(name);
        const text = change(before);
        if (text === undefined || text === before) return;
        kept.keepRecords(kept.decidedRecords(records, { before, after: text }));
        keepDocuments(kept, tell, [{ document: name, before, after: text }]);
      }),

    ...memoryRecords(commits),
    ...memoryLedger(commits),
    ...memoryTotals(commits),
    ...memoryArchive(commits, rowsPerCommit),
    ...memoryEvents(commits),
    ...memoryPlayers(commits),
    ...memoryPeople(commits),

    health: () => commits.run(() => undefined),
    async maintain() {
      // No maintenance needed.
    },
    async verify() {
      const boards = [...commits.kept.boards.values()];
      return {
        events: boards.reduce((sum, { ledger }) => sum + ledger.length, 0),
        standings: boards
          .flatMap((board) => periodsOf(board).map((period) => totalsIn(board, period).size))
          .reduce((sum, size) => sum + size, 0),
        differences: boards.flatMap(closedOutOfOrder).slice(0, 100),
      };
    },
    close: () => commits.close(),
  };
}

/** @throws {RangeError} for an unknown time zone. */
function newBoard(settings: BoardSettings): KeptBoard {
  return {
    settings,
    position: 0,
    spans: spansOf(settings),
    ledger: [],
    byId: new Map(),
    byPlayer: new Map(),
    sealed: new Set(),
    closed: new Map(),
    reopened: new Map(),
  };
}

/** @throws {RangeError} for an unknown time zone. */
function spansOf({ calendar }: BoardSettings): KeptBoard['spans'] {
  periodContaining('daily', 0, calendar);
  return new SpanCache((kind, at) => periodContaining(kind, at, calendar));
}

/** The closed periods of a board whose ranks are not in order. All else is computed on demand. */
function closedOutOfOrder(board: KeptBoard): string[] {
  const { name, direction } = board.settings;
  const sign = direction === 'high' ? 1 : -1;
  return [...board.closed.values()].flatMap(({ span, order, unshown }) => {
    const totals = totalsIn(board, span);
    const isOrdered = (players: readonly number[]) =>
      players.every((player, i) => {
        const before = players[i - 1];
        if (before === undefined) return true;
        const [a, b] = [totals.get(before)!, totals.get(player)!];
        return compareKeys(sign * a.points, a.reachedAt, before, sign * b.points, b.reachedAt, player) < 0;
      });
    const shown = order.length - unshown;
    if (isOrdered(order.slice(0, shown)) && isOrdered(order.slice(shown))) return [];
    return [`board ${name}, ${span.kind} period from ${span.start}: its final ranks are not in order`];
  });
}
