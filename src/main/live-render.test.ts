import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { UnknownBoard } from '../contract/live-source.ts';
import { CurrentCatalogue } from '../server/current-catalogue.ts';
import { LiveBoards } from '../server/live-boards.ts';
import { createStoreSource } from '../server/store-source.ts';
import { openSqliteStore } from '../server/stores/sqlite-store.ts';
import { renderLive } from './live-render.tsx';

test('what the store does not have is said at once, because asking it again helps nobody', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-render-'));
  const store = await openSqliteStore(folder);
  const boards = await LiveBoards.open(store, Date.now);
  const source = createStoreSource(boards, await CurrentCatalogue.open(store, boards), Date.now);
  const began = performance.now();
  await expect(renderLive(source, '/?board=none')).rejects.toThrow(UnknownBoard);
  // A browser would ask again after one second, and after two and four more.
  expect(performance.now() - began).toBeLessThan(900);
  await store.close();
  rmSync(folder, { recursive: true });
});
