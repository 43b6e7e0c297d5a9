import { afterEach, beforeEach } from 'vitest';

import type { ApiReport } from '../../contract/game-answers.ts';
import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import type { PointsStore } from '../store/points-store.ts';
import { waitingStore } from '../store/waiting-store.suite.ts';
import { type BoardSettings, PLAIN_BOARD } from '../store/stored-values.ts';
import type { Log } from '../watching/log.ts';
import { LiveBoards } from './live-boards.ts';
import { parseEvent } from './points/points-intake.ts';
import type { Submitted } from './points/points-recorder.ts';

export const NOON = Date.parse('2026-11-21T12:00:00Z');
export const DAY = 86_400_000;
export const MINUTE = 60_000;

export const MAIN: BoardSettings = {
  name: 'main',
  title: 'Main',
  ...PLAIN_BOARD,
  calendar: { timeZone: 'UTC', weekStart: 1 },
};

/** Options of a test’s boards. */
interface Trial {
  /** How long after its end a period becomes final, in milliseconds; Infinity for tests that fill past days. */
  readonly graceMs?: number;
  /** Wraps the store. */
  readonly around?: (store: PointsStore) => PointsStore;
  readonly log?: Log;
}

/** The fixtures of a test. */
interface TrialBoards {
  /** The clock, in epoch milliseconds. */
  now: number;
  /** The store without wrapper. */
  store: PointsStore;
  readonly boards: LiveBoards;
  /** Reopens the boards, as a server start does. */
  open(): Promise<void>;
  /** Starts over: noon, an empty store, the board `main`. */
  renew(): Promise<void>;
  /** Sends an event to the board `main` at the clock’s time, and returns its result. */
  send(event: object): Promise<Submitted>;
  /** Posts points with a time of their own (epoch milliseconds), and returns the report. */
  win(username: string, points: number, at?: number): Promise<ApiReport>;
  /** The ranking on a moment’s day, first to last, with points. */
  day(at: number): Promise<readonly string[]>;
  isClosed(at: number): Promise<boolean>;
}

/** Gives each following test boards on a new store in memory that really waits, with the board `main`, at noon by a manual clock. */
export function useBoards({ graceMs = MINUTE, around = (store) => store, log }: Trial = {}) {
  let opened: LiveBoards;
  let ids = 0;
  const trial: TrialBoards = {
    now: NOON,
    store: undefined as unknown as PointsStore,
    get boards(): LiveBoards {
      return opened;
    },
    async open(): Promise<void> {
      opened = await LiveBoards.open(waitingStore(around(trial.store)), { clock: () => trial.now, graceMs, ...(log && { log }) });
    },
    async renew(): Promise<void> {
      trial.now = NOON;
      trial.store = await openMemoryStore();
      await trial.open();
      await opened.editing.make(MAIN);
    },
    async send(event: object): Promise<Submitted> {
      ids += 1;
      const [result] = await opened.commits.submit(opened.board('main'), [parseEvent({ id: `event ${ids}`, ...event }, trial.now)]);
      return result!;
    },
    async win(username: string, points: number, at = trial.now): Promise<ApiReport> {
      const result = await trial.send({ username, points, at: new Date(at).toISOString() });
      if (result.kind === 'refused') throw result.problem;
      if (result.kind === 'held') throw new Error(result.answer);
      return JSON.parse(result.report) as ApiReport;
    },
    async day(at: number): Promise<readonly string[]> {
      const { standings } = await opened.reading.page(opened.board('main'), 'daily', at, { after: 0 }, 50);
      return standings.map(({ player, points }) => `${player.username} ${points}`);
    },
    async isClosed(at: number): Promise<boolean> {
      return (await opened.reading.page(opened.board('main'), 'daily', at, { after: 0 }, 1)).closed;
    },
  };

  beforeEach(() => trial.renew());

  afterEach(async () => {
    await opened.commits.settled();
    await trial.store.close();
  });

  return trial;
}

/** The state of each period in a report: `daily counted`. */
export function statesIn({ periods }: ApiReport): readonly string[] {
  return periods.map(({ kind, state }) => `${kind} ${state}`);
}

/** Accepts events of past days on all boards, until {@link closePast}. */
export async function takePast(boards: LiveBoards): Promise<void> {
  for (const { name } of boards.boards()) await boards.imports.begin(name, 'the past');
}

/** Closes all past periods, then accepts past events again where still open. */
export async function closePast(boards: LiveBoards): Promise<void> {
  for (const { id } of boards.imports.list()) await boards.imports.end(id);
  await boards.closing.closeEnded(() => {});
  await takePast(boards);
}
