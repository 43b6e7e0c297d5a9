import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';

import { DAY, MAIN, MINUTE, NOON } from '../boards/boards-under-test.suite.ts';
import { LiveBoards } from '../boards/live-boards.ts';
import { parseEvent } from '../boards/points/points-intake.ts';
import { Problem } from '../http/problem.ts';
import { SharedLine } from '../../../tests/oracle/several-stores.suite.ts';
import type { PointsStore } from '../store/points-store.ts';
import { postgresPlace } from '../store/postgres/postgres-place.suite.ts';
import { sqlitePlace } from '../store/sqlite/sqlite-place.suite.ts';
import { waitingStore } from '../store/waiting-store.suite.ts';
import { recordsAnswer } from './records-answer.ts';

/** What processes share: a database, or a stand-in. */
interface Line {
  open(): Promise<PointsStore>;
  remove?(): void;
}

/** A folder has one process: two sets of boards follow its store. */
function oneFolder(): Line {
  const place = sqlitePlace();
  const opened = place.open();
  return { open: () => opened, remove: () => place.remove() };
}

const BOARDS = [MAIN, { ...MAIN, name: 'golf', scoring: 'best', direction: 'low' }] as const;
const PLAYERS = ['ann', 'bob', 'cyd', 'dan', 'eve'];

/** A clock for all processes. */
let now = NOON;
/** How often the processes were compared. */
let compared = 0;
let line: Line | undefined;
let stores = new Set<PointsStore>();

afterEach(() => end());

async function begin(newLine: () => Line): Promise<readonly LiveBoards[]> {
  await end();
  now = NOON;
  line = newLine();
  const one = await start();
  for (const board of BOARDS) await one.editing.make(board);
  const others = [await start(), await start()];
  return [one, ...others];
}

async function end(): Promise<void> {
  await Promise.all(Array.from(stores, (store) => store.close()));
  stores = new Set();
  line?.remove?.();
  line = undefined;
}

async function start(): Promise<LiveBoards> {
  const store = await line!.open();
  stores.add(store);
  return LiveBoards.open(waitingStore(store), { clock: () => now, graceMs: MINUTE });
}

/** Expects a refusal to be a problem; rethrows anything else. */
function expectProblem(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
}

/** Expects all processes, and one that starts now, to have the same records at the current position. */
async function expectSame(processes: readonly LiveBoards[]): Promise<void> {
  compared += 1;
  const fresh = await start();
  for (const { name } of BOARDS) {
    const expected = await recordsAnswer(fresh, name);
    for (const boards of processes) {
      await boards.store.catchUp();
      expect(boards.changes.position(name)).toBe(fresh.changes.position(name));
      expect(JSON.stringify(await recordsAnswer(boards, name))).toBe(JSON.stringify(expected));
    }
  }
}

const command = fc.record({
  who: fc.nat({ max: 2 }),
  waits: fc.boolean(),
  does: fc.constantFrom(
    ...(['send', 'send', 'send', 'send', 'look', 'look', 'void', 'restore', 'hide', 'show'] as const),
    ...(['merge', 'close', 'close', 'reopen', 'import', 'end', 'catch up', 'compare'] as const),
  ),
  board: fc.constantFrom(...BOARDS.map(({ name }) => name)),
  which: fc.nat({ max: 30 }),
  points: fc.integer({ min: 1, max: 9 }),
  daysAgo: fc.nat({ max: 9 }),
});

type Command = typeof command extends fc.Arbitrary<infer Drawn> ? Drawn : never;

async function act(boards: LiveBoards, { does, board, which, points, daysAgo }: Command): Promise<unknown> {
  const player = PLAYERS[which % PLAYERS.length]!;
  switch (does) {
    case 'send': {
      const at = new Date(now - daysAgo * DAY).toISOString();
      return boards.commits.submit(boards.board(board), [parseEvent({ id: `event ${which}`, username: player, points, at }, now)]);
    }
    case 'look':
      return recordsAnswer(boards, board);
    case 'void':
    case 'restore':
      return boards.revisions.revise(boards.board(board), `event ${which}`, does, 'a reason');
    case 'hide':
      return boards.players.setVisibility(player, { state: 'hidden' });
    case 'show':
      return boards.players.setVisibility(player, { state: 'shown' });
    case 'merge':
      return boards.merges.merge(player, PLAYERS[points % PLAYERS.length]!);
    case 'close':
      now += DAY;
      return boards.closing.closeEnded();
    case 'reopen': {
      const start = await boards.store.latestClosed(board, 'daily');
      return start === undefined ? undefined : boards.closing.reopen({ board, kind: 'daily', start }, 'a reason');
    }
    case 'import':
      return boards.closing.beginImport(board, 'the past');
    case 'end':
      return boards.imports.end(boards.imports.list()[0]?.id ?? 'none');
    case 'catch up':
    case 'compare':
      return boards.store.catchUp();
  }
}

describe.each([
  { name: 'stores in memory', newLine: () => new SharedLine(), numRuns: 30 },
  { name: 'one folder', newLine: oneFolder, numRuns: 10 },
  { name: 'PostgreSQL', newLine: () => postgresPlace(), numRuns: 3 },
])('in three processes over $name,', ({ newLine, numRuns }) => {
  test('records are the same at the same position, for any order of events', async () => {
    compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 20, maxLength: 70 }), async (commands) => {
        const processes = await begin(newLine);
        let doing: Promise<unknown>[] = [];
        for (const each of commands) {
          const done = act(processes[each.who]!, each).catch(expectProblem);
          doing.push(done);
          if (each.waits) await done;
          if (each.does !== 'compare') continue;
          await Promise.all(doing);
          doing = [];
          await expectSame(processes);
        }
        await Promise.all(doing);
        await expectSame(processes);
      }),
      { numRuns, endOnFailure: true },
    );
    expect(compared).toBeGreaterThanOrEqual(numRuns);
  }, 600_000);
});
