import { describePointsStore } from '../points-store.suite.ts';
import { memoryPlace } from './memory-place.suite.ts';

describePointsStore('memory', memoryPlace);
