import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { UnknownBoard } from '../contract/live-source.ts';
import { CurrentCatalogue } from '../server/current-catalogue.ts';
import { LiveBoards } from '../server/live-boards.ts';
import { createStoreSource } from '../server/store-source.ts';
import { openSqliteStore } from '../server/stores/sqlite-store.ts';
import { renderLive } from './live-render.tsx';

test('what the store does not have is said at once, not asked for again, and not kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-render-'));
  const store = await openSqliteStore(folder);
  const boards = await LiveBoards.open(store, Date.now);
  const source = createStoreSource(boards, await CurrentCatalogue.open(store, boards), Date.now);
  // A browser would ask again after one second, and after two and four more: here nobody lets time pass.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await expect(renderLive(source, '/?board=none')).rejects.toThrow(UnknownBoard);
  vi.advanceTimersByTime(1_000);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  await store.close();
  rmSync(folder, { recursive: true });
});
