// Gives fast-check the seed of the run, before each file of tests.
import fc from 'fast-check';

import { SEED } from './seeded.ts';

fc.configureGlobal({ seed: SEED });
