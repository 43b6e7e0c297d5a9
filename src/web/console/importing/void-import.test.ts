import { expect, test } from 'vitest';

import type { BodyOf } from '../../../contract/api.ts';
import type { Ask } from '../asking/console-api.ts';
import { voidImport } from './void-import.ts';

/** Answers like a ledger with `size` events of one import, numbered from 1. The ones in `voided` are void. */
function ledger(size: number, voided: Set<string>) {
  const steps: number[] = [];
  const ask = async (
    id: string,
    { query, body }: { query?: { before?: number; limit: number; import: string }; body?: BodyOf<'reviseEvents'> },
  ) => {
    if (id === 'events') {
      expect(query!.import).toBe('season');
      const newest = (query!.before ?? size + 1) - 1;
      const numbers = Array.from({ length: Math.min(query!.limit, newest) }, (_, i) => newest - i);
      const events = numbers.map((number) => ({ id: `e${number}`, voided: voided.has(`e${number}`) ? {} : null }));
      const last = numbers.at(-1) ?? 1;
      return { answer: { events, next: last === 1 ? null : last } };
    }
    if (!('ids' in body!.events)) throw new Error('Events are named.');
    const { ids, board } = body!.events;
    expect(board).toBe('main');
    for (const each of ids) voided.add(each);
    steps.push(ids.length);
    return { answer: { does: 'void', events: ids.length, refused: 0, entry: 1 } };
  };
  return { ask: ask as unknown as Ask, steps };
}

test('voids everything that an import stored, in steps, whichever run stored it', async () => {
  const voided = new Set(Array.from({ length: 300 }, (_, i) => `e${i + 400}`));
  const { ask, steps } = ledger(20_700, voided);
  const told: number[] = [];
  const about = { board: 'main', id: 'season', reason: 'Undone.', onVoided: (events: number) => void told.push(events) };
  await voidImport(ask, about);
  expect(voided.size).toBe(20_700);
  expect(steps).toEqual([10_000, 10_000, 400]);
  expect(told).toEqual(steps);
  await voidImport(ask, about);
  expect(steps).toHaveLength(3);
});
