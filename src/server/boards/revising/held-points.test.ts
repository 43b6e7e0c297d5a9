import { expect, test } from 'vitest';

import { AUDIT } from '../../store/records.ts';
import { HELD } from '../points/kept-held.ts';
import { useBoards } from '../boards-under-test.suite.ts';
import { LiveBoards } from '../live-boards.ts';

/** Called once, right before events are recorded. */
let meanwhile: (() => Promise<unknown>) | undefined;

const trial = useBoards({
  around: (store) =>
    new Proxy(store, {
      get(inner, name) {
        const method: unknown = Reflect.get(inner, name);
        if (name !== 'append') return method;
        return async (...args: unknown[]) => {
          const faster = meanwhile;
          meanwhile = undefined;
          await faster?.();
          return (method as (...args: unknown[]) => unknown).apply(inner, args);
        };
      },
    }),
});

test('points that another process accepts right before are accepted once', async () => {
  await trial.boards.limits.replace(trial.boards.board('main'), { event: 10, hour: null, day: null, history: null });
  expect(await trial.send({ username: 'ada', points: 11 })).toMatchObject({ kind: 'held' });
  const [held] = await trial.store.records(HELD, { limit: 1 });
  const other = await LiveBoards.open(trial.store, { clock: () => trial.now + 1, graceMs: 0 });
  meanwhile = () => other.held.accept(held!.id);
  await expect(trial.boards.held.accept(held!.id)).rejects.toMatchObject({ code: 'conflict' });
  expect(await trial.store.records(AUDIT, { state: 'accept-points', limit: 9 })).toHaveLength(1);
  expect(await trial.day(trial.now)).toEqual(['ada 11']);
});
