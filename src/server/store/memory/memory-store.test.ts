import { describePointsStore } from '../points-store.suite.ts';
import { waiting } from '../waiting-store.suite.ts';
import { memoryPlace } from './memory-place.suite.ts';

describePointsStore('memory', memoryPlace);
// That the wrapper changes no answer, one store shows.
describePointsStore('memory, waiting', waiting(memoryPlace));
