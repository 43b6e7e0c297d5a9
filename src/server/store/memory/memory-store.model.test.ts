import { describePointsStoreModel } from '../points-store-model.suite.ts';
import { memoryPlace } from './memory-place.suite.ts';

describePointsStoreModel('memory', memoryPlace);
