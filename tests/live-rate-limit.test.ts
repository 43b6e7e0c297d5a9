// Rate limits over real connections: which caller a request counts for, exactly how many requests pass, and the headers.
import { afterEach, describe, expect, test } from 'vitest';

import { ENDPOINTS } from '../src/contract/api.ts';
import { targetOf } from '../src/contract/endpoint.ts';
import { exchange, type RawAnswer } from './live/raw-exchange.ts';
import { type Caller, startTrialServer, TRIAL_NOW, type TrialServer } from './live/trial-server.ts';

const LIMIT = 20;
const READ = targetOf(ENDPOINTS.rankings, { board: 'main' });

let server: TrialServer;
let sent = 0;

afterEach(() => server.discard());

const start = async (env: Readonly<Record<string, string>> = {}) => {
  // One thread, because only its clock stands still.
  server = await startTrialServer({ LAURELS_THREADS: '1', LAURELS_RATE_LIMIT: String(LIMIT), ...env }, undefined, () => TRIAL_NOW);
};

const read = (forwardedFor?: string, target = READ) =>
  exchange(server.port, { method: 'GET', target, headers: forwardedFor === undefined ? [] : [['X-Forwarded-For', forwardedFor]] });

function write(role: Exclude<Caller, 'none'>, forwardedFor = '198.51.100.7'): Promise<RawAnswer> {
  const text = JSON.stringify({ id: `e${(sent += 1)}`, username: 'ada', points: 1 });
  return exchange(server.port, {
    method: 'POST',
    target: targetOf(ENDPOINTS.submitPoints, {}),
    headers: [
      ['Authorization', `Bearer ${server.keys[role]}`],
      ['Content-Type', 'application/json'],
      ['Content-Length', String(Buffer.byteLength(text))],
      ['X-Forwarded-For', forwardedFor],
    ],
    body: [text],
  });
}

async function several(count: number, ask: (i: number) => Promise<RawAnswer>): Promise<readonly RawAnswer[]> {
  const answers: RawAnswer[] = [];
  for (let i = 0; i < count; i += 1) answers.push(await ask(i));
  return answers;
}

const passed = (answers: readonly RawAnswer[]) => answers.filter(({ status }) => status < 400).length;
const refused = (answers: readonly RawAnswer[]) => answers.filter(({ status }) => status === 429).length;

/** The rate limit headers of each answer: the policy, the remaining requests, for how long, and when to retry. */
function expectToldOf(policy: string, quota: number, answers: readonly RawAnswer[], seconds: (i: number) => boolean): void {
  for (const [i, { status, headers }] of answers.entries()) {
    expect(headers.get('ratelimit-policy')).toBe(`"${policy}";q=${quota};w=60`);
    const [, left, wait] = /^"(?:reads|writes|failed keys)";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
    expect([i, Number(left)]).toEqual([i, Math.max(0, quota - 1 - i)]);
    expect(seconds(Number(wait))).toBe(true);
    expect(headers.get('retry-after')).toBe(status === 429 ? wait : undefined);
    if (status === 429) expect(headers.get('content-type')).toBe('application/problem+json');
  }
}

const withinTheWindow = (wait: number) => wait > 50 && wait <= 60;

describe('without a proxy', () => {
  test('of twice the limit of requests, exactly the limit passes, whatever they claim in headers', async () => {
    await start();
    const answers = await several(2 * LIMIT, (i) => read(`203.0.113.${i}`));
    expect([passed(answers), refused(answers)]).toEqual([LIMIT, LIMIT]);
    expect(answers.slice(0, LIMIT).every(({ status }) => status === 200)).toBe(true);
    expectToldOf('reads', LIMIT, answers, withinTheWindow);
    // Health checks must still work.
    expect((await several(3, () => read(undefined, '/livez'))).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('concurrent requests get no more than sequential ones', async () => {
    await start();
    const answers = await Promise.all(Array.from({ length: 2 * LIMIT }, (_, i) => read(`203.0.113.${i}`)));
    expect([passed(answers), refused(answers)]).toEqual([LIMIT, LIMIT]);
  });

  test('listening counts as reading', async () => {
    await start();
    const answers = await several(2 * LIMIT, (i) =>
      read(`203.0.113.${i}`, i % 2 === 0 ? READ : targetOf(ENDPOINTS.changes, { board: 'main' })),
    );
    expect([passed(answers), refused(answers)]).toEqual([LIMIT, LIMIT]);
    expectToldOf('reads', LIMIT, answers, withinTheWindow);
  });

  test('writes are counted by key, from any address, and separately from reads', async () => {
    await start();
    const answers = await several(2 * LIMIT, (i) => write('write', `203.0.113.${i}`));
    expect([passed(answers), refused(answers)]).toEqual([LIMIT, LIMIT]);
    expectToldOf('writes', LIMIT, answers, withinTheWindow);
    expect((await write('owner')).status).toBe(201);
    expect((await read()).status).toBe(200);
    const { total, standings } = JSON.parse((await read()).body) as { total: number; standings: { points: number }[] };
    expect([total, standings[0]!.points]).toEqual([1, LIMIT + 1]);
  });

  test('wrong keys are counted by address, and no longer checked beyond the limit', async () => {
    await start();
    const answers = await several(2 * LIMIT, (i) => write(i % 2 === 0 ? 'unknown' : 'revoked', `203.0.113.${i}`));
    expect([answers.filter(({ status }) => status === 401).length, refused(answers)]).toEqual([LIMIT, LIMIT]);
    expectToldOf('failed keys', LIMIT, answers, withinTheWindow);
    expect((await write('write')).status).toBe(201);
  });

  test('a key without write access gets 403, up to the limit', async () => {
    await start();
    const answers = await several(2 * LIMIT, () => write('read'));
    expect([answers.filter(({ status }) => status === 403).length, refused(answers)]).toEqual([LIMIT, LIMIT]);
  });
});

describe('behind a trusted proxy', () => {
  test('callers are those the proxy saw, whatever they claim to the proxy', async () => {
    await start({ LAURELS_TRUSTED_PROXIES: '1' });
    const answers = await several(2 * LIMIT, (i) => read(`10.0.0.${i}, 203.0.113.9`));
    expect([passed(answers), refused(answers)]).toEqual([LIMIT, LIMIT]);
    expect((await read('203.0.113.9, 203.0.113.10')).status).toBe(200);
  });

  test('addresses of the same IPv6 /64 are one caller, and of the next /64 another', async () => {
    await start({ LAURELS_TRUSTED_PROXIES: '1' });
    const answers = await several(2 * LIMIT, (i) => read(`2001:db8:1:2:${(i * 1601).toString(16)}::${i + 1}`));
    expect([passed(answers), refused(answers)]).toEqual([LIMIT, LIMIT]);
    expect((await read('2001:db8:1:3::1')).status).toBe(200);
    expect((await read('2001:DB8:1:2:ffff:ffff:ffff:ffff')).status).toBe(429);
  });
});
