import { expect, test } from 'vitest';

import type { ApiDelivery } from '../../../contract/operation/webhooks.ts';
import { healthOf } from './webhook-health.tsx';

const ON = { state: 'on', reason: null } as const;

function delivery(state: ApiDelivery['state'], attempts: Readonly<Record<string, string>>): ApiDelivery {
  const told = Object.entries(attempts).map(([time, result]) => ({ at: `2026-11-20T${time}:00Z`, result }));
  return { id: `msg_${state}`, type: 'period.final', at: '2026-11-20T10:00:00Z', state, attempts: told, dueAt: null };
}

test("a webhook's health is that of its latest attempt, of any message", () => {
  const fine = delivery('delivered', { '11:00': '204' });
  const waits = delivery('waiting', { '10:00': '500', '12:00': '503' });
  expect(healthOf(ON, [fine])).toEqual({ kind: 'sending' });
  expect(healthOf(ON, [fine, waits])).toEqual({ kind: 'failing', result: '503' });
  expect(healthOf(ON, [delivery('failed', { '09:00': '500' }), fine])).toEqual({ kind: 'sending' });
});

test('a webhook without attempts is idle', () => {
  expect(healthOf(ON, [])).toEqual({ kind: 'idle' });
  expect(healthOf(ON, [delivery('waiting', {})])).toEqual({ kind: 'idle' });
});

test('a webhook that is off is reported as off, regardless of its deliveries', () => {
  expect(healthOf({ state: 'off', reason: 'answered 410' }, [delivery('failed', { '09:00': '410' })])).toEqual({
    kind: 'off',
    why: 'answered 410',
  });
});
