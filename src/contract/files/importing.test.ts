import { expect, test } from 'vitest';

import { importRows, type Importing } from './importing.ts';

const rows = [{ line: 2, event: { id: 'one', username: 'ada', points: 1 } }] as unknown as Parameters<typeof importRows>[0];

function asked(onPosted: () => void, result: object) {
  const calls: string[] = [];
  const ask = async (id: string) => {
    calls.push(id);
    if (id === 'importPoints') {
      onPosted();
      return { results: [result] };
    }
    return { import: { id: 'season' }, resumed: false };
  };
  return { calls, ask: ask as unknown as Importing['ask'] };
}

test('an import stopped during a request is not restarted by the response', async () => {
  let isStopped = false;
  const { calls, ask } = asked(() => (isStopped = true), {});
  expect(await importRows(rows, { ask, board: 'main', file: 'a.csv', onReached: () => {}, isStopped: () => isStopped })).toBe('stopped');
  expect(calls).toEqual(['beginImport', 'importPoints']);
});

test('rows on hold are refused, and counted separately', async () => {
  const { ask } = asked(() => {}, { held: { reason: 'Over 10 points.' } });
  expect(await importRows(rows, { ask, board: 'main', file: 'a.csv', onReached: () => {} })).toMatchObject({
    refused: [{ line: 2, fault: 'was put on hold when it was first posted: Over 10 points.' }],
    held: 1,
  });
});
