// Gives fast-check the run's seed, before each test file.
import fc from 'fast-check';

import { SEED } from './seeded.ts';

fc.configureGlobal({ seed: SEED });
