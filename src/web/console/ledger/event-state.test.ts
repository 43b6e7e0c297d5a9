import { expect, test } from 'vitest';

import { PERIOD_KINDS } from '../../../domain/calendar.ts';
import { stateOf } from './event-state.ts';

const VOIDED = { at: '2026-11-18T12:00:00Z', reason: 'Sent twice.' };

test.each([
  [{ voided: null, counted: [...PERIOD_KINDS] }, 'Counts'],
  [{ voided: null, counted: [] }, 'Came too late to count'],
  [{ voided: null, counted: ['monthly' as const, 'all-time' as const] }, 'Counts for the month, all time. The rest was final.'],
  [{ voided: VOIDED, counted: [] }, 'Voided'],
  [{ voided: VOIDED, counted: ['daily' as const] }, 'Voided, but final for the day'],
])('an event that is %j is told as %j', (event, words) => expect(stateOf(event)).toBe(words));
