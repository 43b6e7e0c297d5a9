import { beforeEach, describe, expect, test, vi } from 'vitest';

import { LiveBoards } from '../boards/live-boards.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-message.ts';
import { failingStore } from '../store/failing-store.suite.ts';
import { SharedLine } from '../../../tests/oracle/several-stores.suite.ts';
import type { PointsStore } from '../store/points-store.ts';
import { always, board, event, saveBoard, silently } from '../store/store-under-test.suite.ts';
import { createSeenPositions, type SeenPositions } from './seen-positions.ts';

let one: PointsStore;
let other: PointsStore;
let boards: LiveBoards;
let seen: SeenPositions;

/** Opens boards on the second store, which `around` may wrap. */
async function open(around: (store: PointsStore) => PointsStore = (store) => store, isHttps = false): Promise<void> {
  const store = around(other);
  boards = await LiveBoards.open(store, { clock: () => 0, graceMs: 0 });
  seen = createSeenPositions({ changes: boards.changes, store, isSecure: () => isHttps });
}

beforeEach(async () => {
  const line = new SharedLine();
  one = await line.open();
  await saveBoard(one, board);
  other = await line.open();
  await open();
});

/** Records an event in the other process; resolves with the mark that a caller receives there. */
async function recordElsewhere(id: string): Promise<string> {
  await one.append('main', [event(id, 'ann', 5)], always, silently);
  return `${one.history}-${(await one.positions()).get('main')}`;
}

function request(headers: Record<string, string> = {}): HttpRequest {
  return {
    method: 'GET',
    target: '/',
    caller: '192.0.2.1',
    header: (name) => headers[name] ?? null,
    readBody: async () => new Uint8Array(),
  };
}

/** The cookie header of a browser with these positions. */
function cookiesOf(...marks: readonly string[]): string {
  return marks.map((mark) => `laurels-position-${mark}=1`).join('; ');
}

const page: HttpAnswer = { status: 200, headers: { 'cache-control': 'private, no-cache', vary: 'accept-encoding' }, body: 'page' };
const json: HttpAnswer = { status: 200, headers: { 'cache-control': 'public, max-age=1' }, body: '{}' };

