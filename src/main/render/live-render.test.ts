import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { LiveSource } from '../../contract/live-source.ts';
import { ensureBoard } from '../../server/boards/default-board.ts';
import { LiveBoards } from '../../server/boards/live-boards.ts';
import type { PointsStore } from '../../server/store/points-store.ts';
import { createStoreSource } from '../../server/answers/store-source.ts';
import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import { renderLive } from './live-render.tsx';

const clock = () => Date.parse('2026-11-18T12:00:00Z');

let store: PointsStore;
let source: LiveSource;

beforeEach(async () => {
  store = await openMemoryStore();
  const boards = await LiveBoards.open(store, { clock, graceMs: Infinity });
  await ensureBoard(boards, { title: 'Main', calendar: { timeZone: 'UTC', weekStart: 1 } });
  source = createStoreSource(boards);
});

afterEach(async () => {
  await store.close();
});

test('what the store does not have is said at once, not asked for again, and not kept', async () => {
  // A browser would ask again after one second, and after two and four more: here nobody lets time pass.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await expect(renderLive(source, '/?board=none')).rejects.toMatchObject({ status: 404 });
  vi.advanceTimersByTime(1_000);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test.each(['garbage', '2026-02-31', '2999-01-01', '2999-01-01T00:00Z'])(
  'in place of a board at %s stands the page about a moment that is none',
  async (at) => expect(await renderLive(source, `/?at=${at}`)).toMatchObject({ status: 404, title: 'Date not found · Laurels' }),
);

test.each(['', '?at=2001-01-01', '?at=2001-01-01T12:00Z'])('/%s is the page that was asked for', async (search) =>
  expect(await renderLive(source, `/${search}`)).toMatchObject({ status: 200 }),
);

test.each(['/nowhere', '/404', '/EARN', '/players'])('%s has the status of a page that was not found, and its head', async (path) =>
  expect(await renderLive(source, path)).toMatchObject({ status: 404, title: 'Page not found · Laurels' }),
);

test.each(['/players/nobody', '/players/nobody/why', '/whiteboard?board=none'])(
  'of %s nothing is rendered: there is none of it',
  async (path) => expect(await renderLive(source, path).catch((error: unknown) => error)).toMatchObject({ status: 404, body: null }),
);

test.each(['/?period=yearly', '/leaderboard?mode=yearly', '/players/nobody?mode=yearly'])(
  'in place of %s stands the page about a period that there is none of',
  async (path) => expect(await renderLive(source, path)).toMatchObject({ status: 404, title: 'Period not found · Laurels' }),
);

test('a failure is no page: whoever asked for one is told by the error itself', async () => {
  const failing = { ...source, rankings: () => Promise.reject(new Error('no such table')) };
  await expect(renderLive(failing, '/')).rejects.toThrow('no such table');
});
