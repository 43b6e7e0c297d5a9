// Bulk actions on ten thousand events, and their cost to other callers: over HTTP, with a million events stored and points arriving.
import { setTimeout as wait } from 'node:timers/promises';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { DAY_MS } from '../../src/domain/durations.ts';
import { createApiClient } from '../../src/remote/api-client.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { type NewEvent, PLAIN_BOARD } from '../../src/server/store/stored-values.ts';
import { buildIfStale } from '../build/stale.ts';
import { atMost, type Figure, median, quantile, shownOnly } from './figure.ts';
import { inScratch } from './scratch.ts';
import { spawnLive } from './spawned-server.ts';
import { grouped } from './timed.ts';

const PLAYERS = 10_000;
const EVENTS = 1_000_000;
const COMMIT = 10_000;

/** Standings per page. */
const PAGE = 1000;

/** Every hundredth event comes from the broken server, and every hundredth from the player to merge. */
const EVERY = 100;
const BROKEN = 'key:broken';
const BUSY = 'busy';

/** Events with more points are held. */
const MOST_POINTS = 10_000;

const KEY = 'a-key-for-the-bench-of-bulk-acts';

/** Milliseconds. */
const LIMITS_MS = { act: 10_000, post: 100 };

/** The interval between posts, whether or not the previous one was answered, and the duration without any action. */
const POST_EVERY_MS = 10;
const QUIET_MS = 5000;

/** Voids, undoes, merges and accepts; the totals after each are compared with plain sums. */
export async function bulk(): Promise<Figure[]> {
  await buildIfStale('live');
  return inScratch(async (scratch) => {
    const now = Date.now();
    const sums = { all: new Map<string, number>(), broken: new Map<string, number>() };
    await seed(scratch.folder, now, sums);
    const { url, child } = await spawnLive(scratch, scratch.folder, KEY);
    const call = createApiClient(ENDPOINTS, { origin: url, key: KEY });
    const posting = new Posting(url, sums.all);
    const figures: Figure[] = [];
    const wrong: string[] = [];

    /** Runs an action while points arrive, and compares all totals with `expected` once they have paused. */
    async function during<T>(what: string, expected: () => ReadonlyMap<string, number>, act: () => Promise<T>): Promise<T> {
      const stop = posting.start();
      await wait(500);
      posting.times.length = 0;
      const begun = performance.now();
      const result = await act();
      const took = performance.now() - begun;
      await wait(200);
      const times = [...posting.times];
      await stop();
      figures.push(
        atMost({ what, value: took, limit: LIMITS_MS.act, show: (time) => `${(time / 1000).toFixed(2)} s` }),
        atMost({
          what: `p99 of posts during: ${what}`,
          value: quantile(times, 0.99),
          limit: LIMITS_MS.post,
          show: (time) => `${time.toFixed(0)} ms`,
          note: `${times.length} posts, median ${median(times).toFixed(1)} ms, slowest ${quantile(times, 1).toFixed(0)} ms`,
        }),
      );
      const differing = await differences(call, expected());
      if (differing > 0) wrong.push(`${what}: ${differing} totals`);
      return result;
    }

    const body = { does: 'void', reason: 'A broken server.', events: { match: { board: 'main', author: BROKEN } } } as const;
    const without = () => new Map(Array.from(sums.all, ([name, sum]) => [name, sum - (sums.broken.get(name) ?? 0)]));
    const count = grouped(EVENTS / EVERY);
    await during(
      'no act',
      () => sums.all,
      () => wait(QUIET_MS),
    );
    const preview = await during(
      `preview of voiding ${count} events`,
      () => sums.all,
      () => call('reviseEvents', { query: { preview: '1' }, body }),
    );
    const since = 'preview' in preview ? preview.since : '';
    const done = await during(`voiding ${count} events as previewed`, without, () => call('reviseEvents', { query: { since }, body }));
    const entry = 'entry' in done ? String(done.entry) : '';
    await during(
      `undoing it`,
      () => sums.all,
      () => call('undoAct', { entry, query: {} }),
    );
    await during(
      `merging a player of ${count} events`,
      () => {
        sums.all.set('player-1', sums.all.get('player-1')! + sums.all.get(BUSY)!);
        sums.all.delete(BUSY);
        return sums.all;
      },
      () => call('mergePlayers', { username: BUSY, query: {}, body: { into: 'player-1' } }),
    );
    await call('setLimits', { board: 'main', body: { event: MOST_POINTS } });
    const held = Array.from({ length: EVENTS / EVERY }, (_, i) => ({
      id: `held-${i}`,
      username: `player-${i}`,
      points: MOST_POINTS + 1 + i,
    }));
    for (let from = 0; from < held.length; from += PAGE) await call('submitPoints', { body: { events: held.slice(from, from + PAGE) } });
    const waiting = { does: 'accept', held: { match: { board: 'main' } } } as const;
    const seen = await during(
      `preview of accepting ${count} events`,
      () => sums.all,
      () => call('decideHeld', { query: { preview: '1' }, body: waiting }),
    );
    await during(
      `accepting ${count} events as previewed`,
      () => {
        for (const { username, points } of held) sums.all.set(username, sums.all.get(username)! + points);
        return sums.all;
      },
      () => call('decideHeld', { query: { since: 'since' in seen ? seen.since : '' }, body: waiting }),
    );
    child.kill('SIGTERM');
    figures.push(
      atMost({ what: 'totals that differ from plain sums, before, after and after the undo', value: wrong.length, limit: 0, show: String }),
      ...wrong.map((text) => shownOnly('differs', text)),
    );
    return figures;
  });
}