describe('a request with a position', () => {
  test.each<[string, (mark: string) => Promise<void>]>([
    ['in a header', (mark) => seen.reached(request({ 'laurels-position': mark }))],
    ['in a cookie', (mark) => seen.reached(request({ cookie: `theme=dark; laurels-position-${mark}=1` }))],
    ['in the second of two cookies', (mark) => seen.reached(request({ cookie: `laurels-position-x=1;laurels-position-${mark}=1` }))],
    ['beside what they saw earlier', (mark) => seen.reached(request({ cookie: cookiesOf(boards.changes.mark(), mark) }))],
    ['before what they saw earlier', (mark) => seen.reached(request({ cookie: cookiesOf(mark, boards.changes.mark()) }))],
    ['as the last change they heard of', (mark) => seen.reached(request(), mark)],
  ])('waits until this process has caught up: %s', async (_, reach) => {
    const before = boards.changes.mark();
    const mark = await recordElsewhere('1');
    await seen.reached(request());
    expect(boards.changes.mark()).toBe(before);
    await reach(mark);
    expect(boards.changes.mark()).toBe(mark);
  });

  test.each(['', 'x', '-', '-5', '5', 'another-999', '9'.repeat(5000), 'a b-3', '__proto__-1', '%00-1', '١-٢'])(
    'does not wait for a position without meaning here: %j',
    async (mark) => {
      await recordElsewhere('1');
      const before = boards.changes.mark();
      await seen.reached(request({ 'laurels-position': mark, cookie: `laurels-position-${mark}=1` }), mark);
      expect(boards.changes.mark()).toBe(before);
    },
  );

  test('does not wait for a position that does not exist yet, which was made up', async () => {
    const mark = await recordElsewhere('1');
    for (const far of ['1000', '999999999999999', '9'.repeat(400)])
      await seen.reached(request({ 'laurels-position': `${one.history}-${far}` }));
    expect(boards.changes.mark()).toBe(mark);
  });

  test('gets 503 if the store cannot be read, and other requests do not', async () => {
    const { store, failNext } = failingStore(other);
    await open(() => store);
    const mark = await recordElsewhere('1');
    failNext('catchUp');
    const refused = seen.reached(request({ 'laurels-position': mark }));
    await expect(refused).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    failNext('catchUp');
    await seen.reached(request({ 'laurels-position': boards.changes.mark() }));
    await seen.reached(request());
  });

  test('gets 503 on timeout', async () => {
    await open((store) => ({ ...store, catchUp: () => new Promise(() => {}) }));
    const mark = await recordElsewhere('1');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const reached = seen.reached(request({ 'laurels-position': mark }));
      vi.advanceTimersByTime(1000);
      await expect(reached).rejects.toMatchObject({ status: 503 });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a response', () => {
  test('has its position in a header, and with a page in a cookie', () => {
    const mark = boards.changes.mark();
    expect(seen.told(request(), json)).toEqual({ ...json, headers: { ...json.headers, 'laurels-position': mark } });
    expect(seen.told(request(), page)).toEqual({
      ...page,
      headers: { ...page.headers, 'laurels-position': mark },
      cookies: [`laurels-position-${mark}=1; Path=/; HttpOnly; SameSite=Lax`],
    });
  });

  test('renews the cookie, which makes it private to caches, and never moves it back', async () => {
    const old = boards.changes.mark();
    const mark = await recordElsewhere('1');
    await other.catchUp();
    const renewed = seen.told(request({ cookie: `laurels-position-${old}=1` }), json);
    expect(renewed.cookies).toEqual([expect.stringContaining(`${mark}=1`), expect.stringContaining(`${old}=; Max-Age=0`)]);
    expect(renewed.headers['cache-control']).toBe('private, max-age=1');
    const later = await recordElsewhere('2');
    for (const known of [mark, later]) {
      const told = seen.told(request({ cookie: `laurels-position-${known}=1` }), json);
      expect(told).toEqual({ ...json, headers: { ...json.headers, 'laurels-position': mark } });
    }
  });

  test('to parallel requests may arrive in any order: the position never moves back, and a single one remains', async () => {
    const kept = new Set<string>();
    const seenBy = () => Math.max(...Array.from(kept, (mark) => Number(mark.split('-')[1])), 0);
    const cookie = () => cookiesOf(...kept);
    const arrive = ({ cookies = [] }: HttpAnswer) => {
      for (const [, mark, value] of cookies.map((set) => /^laurels-position-([^=]+)=([^;]*)/.exec(set)!))
        if (value === '') kept.delete(mark!);
        else kept.add(mark!);
    };
    arrive(seen.told(request(), page));
    for (let round = 0; round < 20; round += 1) {
      const asked = request({ cookie: cookie() });
      const answers: HttpAnswer[] = [];
      for (const id of ['a', 'b', 'c', 'd']) {
        await recordElsewhere(`${round}${id}`);
        await other.catchUp();
        answers.push(seen.told(asked, json));
      }
      for (const answer of round % 2 === 0 ? answers.toReversed() : answers) {
        const before = seenBy();
        arrive(answer);
        expect(seenBy()).toBeGreaterThanOrEqual(before);
      }
      expect(seenBy()).toBe(boards.changes.position());
    }
    arrive(seen.told(request({ cookie: cookie() }), json));
    expect(kept).toEqual(new Set([boards.changes.mark()]));
  });

  test('replaces an unknown position, as after a restore, with one that prevents older data from then on', async () => {
    const mark = await recordElsewhere('1');
    const restored = request({ cookie: `laurels-position-${one.history}-1000=1` });
    await seen.reached(restored);
    expect(seen.told(restored, json).cookies).toEqual([expect.stringContaining(`${mark}=1`), expect.stringContaining('-1000=; Max-Age=0')]);
  });

  test('over HTTPS sets a cookie that is only sent over HTTPS', async () => {
    await open(undefined, true);
    expect(seen.told(request(), page).cookies![0]).toMatch(/; Secure$/);
  });
});
