import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freshDatabase } from '../../../tests/fresh-database.ts';
import type { DataPlace } from '../operation/data-place.ts';
import { describePointsStoreModel } from '../store/points-store-model.suite.ts';
import { readDatabaseAddress } from '../store/postgres/database/database-address.ts';
import type { StorePlace } from '../store/store-under-test.suite.ts';
import { exportEverything } from './archive/exporting.ts';
import { importEverything } from './archive/importing.ts';
import { moveData } from './move-data.ts';
import { openStore } from './open-data.ts';

/** Starts as a folder. Each time it is reopened, everything is moved: to a database, or back to a new folder. */
function movingPlace(move: (from: DataPlace, to: DataPlace, beside: string) => Promise<unknown>): StorePlace {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-moving-'));
  const databases: ReturnType<typeof freshDatabase>[] = [];
  let moves = 0;
  let present: DataPlace | undefined;

  async function next(): Promise<DataPlace> {
    moves += 1;
    if (moves % 2 === 1) return { kind: 'folder', folder: join(folder, String(moves)) };
    const database = freshDatabase();
    databases.push(database);
    return { kind: 'postgres', address: readDatabaseAddress(await database.url()) };
  }

  return {
    isMoving: true,
    async open() {
      const place = await next();
      if (present !== undefined) await move(present, place, join(folder, `${moves}`));
      present = place;
      return openStore(place);
    },
    remove() {
      rmSync(folder, { recursive: true, force: true });
      for (const database of databases) database.drop();
    },
  };
}

const quietly = { say: () => {}, progress: () => {} };

describePointsStoreModel('What is moved to PostgreSQL and back at every start', () => movingPlace((from, to) => moveData(from, to, quietly)), 3);

describePointsStoreModel(
  'What is exported and imported at every start',
  () =>
    movingPlace(async (from, to, beside) => {
      await exportEverything(from, `${beside}.tar.gz`, Date.UTC(2026, 10, 27));
      await importEverything(`${beside}.tar.gz`, to, quietly);
    }),
  1,
);
