import { describePointsStore } from '../points-store.suite.ts';
import { postgresPlace } from './postgres-place.suite.ts';

describePointsStore('PostgreSQL', postgresPlace);
