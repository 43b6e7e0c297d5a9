import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { ApiReport } from '../../contract/game-answers.ts';
import { LiveBoards } from './live-boards.ts';
import { parseEvent } from './points-intake.ts';
import type { PointsStore } from '../store/points-store.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const DAY = 86_400_000;
const PLAYERS = Array.from({ length: 12 }, (_, i) => `player ${i}`);

let folder: string;
let store: PointsStore;
let boards: LiveBoards;
let ids: number;

beforeEach(async () => {
  ids = 0;
  folder = mkdtempSync(join(tmpdir(), 'laurels-recorder-'));
  store = await openSqliteStore(folder);
  boards = await LiveBoards.open(store, () => NOON);
  await boards.saveBoard({ name: 'main', title: 'Main', scoring: 'sum', direction: 'high', calendar: { timeZone: 'UTC', weekStart: 1 } });
});

afterEach(async () => {
  await boards.commits.settled();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function submit(username: string, points: number, at: number): Promise<ApiReport> {
  ids += 1;
  const results = await boards.commits.submit(boards.board('main'), [
    parseEvent({ id: String(ids), username, points, at: new Date(at).toISOString() }, NOON),
  ]);
  const [report] = results.flatMap((result) => (result.kind === 'report' ? [JSON.parse(result.report) as ApiReport] : []));
  return report!;
}

test('ranks in reports are those in pages', async () => {
  for (let i = 0; i < 60; i += 1) {
    const report = await submit(PLAYERS[(i * 7) % 12]!, (i * 13) % 10, NOON - i);
    for (const { kind, rank, points, next } of report.periods) {
      const { standings } = await boards.reading.page(boards.board('main'), kind, NOON, { after: 0 }, 20);
      const mine = standings.find(({ player }) => player.username === report.player.username)!;
      expect([mine.rank, mine.points]).toEqual([rank, points]);
      const above = standings.find((other) => other.rank === mine.rank - 1);
      expect(next).toEqual(above === undefined ? null : { rank: above.rank, points: above.points - mine.points + 1 });
    }
  }
});

test('what a commit did not keep is not ranked either', async () => {
  await submit('player 0', 5, NOON);
  const event = parseEvent({ id: 'x', username: 'player 0', points: Number.MAX_SAFE_INTEGER, at: new Date(NOON).toISOString() }, NOON);
  expect(await boards.commits.submit(boards.board('main'), [event])).toMatchObject([{ kind: 'refused' }]);
  const { standings } = await boards.reading.page(boards.board('main'), 'daily', NOON, { after: 0 }, 5);
  expect(standings.map(({ points }) => points)).toEqual([5]);
});

test('a repetition is answered byte for byte as the first time, whatever happened since', async () => {
  const event = (id: string, more: object = {}) =>
    parseEvent({ id, username: 'Player 0', points: 5, displayName: 'Zoë "Z"', avatar: '🦊', ...more }, NOON);
  const reportOf = async (submitted: ReturnType<typeof event>) => {
    const [result] = await boards.commits.submit(boards.board('main'), [submitted]);
    return result!.kind === 'report' ? result!.report : expect.fail('refused');
  };
  await submit('player 1', 9, NOON);
  const first = await reportOf(event('x'));
  expect(JSON.parse(first)).toMatchObject({ player: { username: 'Player 0', displayName: 'Zoë "Z"', avatar: '🦊' } });
  await reportOf(event('y', { points: 50, displayName: 'Another', avatar: '🐙' }));
  await store.closePeriod({ board: 'main', kind: 'daily', start: NOON - (NOON % DAY) }, [2, 1], NOON + DAY);
  expect(await reportOf(event('x'))).toBe(first);
  boards = await LiveBoards.open(store, () => NOON + 40 * DAY);
  expect(await reportOf(event('x'))).toBe(first);
});

test('somebody hidden is told of their totals as everybody is: fewer points are no improvement', async () => {
  await submit('player 1', 50, NOON);
  await submit('player 2', 40, NOON);
  await boards.players.setVisibility('player 1', { state: 'hidden' });
  const daily = (await submit('player 1', -30, NOON)).periods.find(({ kind }) => kind === 'daily');
  expect(daily).toMatchObject({ points: 20, rank: 2, change: { points: -30, ranks: -1 }, improved: false });
  expect(
    (await boards.reading.page(boards.board('main'), 'daily', NOON, { after: 0 }, 10)).standings.map(({ player }) => player.username),
  ).toEqual(['player 2']);
});
