import { hopping } from '../hopping-store.suite.ts';
import { describePointsStoreModel } from '../points-store-model.suite.ts';
import { postgresPlace } from './postgres-place.suite.ts';

const place = () => postgresPlace({ mostBehind: 5, eventsPerPart: 2 });

describePointsStoreModel('PostgreSQL', place, 8);
describePointsStoreModel('PostgreSQL, three processes in turn', hopping(place, 3), 6);
