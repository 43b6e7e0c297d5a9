import { cp } from 'node:fs/promises';

import { atLeast, atMost, type Figure, shownOnly } from '../figure.ts';
import { ended, type Scratch } from '../scratch.ts';
import { spawnLive } from '../spawned-server.ts';
import { grouped } from '../timed.ts';
import { quiet, residentMegabytes } from './machine.ts';
import { QUESTIONS } from './questions.ts';
import { TURN_MS } from './rounds.ts';
import { type Costs, measureCosts, type ThreadCosts } from './thread-costs.ts';
import { type Load, loaded } from './wrk.ts';

/** Limits for memory per reader, in megabytes, at this many players. The model always has a limit. */
const LIMITS = { players: 1_000_000, memory: 250, perThread: 0.8 };

/** The scenarios modelled. */
const MODEL = { threads: 4, postsASecond: [0, 1000] };

/**
 * A model of threads that have a core each, with cores to spare: how many ranks one of `threads` answers on average, relative to a single
 * thread, while `posts` per second arrive evenly at all of them. The time left over from posts goes to ranks. Each further reader costs the
 * deciding thread as much as the first.
 *
 * Posts cost what they cost one by one; those that arrive together share commits and wake-ups, and weigh less on either side. The model
 * leaves out what threads share: memory bandwidth, caches, the kernel's network stack, V8's helper threads, and the disk.
 */
function modelled({ alone, deciding, reader }: ThreadCosts, threads: number, posts: number): number {
  const ranks = ({ rank, post, otherPost }: Costs, share: number, more = 0) =>
    (1e6 - posts * (share * post + (1 - share) * otherPost + more)) / rank;
  const feeding = Math.max(0, deciding.post - alone.post) * (threads - 2);
  const all = ranks(deciding, 1 / threads, feeding) + (threads - 1) * ranks(reader, 1 / threads);
  return all / threads / ranks(alone, 1);
}

/** Memory per reader, and the modelled rate of more threads, from a server with one thread and one with two, after a turn of each load. */
export async function threadFigures(
  of: (what: string) => string,
  scratch: Scratch,
  data: string,
  asked: Pick<Load, 'key' | 'players'>,
): Promise<Figure[]> {
  const started = async (folder: string, threads: number) => {
    const server = await spawnLive(scratch, folder, asked.key, { LAURELS_THREADS: String(threads) });
    for (const { method, connections, path } of QUESTIONS) {
      await loaded(scratch, { ...asked, method, connections, url: server.url, path: path.laurels }, TURN_MS);
    }
    await quiet(server.child);
    return { server, megabytes: residentMegabytes(server.child) };
  };
  // Both run at once, so that their costs can be measured in turn.
  const copy = `${data}-copy`;
  await cp(data, copy, { recursive: true });
  const one = await started(data, 1);
  const two = await started(copy, 2);
  const costs = await measureCosts(scratch, one.server, two.server, asked);
  for (const { server } of [one, two]) await ended(server.child, 'SIGTERM');

  const memory = {
    what: of('memory per reader'),
    value: two.megabytes - one.megabytes,
    limit: LIMITS.memory,
    show: (megabytes: number) => `${megabytes.toFixed(0)} MB`,
    note: `${two.megabytes.toFixed(0)} MB with one, ${one.megabytes.toFixed(0)} MB without`,
  };
  const shown = Object.entries(costs).map(
    ([thread, { rank, post, otherPost }]: [string, Costs]) => `${thread} ${[rank, post, otherPost].map(Math.round).join(', ')}`,
  );
  return [
    asked.players === LIMITS.players ? atMost(memory) : shownOnly(memory.what, `${memory.show(memory.value)} (${memory.note})`),
    shownOnly(of('CPU of a rank, an accepted post, another’s post'), `${shown.join('; ')} µs`),
    ...MODEL.postsASecond.map((posts) =>
      atLeast({
        what: of(`ranks per thread of ${MODEL.threads} among ${grouped(posts)} posts a second, modelled`),
        value: modelled(costs, MODEL.threads, posts),
        limit: LIMITS.perThread,
        show: (ratio) => `${ratio.toFixed(2)} × one thread`,
      }),
    ),
  ];
}
