import { describePointsStore } from '../../src/server/store/points-store.suite.ts';
import { waiting } from '../../src/server/store/waiting-store.suite.ts';
import { memoryPlace } from './memory-place.suite.ts';

describePointsStore('memory', memoryPlace);
// One store suffices to show that the wrapper changes no answer.
describePointsStore('memory, waiting', waiting(memoryPlace));
