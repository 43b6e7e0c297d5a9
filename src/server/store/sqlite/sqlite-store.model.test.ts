import { describePointsStoreModel } from '../points-store-model.suite.ts';
import { sqlitePlace } from './sqlite-place.suite.ts';

describePointsStoreModel('SQLite', () => sqlitePlace(5));
