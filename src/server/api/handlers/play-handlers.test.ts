import { beforeEach, expect, test } from 'vitest';

import { HOUR_MS } from '../../../domain/durations.ts';
import { useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

interface Made {
  readonly username: string;
  readonly name: string;
  readonly secret: string;
  readonly code: string;
}

let guest: Made;

const NO_PLAY_LIMITS = { seconds: null, rate: null, hour: null, day: null };

const limit = (play: Partial<Record<keyof typeof NO_PLAY_LIMITS, number>>) =>
  trial.send('setLimits', { board: 'main', body: { play: { ...NO_PLAY_LIMITS, ...play } } }, trial.tokens.operator);

async function create(name?: string): Promise<Made> {
  return (await trial.send('createGuest', { body: { name } }, trial.tokens.play)).body as Made;
}

const begin = (secret = guest.secret, board = 'main', token = trial.tokens.play) =>
  trial.send('beginPlay', { body: { board, guest: secret } }, token);

async function begun(): Promise<{ readonly play: string; readonly id: string }> {
  return (await begin()).body as { readonly play: string; readonly id: string };
}

const finish = (play: string, points: number, token = trial.tokens.play) => trial.send('finishPlay', { play, body: { points } }, token);

/** The points that count. */
async function total(): Promise<number> {
  const { standings } = await trial.rankings({ period: 'all-time' });
  return standings.reduce((sum, { points }) => sum + points, 0);
}

beforeEach(async () => {
  guest = await create('Ada');
});

test('a play counts once, under the guest’s name, and is answered alike however often and late it is finished', async () => {
  const { play, id } = await begun();
  trial.now += 30_000;
  const first = await finish(play, 120);
  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({ id, player: { username: guest.username, displayName: 'Ada' } });
  trial.now += 7 * HOUR_MS;
  const again = await finish(play, 120);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect((await finish(play, 121)).status).toBe(409);
  expect(await total()).toBe(120);
});

test('a play that was changed, is too late, or was begun by another key counts for nothing', async () => {
  const { play } = await begun();
  const [body = '', mac = ''] = play.split('.');
  const fields = JSON.parse(Buffer.from(body.slice(3), 'base64url').toString()) as unknown[];
  for (let i = 0; i < fields.length; i += 1) {
    const other = fields.with(i, typeof fields[i] === 'number' ? (fields[i] as number) + 1 : 'main2');
    const text = `lp_${Buffer.from(JSON.stringify(other)).toString('base64url')}.${mac}`;
    expect((await finish(text, 5)).status, `field ${i}`).toBe(404);
  }
  const other = await trial.keys.add('other', 'play', trial.now);
  expect((await finish(play, 5, other)).status).toBe(404);
  for (const token of [trial.tokens.read, trial.tokens.write, trial.tokens.moderator])
    expect((await finish(play, 5, token)).status).toBe(403);
  trial.now += 6 * HOUR_MS + 1;
  expect((await finish(play, 5)).status).toBe(410);
  expect(await total()).toBe(0);
});

test('plays beyond the limits of the board are held, with a reason that the player can read', async () => {
  await limit({ seconds: 20, rate: 10, hour: 2 });
  const played = async (seconds: number, points: number) => {
    const { play } = await begun();
    trial.now += seconds * 1000;
    const { status, body } = await finish(play, points);
    return [status, (body as { readonly reason?: string }).reason];
  };
  expect(await played(19, 5)).toEqual([202, 'A play of 19 seconds, under the limit of 20.']);
  expect(await played(20, 201)).toEqual([202, '10.05 in one second of play, over the limit of 10.']);
  expect(await played(20, 200)).toEqual([201, undefined]);
  expect(await played(20, 200)).toEqual([201, undefined]);
  expect(await played(20, 1)).toEqual([202, '3 plays in one hour, over the limit of 2.']);
  expect(await total()).toBe(400);
});

test('a guest’s name is nobody else’s, and neither are their secret and code', async () => {
  for (const name of ['Ada', 'ada', 'АDA', ' Ada']) {
    const { status, errors } = await trial.problemOf(trial.send('createGuest', { body: { name } }, trial.tokens.play));
    expect([name, status, errors?.[0]?.field]).toEqual([name, name === ' Ada' ? 400 : 409, 'name']);
  }
  await trial.post({ id: 'b1', username: 'bob', displayName: 'Bob the Brave', points: 5 });
  expect((await trial.send('createGuest', { body: { name: 'BOB THE BRAVE' } }, trial.tokens.play)).status).toBe(409);
  const some = await Promise.all(Array.from({ length: 20 }, () => create()));
  for (const field of ['username', 'name', 'secret', 'code'] as const) expect(new Set(some.map((one) => one[field])).size).toBe(20);
  const [one, other] = some as [Made, Made];
  expect((await begin(one.secret.replace(one.username, other.username))).status).toBe(404);
  expect((await begin(`${one.secret.slice(0, -1)}${one.secret.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
});

test('a public key plays on its boards and web sites only, and posts no points', async () => {
  const bounds = { boards: ['cup'], origins: ['https://play.example'] };
  const key = await trial.keys.add('web', 'play', trial.now, { bounds });
  expect((await trial.problemOf(begin(guest.secret, 'main', key))).errors).toEqual([
    { field: 'board', rule: 'must be "cup" with this API key' },
  ]);
  expect((await trial.post({ id: 'x', username: 'eve', points: 5 }, key)).status).toBe(403);
  const from = (origin: string) =>
    trial.ask('/api/v1/guests', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, origin },
    });
  expect((await trial.problemOf(from('https://evil.example'))).errors?.[0]?.field).toBe('Origin');
  expect((await from('https://play.example')).status).toBe(201);
});
