import { describePointsStoreModel } from '../points-store-model.suite.ts';
import { sqlitePlace } from './sqlite-place.suite.ts';

describePointsStoreModel('SQLite', () => sqlitePlace({ mostBehind: 5 }));
describePointsStoreModel('SQLite, writing on a thread', () => sqlitePlace({ mostBehind: 5, onThread: true }), { plain: 15, waiting: 5 });
