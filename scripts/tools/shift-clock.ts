// Preloaded by every Node.js process of a test run with a shifted clock: see harder.ts.
import { CLOCK_SHIFT_MS, shiftDate } from './shifted-date.ts';

if (CLOCK_SHIFT_MS !== 0) shiftDate(CLOCK_SHIFT_MS);
