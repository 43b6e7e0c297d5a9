import { expect, test } from 'vitest';

import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import { ENDPOINTS } from '../../contract/api.ts';
import { targetOf } from '../../contract/endpoint.ts';
import { useTrialApi } from '../api/trial-api.suite.ts';
import { LiveBoards } from '../boards/live-boards.ts';
import type { PointsStore } from '../store/points-store.ts';
import { AUDIT } from '../store/records.ts';

/** Called once, right before a document is changed. */
let meanwhile: (() => Promise<unknown>) | undefined;

/** The store that both processes share. */
let shared: PointsStore;

const trial = useTrialApi({
  async openStore() {
    shared = await openMemoryStore();
    return new Proxy(shared, {
      get(whole, name) {
        if (name !== 'changeDocument') return Reflect.get(whole, name) as unknown;
        return async (...given: Parameters<typeof whole.changeDocument>) => {
          const faster = meanwhile;
          meanwhile = undefined;
          await faster?.();
          return whole.changeDocument(...given);
        };
      },
    });
  },
});

test('an undo keeps a webhook that another process changes right before', async () => {
  const { webhooks } = trial.boards;
  const url = (path: string) => `https://play.example/${path}`;
  await webhooks.add('results', { url: url('a'), form: 'standard', events: ['period.final'], boards: null, periods: null });
  await webhooks.set('results', { url: url('b') });
  const [entry] = await shared.records(AUDIT, { state: 'change-webhook', limit: 1 });
  const other = await LiveBoards.open(shared, { clock: () => trial.now, graceMs: 0 });
  meanwhile = () => other.webhooks.set('results', { url: url('c') });
  const undo = trial.ask(targetOf(ENDPOINTS.undoAct, { entry: String(entry!.number) }), {
    method: 'POST',
    headers: { authorization: `Bearer ${trial.tokens.owner}` },
  });
  expect(await trial.problemOf(undo)).toMatchObject({ status: 409, type: expect.stringContaining('changed') as string });
  expect(webhooks.named('results').url).toBe(url('c'));
});
