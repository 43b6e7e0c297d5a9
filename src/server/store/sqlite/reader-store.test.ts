import { describePointsStoreModel } from '../points-store-model.suite.ts';
import { withReaders } from './reader-beside.suite.ts';
import { sqlitePlace } from './sqlite-place.suite.ts';

describePointsStoreModel(
  'SQLite with readers beside it',
  withReaders(() => sqlitePlace({ mostBehind: 5 })),
  20,
);
