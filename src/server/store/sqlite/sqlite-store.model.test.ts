import { describePointsStoreModel } from '../points-store-model.suite.ts';
import { sqlitePlace } from './sqlite-place.suite.ts';

describePointsStoreModel('SQLite', () => sqlitePlace({ mostBehind: 5 }));
describePointsStoreModel(
  'SQLite, writing on a thread part by part',
  () => sqlitePlace({ mostBehind: 5, onThread: true, eventsPerPart: 2, fewEvents: 1 }),
  8,
);
