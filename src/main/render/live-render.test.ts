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

test('rejects at once for an unknown board, without retries', async () => {
  // A browser would retry after one second, and after two and four more. The clock stands still here.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await expect(renderLive(source, '/?board=none')).rejects.toMatchObject({ status: 404 });
  vi.advanceTimersByTime(1_000);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test.each(['garbage', '2026-02-31', '2999-01-01', '2999-01-01T00:00Z'])(
  'renders the not-found page for a board at the invalid moment %s',
  async (at) => expect(await renderLive(source, `/?at=${at}`)).toMatchObject({ status: 404, title: 'Date not found · Laurels' }),
);

test.each(['', '?at=2001-01-01', '?at=2001-01-01T12:00Z'])('renders the page at /%s', async (search) =>
  expect(await renderLive(source, `/${search}`)).toMatchObject({ status: 200 }),
);

test.each(['/nowhere', '/404', '/EARN', '/players'])('%s has the status and head of the not-found page', async (path) =>
  expect(await renderLive(source, path)).toMatchObject({ status: 404, title: 'Page not found · Laurels' }),
);

test.each(['/players/nobody', '/players/nobody/why', '/whiteboard?board=none'])(
  'renders nothing for %s, which does not exist',
  async (path) => expect(await renderLive(source, path).catch((error: unknown) => error)).toMatchObject({ status: 404, body: null }),
);

test.each(['/?period=yearly', '/leaderboard?mode=yearly', '/players/nobody?mode=yearly'])(
  'renders the page about an unknown period for %s',
  async (path) => expect(await renderLive(source, path)).toMatchObject({ status: 404, title: 'Period not found · Laurels' }),
);

test('rejects with the original error if the source fails', async () => {
  const failing = { ...source, rankings: () => Promise.reject(new Error('no such table')) };
  await expect(renderLive(failing, '/')).rejects.toThrow('no such table');
});