/** Posts at a steady rate, and records how long each post took. */
class Posting {
  readonly times: number[] = [];
  readonly #call: ReturnType<typeof createApiClient<typeof ENDPOINTS>>;
  readonly #sums: Map<string, number>;
  #posted = 0;

  constructor(url: string, sums: Map<string, number>) {
    this.#call = createApiClient(ENDPOINTS, { origin: url, key: KEY });
    this.#sums = sums;
  }

  /** Returns a function that stops posting and resolves once all posts are answered. */
  start(): () => Promise<void> {
    const begun = performance.now();
    const answered: Promise<void>[] = [];
    const over = new AbortController();
    const sending = (async () => {
      for (let i = 1; !over.signal.aborted; i += 1) {
        answered.push(this.#post());
        await wait(Math.max(0, begun + i * POST_EVERY_MS - performance.now()));
      }
    })();
    return async () => {
      over.abort();
      await sending;
      await Promise.all(answered);
    };
  }

  async #post(): Promise<void> {
    const username = `player-${(this.#posted * 7919) % PLAYERS}`;
    const begun = performance.now();
    await this.#call('submitPoints', { body: { id: `post-${(this.#posted += 1)}`, username, points: 1 } });
    this.times.push(performance.now() - begun);
    this.#sums.set(username, this.#sums.get(username)! + 1);
  }
}

/** The number of all-time totals that differ. */
async function differences(
  call: ReturnType<typeof createApiClient<typeof ENDPOINTS>>,
  expected: ReadonlyMap<string, number>,
): Promise<number> {
  const left = new Map(expected);
  let differing = 0;
  let cursor: string | undefined;
  do {
    const { standings, next } = await call('rankings', { board: 'main', query: { period: 'all-time', limit: PAGE, cursor } });
    for (const { player, points } of standings) {
      if (left.get(player.username) !== points) differing += 1;
      left.delete(player.username);
    }
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return differing + left.size;
}

/** Events since midnight UTC, so that they all count in every current period of the board. */
async function seed(
  folder: string,
  now: number,
  { all, broken }: { readonly all: Map<string, number>; readonly broken: Map<string, number> },
): Promise<void> {
  const store = await openSqliteStore(folder);
  try {
    await store.changeBoard('main', () => ({ name: 'main', title: 'Main', ...PLAIN_BOARD, calendar: { timeZone: 'UTC', weekStart: 1 } }));
    const midnight = now - (now % DAY_MS);
    for (let from = 0; from < EVENTS; from += COMMIT) {
      const events = Array.from({ length: COMMIT }, (_, i): NewEvent => {
        const number = from + i;
        const player = number < PLAYERS ? number : (Math.imul(number, 0x9e_37_79_b1) >>> 8) % PLAYERS;
        const isBroken = number % EVERY === EVERY / 2;
        const username = number % EVERY === 0 && number >= PLAYERS ? BUSY : `player-${player}`;
        const points = 1 + ((number * 31) % 997);
        all.set(username, (all.get(username) ?? 0) + points);
        if (isBroken) broken.set(username, (broken.get(username) ?? 0) + points);
        const id = `seed-${number}`;
        const at = midnight + Math.floor((number * (now - midnight)) / EVENTS);
        const author = { by: isBroken ? BROKEN : 'key:good' };
        const [displayName, avatar] = [undefined, undefined];
        return { id, username, points, at, receivedAt: now, activity: 'race', displayName, avatar, keepsNames: false, digest: id, author };
      });
      await store.append(
        'main',
        events,
        () => true,
        (effects) => effects.map(() => '0'),
      );
    }
    await store.maintain();
  } finally {
    await store.close();
  }
}
