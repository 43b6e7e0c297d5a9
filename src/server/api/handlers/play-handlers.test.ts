import { hash } from 'node:crypto';

import { beforeEach, expect, test } from 'vitest';

import type { AnswerTo, BodyOf } from '../../../contract/api.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts';
import { type TrialAnswer, useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

type Made = AnswerTo<'createGuest'>;

let guest: Made;

const limit = (play: NonNullable<BodyOf<'setLimits'>['play']>) =>
  trial.send('setLimits', { board: 'main', body: { play } }, trial.tokens.operator);

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

test('a play counts once, under the guest’s name, and repeated finishes get the same answer, however late', async () => {
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

test('a play that was tampered with, is too late, or was begun by another key does not count', async () => {
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

test('plays over the limits of the board are held, with a reason that the player can read', async () => {
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

test('a guest’s name, secret and code are unique', async () => {
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

test('a public key plays on its boards and web sites only, and cannot post points', async () => {
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

test('a public key can read public boards, and no private board', async () => {
  await trial.boards.editing.make({ ...trial.boards.board('main'), name: 'secret' }, { visibility: 'private' });
  const read = (token: string) => trial.ask('/api/v1/boards/secret/rankings', { headers: { authorization: `Bearer ${token}` } });
  expect((await read(trial.tokens.read)).status).toBe(200);
  expect((await read(trial.tokens.play)).status).toBe(404);
});

test('requests that begin or finish no play do not use the budget', async () => {
  // One play per address.
  const key = await trial.keys.add('small', 'play', trial.now, { bounds: { plays: 10 } });
  for (let i = 0; i < 3; i += 1) {
    expect((await begin(`${guest.secret.slice(0, -1)}-`, 'main', key)).status).toBe(404);
    expect((await finish(`lp_${'a'.repeat(40)}.${'b'.repeat(43)}`, 5, key)).status).toBe(404);
    expect((await finish((await begun()).play, 5, key)).status).toBe(404);
  }
  const answer = await begin(guest.secret, 'main', key);
  expect(answer.status).toBe(201);
  expect((await begin(guest.secret, 'main', key)).status).toBe(429);
  expect((await finish((answer.body as { readonly play: string }).play, 5, key)).status).toBe(201);
});

test('a key over its budget gets 429, as does an address over a tenth of it, until the next clock hour', async () => {
  const key = await trial.keys.add('small', 'play', trial.now, { bounds: { guests: 20, plays: 30 } });
  const from = (address: string, target: string, body: object) =>
    trial.ask(
      target,
      { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` } },
      address,
    );
  const many = async (count: number, address: (i: number) => string, target: string, body: object) => {
    const answers: TrialAnswer[] = [];
    for (let i = 0; i < count; i += 1) answers.push(await from(address(i), target, body));
    return answers;
  };
  const passed = (answers: readonly TrialAnswer[]) => answers.filter(({ status }) => status === 201).length;
  trial.now += 50 * MINUTE_MS;
  const begin = { board: 'main', guest: guest.secret };
  expect(passed(await many(5, () => '192.0.2.8', '/api/v1/guests', {}))).toBe(2);
  expect(passed(await many(40, (i) => `198.51.100.${i}`, '/api/v1/guests', {}))).toBe(18);
  expect(passed(await many(5, () => '192.0.2.8', '/api/v1/plays', begin))).toBe(3);
  const begun = await many(40, (i) => `198.51.100.${i}`, '/api/v1/plays', begin);
  expect(passed(begun)).toBe(27);
  expect(begun.at(-1)!.headers.get('retry-after')).toBe('600');
  expect((await trial.problemOf(Promise.resolve(begun.at(-1)!))).detail).toBe('The limit is 30 begun plays per hour. Try again in 600 s.');
  const { play } = begun[0]!.body as { readonly play: string };
  const finished = await many(40, (i) => `198.51.100.${i}`, `/api/v1/plays/${play}/finish`, { points: 5 });
  expect([201, 200, 429].map((of) => finished.filter(({ status }) => status === of).length)).toEqual([1, 29, 10]);
  trial.now += 10 * MINUTE_MS;
  expect(passed(await many(40, (i) => `198.51.100.${i}`, '/api/v1/plays', begin))).toBe(30);
  // Another key has its own budget.
  expect((await trial.send('beginPlay', { body: begin }, trial.tokens.play)).status).toBe(201);
});

test('plays begun with a revoked key cannot be finished, unlike plays of other keys', async () => {
  const [one, other] = [await trial.keys.add('v1', 'play', trial.now), await trial.keys.add('v2', 'play', trial.now)];
  const [ofOne, ofOther] = await Promise.all(
    [one, other].map(async (key) => (await begin(guest.secret, 'main', key)).body as { readonly play: string }),
  );
  await trial.keys.revoke('v1', trial.now);
  expect((await finish(ofOne!.play, 5, one)).status).toBe(401);
  expect((await finish(ofOne!.play, 5, other)).status).toBe(404);
  expect((await finish(ofOther!.play, 5, other)).status).toBe(201);
  expect(await total()).toBe(5);
});

test('a play that would reach the all-time podium is held, also in parts, concurrently, or after a small one', async () => {
  for (const [i, points] of [50, 40, 30].entries()) await trial.post({ id: `p${i}`, username: `pro${i}`, points });
  await limit({ podium: true });
  const played = async (secret: string, points: number) => {
    const { play } = (await begin(secret)).body as { readonly play: string };
    return finish(play, points);
  };
  const outcomes = (answers: readonly TrialAnswer[]) =>
    answers.map(({ status, body }) => [status, (body as { readonly reason?: string }).reason]);
  expect(outcomes([await played(guest.secret, 29), await played(guest.secret, 2)])).toEqual([
    [201, undefined],
    [202, 'This reaches rank 3 of all time, so an operator reviews it first.'],
  ]);
  const secrets = await Promise.all([create(), create(), create()]);
  const atOnce = await Promise.all([...secrets, guest].flatMap(({ secret }) => [20, 11].map((points) => played(secret, points))));
  expect(outcomes(atOnce).map(([status]) => status)).toEqual([201, 202, 201, 202, 201, 202, 202, 202]);
  const { closest } = (
    await trial.ask('/api/v1/boards/main/limits/budget', { headers: { authorization: `Bearer ${trial.tokens.viewer}` } })
  ).body as AnswerTo<'cheatingBudget'>;
  expect(closest.map(({ player, hour }) => [player.username, hour])).toEqual([
    ['pro0', 50],
    ['pro1', 40],
    ['pro2', 30],
    [guest.username, 29],
    [expect.any(String), 20],
  ]);
  // Once accepted, they are on the podium, and their further plays count.
  const { held } = (await trial.ask('/api/v1/held?board=main', { headers: { authorization: `Bearer ${trial.tokens.viewer}` } }))
    .body as AnswerTo<'held'>;
  const theirs = held.find(({ event }) => event.username === guest.username && event.points === 2)!;
  expect(theirs.rule).toBe('podium');
  await trial.send('acceptHeld', { held: theirs.id, body: {} }, trial.tokens.moderator);
  expect(outcomes([await played(guest.secret, 100)])).toEqual([[201, undefined]]);
});

test('the cheating budget follows limits and active public keys', async () => {
  const budget = async (board = 'main') =>
    (await trial.ask(`/api/v1/boards/${board}/limits/budget`, { headers: { authorization: `Bearer ${trial.tokens.viewer}` } }))
      .body as AnswerTo<'cheatingBudget'>;
  expect(await budget()).toMatchObject({ plays: 10_000, player: null, everybody: null, missing: 'hour', closest: [] });
  await trial.send('setLimits', { board: 'main', body: { event: 100, hour: 500, play: { hour: 4 } } }, trial.tokens.operator);
  expect(await budget()).toMatchObject({ kind: 'gain', player: 400, everybody: 1_000_000, missing: null });
  await trial.keys.add('small', 'play', trial.now, { bounds: { boards: ['main'], plays: 7 } });
  await trial.keys.add('elsewhere', 'play', trial.now, { bounds: { boards: ['cup'], plays: 9 } });
  expect(await budget()).toMatchObject({ plays: 10_007, everybody: 1_000_700 });
  await trial.keys.revoke('play', trial.now);
  expect(await budget()).toMatchObject({ plays: 7, player: 400, everybody: 700 });
});

const challenge = (day: number | null, more: object = {}) =>
  trial.send('setLimits', { board: 'main', body: { challenge: true, play: { day }, ...more } }, trial.tokens.operator);

async function beginning(): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const { status, body } = await begin();
  return { status, body: body as Readonly<Record<string, unknown>> };
}

const ranked = async (at: string) => (await trial.rankings({ period: 'daily', at })).standings.map(({ points }) => points);

// The board's days begin at 23:00 UTC.

test('a play has the seed of its day, whose hash was public the day before', async () => {
  const { seed, next, isOn, attempts } = await trial.read('challenge', { board: 'main' });
  expect([isOn, attempts]).toEqual([false, null]);
  expect((await beginning()).body).toMatchObject({ seed, day: '2026-11-20T23:00:00.000Z', left: null });
  await challenge(3);
  expect(await trial.read('challenge', { board: 'main' })).toMatchObject({ isOn: true, attempts: 3, seed, next });
  trial.now = Date.parse(next.start);
  const tomorrow = await trial.read('challenge', { board: 'main' });
  expect(hash('sha256', tomorrow.seed)).toBe(next.hash);
  expect((await beginning()).body).toMatchObject({ seed: tomorrow.seed, day: next.start, left: 3 });
  const weekly = await trial.read('challenge', { board: 'main', query: { period: 'weekly' } });
  trial.now = Date.parse(weekly.next.start);
  expect(hash('sha256', (await trial.read('challenge', { board: 'main', query: { period: 'weekly' } })).seed)).toBe(weekly.next.hash);
});

test('plays that ended on the day use up attempts: without any left, no play begins, and plays begun before are held', async () => {
  await challenge(2);
  const plays = [await beginning(), await beginning(), await beginning()];
  expect(plays.map(({ body }) => body['left'])).toEqual([2, 2, 2]);
  trial.now += 1000;
  expect((await finish(String(plays[0]!.body['play']), 10)).status).toBe(201);
  expect((await beginning()).body['left']).toBe(1);
  // Concurrently: the second sees the effect of the first.
  const both = await Promise.all([20, 30].map((points, i) => finish(String(plays[i + 1]!.body['play']), points)));
  expect(both.map(({ status }) => status)).toEqual([201, 202]);
  expect(both[1]!.body).toMatchObject({ rule: 'play', reason: '3 plays in one day, over the limit of 2.' });
  const { status, errors } = await trial.problemOf(begin());
  expect([status, errors]).toEqual([
    409,
    [{ field: 'board', rule: 'must have its next challenge, which begins at 2026-11-21T23:00:00.000Z' }],
  ]);
  expect(await total()).toBe(30);
  trial.now += DAY_MS;
  expect((await beginning()).body['left']).toBe(2);
});

test('a challenge play counts for the day on which it began, and cannot be finished after it', async () => {
  await challenge(null, { play: { seconds: 5 } });
  trial.now = Date.parse('2026-11-21T22:59:54Z');
  const [inTime, late] = [await beginning(), await beginning()];
  expect(inTime.body).toMatchObject({ day: '2026-11-20T23:00:00.000Z', latest: '2026-11-21T22:59:59.999Z' });
  trial.now = Date.parse('2026-11-21T22:59:59.500Z');
  expect((await finish(String(inTime.body['play']), 5)).status).toBe(201);
  trial.now = Date.parse('2026-11-21T23:00:00Z');
  expect((await finish(String(late.body['play']), 7)).status).toBe(410);
  expect((await finish(String(inTime.body['play']), 5)).status).toBe(200);
  expect([await ranked('2026-11-21'), await ranked('2026-11-22')]).toEqual([[5], []]);
  await challenge(null, { play: { seconds: 90 } });
  trial.now = Date.parse('2026-11-22T22:59:50Z');
  expect((await begin()).status).toBe(409);
});

async function playedWithReplay(points: number, replay: string, { secret } = guest) {
  const { play, id } = (await begin(secret)).body as { readonly play: string; readonly id: string };
  const { status } = await trial.send('finishPlay', { play, body: { points, replay } }, trial.tokens.play);
  return { id, status };
}

/** Status and text of a play's replay. */
async function download(event: string, token = trial.tokens.viewer) {
  const { status, text } = await trial.ask(`/api/v1/boards/main/replays/${event}`, { headers: { authorization: `Bearer ${token}` } });
  return [status, status === 200 ? text : ''];
}

test('replays of the best plays are available to operators only', async () => {
  await challenge(null, { replays: 1, event: 100 });
  const replay = 'r'.repeat(64 * 1024 - 5) + 'é\n"\\';
  const first = await playedWithReplay(10, replay);
  const held = await playedWithReplay(101, 'beyond');
  expect([first.status, held.status]).toEqual([201, 202]);
  expect(await download(first.id)).toEqual([200, replay]);
  expect(await download(held.id)).toEqual([200, 'beyond']);
  for (const token of [trial.tokens.play, trial.tokens.read, trial.tokens.write]) expect((await download(first.id, token))[0]).toBe(403);
  const better = await playedWithReplay(20, 'better');
  expect([await download(first.id), await download(better.id)]).toEqual([
    [404, ''],
    [200, 'better'],
  ]);
  const { play } = await begun();
  for (const [length, status] of [
    [64 * 1024 + 1, 400],
    [400_000, 413],
  ] as const) {
    const answer = trial.send('finishPlay', { play, body: { points: 1, replay: '\u0001'.repeat(length) } }, trial.tokens.play);
    expect(await trial.problemOf(answer)).toMatchObject({ status, errors: [{ field: status === 400 ? 'replay' : 'body' }] });
  }
  await trial.boards.identities.erase(guest.username);
  expect([(await download(better.id))[0], (await download(held.id))[0]]).toEqual([404, 404]);
});

test('the replay of a voided or rejected play gives way to one of another player or the same', async () => {
  await challenge(null, { replays: 1, event: 100 });
  const { moderator } = trial.tokens;
  const [cheat, bob] = [await create('Cheat'), await create('Bob')];
  const [best, beyond] = [await playedWithReplay(90, 'best', cheat), await playedWithReplay(900, 'beyond', cheat)];
  await playedWithReplay(10, 'too few');
  const reason = 'A bot.';
  const events = { board: 'main', ids: [best.id] };
  expect((await trial.send('reviseEvents', { body: { does: 'void', reason, events } }, moderator)).status).toBe(200);
  expect((await trial.send('decideHeld', { body: { does: 'reject', reason, held: { match: {} } } }, moderator)).status).toBe(200);
  // No better plays yet, so both are still there.
  expect([await download(best.id), await download(beyond.id)]).toEqual([
    [200, 'best'],
    [200, 'beyond'],
  ]);
  const [ofOther, heldOfSame] = [await playedWithReplay(20, 'of another', bob), await playedWithReplay(101, 'of the same', cheat)];
  expect([await download(best.id), await download(ofOther.id)]).toEqual([
    [404, ''],
    [200, 'of another'],
  ]);
  expect([await download(beyond.id), await download(heldOfSame.id)]).toEqual([
    [404, ''],
    [200, 'of the same'],
  ]);
});

test('a play that began before a new month’s secret still counts', async () => {
  trial.now = Date.parse('2026-11-30T23:59:59Z');
  const { play } = await begun();
  trial.now += 5 * HOUR_MS;
  await begun();
  // A reopened API, like another process, has to look up both secrets.
  trial.open({});
  expect((await finish(play, 5)).status).toBe(201);
  expect(await total()).toBe(5);
});
