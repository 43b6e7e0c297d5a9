import { describePointsStore } from '../points-store.suite.ts';
import { sqlitePlace } from './sqlite-place.suite.ts';

describePointsStore('SQLite', sqlitePlace);
describePointsStore('SQLite, writing on a thread part by part', () => sqlitePlace({ onThread: true, eventsPerPart: 2, fewEvents: 1 }));
