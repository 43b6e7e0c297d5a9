import { expect, test } from 'vitest';

import { type BoardSettings, PLAIN_BOARD } from '../../store/stored-values.ts';
import { BoardChanges } from './board-changes.ts';
import { CommitQueue } from './commit-queue.ts';

const boardOf = (name: string): BoardSettings => ({
  name,
  title: name,
  ...PLAIN_BOARD,
  calendar: { timeZone: 'UTC', weekStart: 1 },
});
const MAIN = boardOf('main');
const event = (id: string) => ({ id, username: 'ada', points: 1, digest: id });

/** A queue, and a log of the event ids of each commit and the work in between. */
function queued(fails: (id: string) => boolean = () => false) {
  const done: string[] = [];
  const commits = new CommitQueue({
    changes: new BoardChanges('history', new Map()),
    store: { positions: async () => new Map() },
    clock: () => 0,
    recorder: {
      async commit(board, events) {
        const ids = events.map(({ id }) => id);
        if (ids.some(fails)) throw new Error('The disk is full.');
        await new Promise((resolve) => setImmediate(resolve));
        done.push(`${board}: ${ids.length > 3 ? ids.length : ids.join(' ')}`);
        return ids.map((report) => ({ kind: 'report', repeated: false, report }));
      },
    },
  });
  return { commits, done };
}

test('events that arrive together share a commit per board, and each request gets its own results', async () => {
  const { commits, done } = queued();
  const answers = await Promise.all([
    commits.submit(MAIN, [event('a'), event('b')]),
    commits.submit(MAIN, [event('c')]),
    commits.submit(boardOf('other'), [event('d')]),
    commits.submit(MAIN, [event('e')]),
  ]);
  expect(done).toEqual(['main: a b c', 'other: d', 'main: e']);
  expect(answers.map((results) => results.map((result) => result.kind === 'report' && result.report))).toEqual([
    ['a', 'b'],
    ['c'],
    ['d'],
    ['e'],
  ]);
});

test('a commit has at most its maximum size, unless a single request is larger', async () => {
  const { commits, done } = queued();
  const many = (count: number) => Array.from({ length: count }, (_, i) => event(String(i)));
  await Promise.all([1500, 500, 1, 3000].map((count) => commits.submit(MAIN, many(count))));
  expect(done).toEqual(['main: 2000', 'main: 0', 'main: 3000']);
});

test('a failed commit rejects only the requests that shared it', async () => {
  const { commits, done } = queued((id) => id === 'bad');
  const shared = [commits.submit(MAIN, [event('a')]), commits.submit(MAIN, [event('bad')])];
  const other = commits.submit(boardOf('other'), [event('b')]);
  for (const { status } of await Promise.allSettled(shared)) expect(status).toBe('rejected');
  await other;
  expect(done).toEqual(['other: b']);
});

test('exclusive work between commits is not interrupted, and runs after what came before', async () => {
  const { commits, done } = queued();
  const before = [commits.submit(MAIN, [event('a')]), commits.submit(boardOf('other'), [event('b')])];
  const work = commits.betweenCommits(async () => {
    done.push('begun');
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    done.push('finished');
  });
  await Promise.all([...before, work, commits.submit(MAIN, [event('c')])]);
  expect(done).toEqual(['main: a', 'other: b', 'begun', 'finished', 'main: c']);
  await expect(commits.betweenCommits(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await commits.settled();
});
