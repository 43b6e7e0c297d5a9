import { describePointsStoreModel } from '../points-store-model.suite.ts';
import { postgresPlace } from './postgres-place.suite.ts';

describePointsStoreModel('PostgreSQL', () => postgresPlace({ mostBehind: 5 }), { plain: 15, waiting: 5 });
