import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { PointsStore } from '../store/points-store.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { LiveBoards } from './live-boards.ts';
import { parseEvent } from './points-intake.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const DAY = 86_400_000;

let folder: string;
let store: PointsStore;
let boards: LiveBoards;
/** Done whenever the boards look up a player's total, as they do to put somebody back. */
let meanwhile: () => Promise<unknown>;

beforeEach(async () => {
  meanwhile = async () => {};
  folder = mkdtempSync(join(tmpdir(), 'laurels-shown-'));
  store = await openSqliteStore(folder);
  boards = await LiveBoards.open(disturbed(store), () => NOON);
  await boards.saveBoard({ name: 'main', title: 'Main', scoring: 'sum', direction: 'high', calendar: { timeZone: 'UTC', weekStart: 1 } });
});

afterEach(async () => {
  await boards.commits.settled();
  await store.close();
  rmSync(folder, { recursive: true });
});

/** The store, with something done in between. */
function disturbed(whole: PointsStore): PointsStore {
  return new Proxy(whole, {
    get(target, name) {
      if (name === 'scoreOf') {
        return async (...asked: Parameters<PointsStore['scoreOf']>) => {
          const score = await target.scoreOf(...asked);
          await meanwhile();
          return score;
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

async function win(username: string, points: number, at: number): Promise<void> {
  await boards.commits.submit(boards.board('main'), [
    parseEvent({ id: `${username} ${at}`, username, points, at: new Date(at).toISOString() }, NOON),
  ]);
}

async function names(at: number): Promise<readonly string[]> {
  const { standings } = await boards.reading.page(boards.board('main'), 'daily', at, { after: 0 }, 10);
  return standings.map(({ player }) => player.username);
}

test('whoever is shown again stands in every period, also in those that somebody looks at for the first time just then', async () => {
  const days = Array.from({ length: 6 }, (_, day) => NOON - day * DAY);
  for (const day of days) {
    await win('ada', 5, day);
    await win('bob', 3, day);
  }
  await boards.players.setVisibility('ada', { state: 'hidden' });
  // Started anew it has the orders of the present periods only.
  boards = await LiveBoards.open(disturbed(store), () => NOON);
  const looked: unknown[] = [];
  meanwhile = async () => looked.push(await names(days[looked.length + 1]!));
  await boards.players.setVisibility('ada', { state: 'shown' });
  meanwhile = async () => {};
  expect(looked).toEqual([['bob'], ['bob'], ['bob'], ['bob']]);
  for (const day of days) expect(await names(day)).toEqual(['ada', 'bob']);
});
