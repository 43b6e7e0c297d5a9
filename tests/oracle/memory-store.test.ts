import { describePointsStore } from '../../src/server/store/points-store.suite.ts';
import { waiting } from '../../src/server/store/waiting-store.suite.ts';
import { memoryPlace } from './memory-place.suite.ts';

describePointsStore('memory', memoryPlace);
// That the wrapper changes no answer, one store shows.
describePointsStore('memory, waiting', waiting(memoryPlace));
