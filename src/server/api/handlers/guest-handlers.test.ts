import { setImmediate as nextTurn } from 'node:timers/promises';

import { beforeEach, expect, test, vi } from 'vitest';

import type { AnswerTo } from '../../../contract/api.ts';
import { GUEST_ENDPOINTS } from '../../../contract/guests.ts';
import { HOUR_MS } from '../../../domain/durations.ts';
import { HELD } from '../../boards/points/kept-held.ts';
import { UnusedGuests } from '../../boards/unused-guests.ts';
import { keptGuest } from '../../guests/kept-guest.ts';
import type { Problem } from '../../http/problem.ts';
import { createRateLimits } from '../rate-limit.ts';
import { DAY, useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

type Made = AnswerTo<'createGuest'>;

type GuestCall = 'recoverGuest' | 'renameGuest' | 'leaveBoard' | 'guestData' | 'guestEvents' | 'eraseGuest' | 'proposeMerge';

let guest: Made;

const call = (id: GuestCall | 'createGuest', body: object) => trial.send(id, { body }, trial.tokens.play);

/** The status and the first invalid field of an error. */
async function refusal(answer: ReturnType<typeof call>) {
  const { status, errors } = await trial.problemOf(answer);
  return [status, errors?.[0]?.field];
}

async function create(name?: string): Promise<Made> {
  return (await call('createGuest', { name })).body as Made;
}

async function begun(secret = guest.secret): Promise<string> {
  const { status, body, text } = await trial.send('beginPlay', { body: { board: 'main', guest: secret } }, trial.tokens.play);
  expect([status, status === 201 ? '' : text]).toEqual([201, '']);
  return (body as { readonly play: string }).play;
}

const finish = (play: string, points: number) => trial.send('finishPlay', { play, body: { points } }, trial.tokens.play);

async function played(points: number, secret = guest.secret): Promise<void> {
  expect((await finish(await begun(secret), points)).status).toBe(201);
}

/** The players on the board, with their points. */
async function standings() {
  const { standings: all } = await trial.rankings({ period: 'all-time' });
  return all.map(({ player: { displayName }, points }) => [displayName, points]);
}

/** Names of audit entries, newest first. */
async function acts(): Promise<readonly string[]> {
  const { body } = await trial.ask('/api/v1/audit', { headers: { authorization: `Bearer ${trial.tokens.owner}` } });
  return (body as { readonly entries: readonly { readonly act: string }[] }).entries.map(({ act }) => act);
}

async function undoLast(act: string): Promise<void> {
  const headers = { authorization: `Bearer ${trial.tokens.owner}`, 'content-type': 'application/json' };
  const { body } = await trial.ask(`/api/v1/audit?act=${act}`, { headers });
  const [{ number }] = (body as { readonly entries: readonly [{ readonly number: number }] }).entries;
  expect((await trial.ask(`/api/v1/audit/${number}/undo`, { method: 'POST', headers, body: '{}' })).status).toBe(200);
}

beforeEach(async () => {
  guest = await create('Ada');
});

test('a recovery code, however it is typed, gives the guest a new secret and code, and the old ones stop working', async () => {
  const spellings: readonly ((words: readonly string[]) => string)[] = [
    (words) => words.join('-'),
    (words) => ` ${words.join(' ').toUpperCase()} `,
    (words) => words.map((word) => word.slice(0, 4)).join(', '),
  ];
  for (const spell of spellings) {
    const before = guest;
    const words = before.code.split('-');
    expect(words).toHaveLength(7);
    const { status, body } = await call('recoverGuest', { code: spell(words) });
    expect(status).toBe(200);
    guest = body as Made;
    expect(guest).toMatchObject({ username: before.username, name: 'Ada' });
    expect(await refusal(call('guestData', { guest: before.secret }))).toEqual([404, 'guest']);
    expect(await refusal(call('recoverGuest', { code: before.code }))).toEqual([404, 'code']);
  }
  await played(5);
  for (const wrong of ['x', 'abandon', Array.from({ length: 7 }, () => 'zoo').join('-'), `${guest.code}-zoo`])
    expect(await refusal(call('recoverGuest', { code: wrong }))).toEqual([404, 'code']);
});

test('retrying a request whose response was lost returns the same guest, but only with its idempotency key', async () => {
  const idempotencyKey = 'k'.repeat(32);
  const asked = { name: 'Eve', idempotencyKey };
  const { status, body: eve } = await call('createGuest', asked);
  expect([status, await call('createGuest', asked)]).toMatchObject([201, { status: 201, body: eve }]);
  for (const other of [undefined, 'l'.repeat(32)])
    expect(await refusal(call('createGuest', { name: 'Eve', idempotencyKey: other }))).toEqual([409, 'name']);
  // Another name creates another guest, with other secrets.
  const fay = (await call('createGuest', { name: 'Fay', idempotencyKey })).body as Made;
  const { code, secret } = eve as Made;
  expect([fay.code, fay.secret.slice(-43)]).not.toContain(secret.slice(-43));
  expect(fay.code).not.toBe(code);
  expect(await refusal(call('createGuest', { idempotencyKey: 'short' }))).toEqual([400, 'idempotencyKey']);

  const { body: recovered } = await call('recoverGuest', { code, idempotencyKey });
  expect(recovered).not.toEqual(eve);
  expect((await call('recoverGuest', { code, idempotencyKey })).body).toEqual(recovered);
  for (const other of [undefined, 'l'.repeat(32)])
    expect(await refusal(call('recoverGuest', { code, idempotencyKey: other }))).toEqual([404, 'code']);
  // Once recovered elsewhere, earlier requests get nothing.
  expect(await refusal(call('createGuest', asked))).toEqual([409, 'name']);
  await call('recoverGuest', { code: (recovered as Made).code });
  expect(await refusal(call('recoverGuest', { code, idempotencyKey }))).toEqual([404, 'code']);
});

test('only hashes of a guest’s secret and code are stored, and no response, entry or log line contains either', async () => {
  await played(5);
  await call('renameGuest', { guest: guest.secret, name: 'Adele' });
  await call('renameGuest', { guest: `${guest.secret.slice(0, -4)}aaaa`, name: 'Adele' });
  await call('recoverGuest', { code: `${guest.code}-x` });
  const seen: string[] = [...trial.logged];
  for (const kind of ['guest', 'guest-name', 'guest-code', 'audit', 'held']) {
    const records = await trial.boards.store.records(kind, { limit: 100 });
    seen.push(...records.map((record) => JSON.stringify(record)));
  }
  const { text } = await trial.ask(`/api/v1/players/${guest.username}/data`, {
    headers: { authorization: `Bearer ${trial.tokens.owner}` },
  });
  seen.push(text, (await call('guestData', { guest: guest.secret })).text);
  expect(seen.join('\n')).toContain('Adele');
  for (const secret of [guest.secret, guest.secret.slice(-43), guest.code]) expect(seen.join('\n')).not.toContain(secret);
});

test('rejects names of other players or the site, and names with invisible or control characters, naming the field', async () => {
  await trial.post({ id: 'b1', username: 'bob', displayName: 'Bob the Brave', points: 5 });
  const wrong = [
    'аdа',
    'BOB',
    'bob  the brave',
    'Admin',
    'Laurels',
    'Erased player',
    'A\u200Bda',
    'A\nda',
    '\u202Eada',
    ' Eve',
    '',
    'x'.repeat(25),
    5,
  ];
  const other = await create();
  const statuses = [];
  for (const name of wrong) {
    const [status, field] = await refusal(call('createGuest', { name }));
    expect([name, field]).toEqual([name, 'name']);
    expect(await refusal(call('renameGuest', { guest: other.secret, name }))).toEqual([status, field]);
    statuses.push(status);
  }
  expect(statuses).toEqual([409, 409, 409, 400, 400, 400, 400, 400, 400, 400, 400, 400, 400]);
});

test('a guest can be renamed three times in 24 hours, before and after their first points, which frees the earlier name', async () => {
  const rename = (name: string) => call('renameGuest', { guest: guest.secret, name });
  expect((await rename('Bea')).body).toEqual({ username: guest.username, name: 'Bea' });
  const other = await create('Ada');
  expect(await refusal(rename('ADA'))).toEqual([409, 'name']);
  await played(5);
  await played(3, other.secret);
  expect((await rename('Cleo')).status).toBe(200);
  expect(await standings()).toEqual([
    ['Cleo', 5],
    ['Ada', 3],
  ]);
  expect((await rename('cleo')).status).toBe(200);
  expect((await rename('Dora')).status).toBe(429);
  expect((await acts()).filter((act) => act === 'rename-player')).toHaveLength(2);
  trial.now += DAY;
  expect((await rename('Dora')).status).toBe(200);
  // Operators are not limited, and undoing their rename frees the name again.
  await trial.send('renamePlayer', { username: guest.username, body: { displayName: 'Edda' } }, trial.tokens.moderator);
  expect(await refusal(call('createGuest', { name: 'Edda' }))).toEqual([409, 'name']);
  await undoLast('rename-player');
  expect((await call('createGuest', { name: 'Edda' })).status).toBe(201);
  expect(await refusal(call('createGuest', { name: 'Dora' }))).toEqual([409, 'name']);
  const names = trial.send('renamePlayer', { username: guest.username, body: { username: 'dora' } }, trial.tokens.moderator);
  expect(await refusal(names)).toEqual([409, 'username']);
});

test('a play that began before a rename counts under the new name, also if it is on hold', async () => {
  const play = await begun();
  await trial.send('setLimits', { board: 'main', body: { event: 10 } }, trial.tokens.operator);
  expect((await finish(await begun(), 11)).status).toBe(202);
  await call('renameGuest', { guest: guest.secret, name: 'Bea' });
  const other = await create('Ada');
  const [held] = await trial.boards.held.of(guest.username);
  expect((await trial.send('acceptHeld', { held: held!.id, body: {} }, trial.tokens.operator)).status).toBe(200);
  await finish(play, 4);
  await played(3, other.secret);
  expect(await standings()).toEqual([
    ['Bea', 15],
    ['Ada', 3],
  ]);
});

test('a game’s players may have the name of a guest, unless the board holds names that look alike', async () => {
  const post = (id: string, username: string) => trial.post({ id, username, displayName: 'ADA', points: 1 });
  expect((await post('e1', 'eve')).status).toBe(201);
  const noted = await create('Bea');
  await trial.send('setLimits', { board: 'main', body: { names: true } }, trial.tokens.operator);
  const { status, body } = await trial.post({ id: 'e2', username: 'mallory', displayName: 'BEA', points: 1 });
  expect([status, body]).toEqual([202, expect.objectContaining({ rule: 'name' })]);
  await played(1, noted.secret);
});

test('a guest can leave a board, which changes nothing else, and an operator can undo it', async () => {
  await trial.boards.editing.make({ ...trial.boards.board('main'), name: 'cup', title: 'Cup' });
  await trial.post({ id: 'b1', username: 'bob', points: 1 });
  await played(5);
  await played(6);
  await trial.send('setLimits', { board: 'main', body: { event: 10 } }, trial.tokens.operator);
  await finish(await begun(), 11);
  await trial.post({ id: 'c1', username: guest.username, points: 9, activity: 'x' }, trial.tokens.write);
  const left = await call('leaveBoard', { guest: guest.secret, board: 'main' });
  expect(left.body).toEqual({ board: 'main', events: 3, held: 1 });
  expect((await call('leaveBoard', { guest: guest.secret, board: 'main' })).body).toEqual({ board: 'main', events: 0, held: 0 });
  expect((await call('leaveBoard', { guest: guest.secret, board: 'cup' })).body).toEqual({ board: 'cup', events: 0, held: 0 });
  expect(await refusal(call('leaveBoard', { guest: guest.secret, board: 'none' }))).toEqual([404, 'board']);
  expect(await standings()).toEqual([['bob', 1]]);
  expect((await acts()).filter((act) => !act.endsWith('-key')).slice(0, 2)).toEqual(['reject-held', 'void-events']);
  await played(2);
  expect(await standings()).toEqual([
    ['Ada', 2],
    ['bob', 1],
  ]);
  await undoLast('void-events');
  expect(await standings()).toEqual([
    ['Ada', 22],
    ['bob', 1],
  ]);
});

test('a key for one board removes no guest from another board, and reads none of their events there', async () => {
  await trial.boards.editing.make({ ...trial.boards.board('main'), name: 'cup', title: 'Cup' });
  await played(5);
  const cup = await trial.keys.add('cup', 'play', trial.now, { bounds: { boards: ['cup'] } });
  for (const id of ['leaveBoard', 'guestEvents'] as const) {
    const ask = (board: string) => trial.send(id, { body: { guest: guest.secret, board } }, cup);
    expect(await refusal(ask('main'))).toEqual([403, 'board']);
    expect((await ask('cup')).status).toBe(200);
  }
  expect(await standings()).toEqual([['Ada', 5]]);
});

test('a guest can export what is stored about them, with or without points, but not operators’ notes', async () => {
  const data = () => call('guestData', { guest: guest.secret });
  const events = (board = 'main') => call('guestEvents', { guest: guest.secret, board });
  expect((await data()).body).toMatchObject({ guest: { username: guest.username, name: 'Ada' }, held: [], boards: [] });
  expect((await events()).body).toEqual({ board: 'main', events: [], next: null });
  await played(5);
  await trial.send('addNote', { username: guest.username, body: { text: 'Suspicious.' } }, trial.tokens.moderator);
  const { body, text } = await data();
  expect(body).toMatchObject({ player: { displayName: 'Ada' }, boards: [{ board: { name: 'main' } }] });
  expect(text).not.toContain('Suspicious');
  expect((await events()).body).toMatchObject({ events: [{ points: 5, voided: null }] });
  expect(await refusal(events('none'))).toEqual([404, 'board']);
});

test('an erased guest appears nowhere, can do nothing, and none of their plays count', async () => {
  const bystander = await create('Ada Bystander');
  const play = await begun();
  await played(5);
  await call('renameGuest', { guest: guest.secret, name: 'Zephyrine' });
  const note = { text: `The same as Zephyrine, formerly Ada, and ${guest.username}.` };
  await trial.send(
    'addNote',
    { username: (await trial.rankings({ period: 'all-time' })).standings[0]!.player.username, body: note },
    trial.tokens.moderator,
  );
  expect((await call('eraseGuest', { guest: guest.secret })).body).toEqual({ traces: expect.stringMatching(/gone|later/) as string });
  const records = [];
  for (const kind of ['guest', 'guest-name', 'guest-code', 'audit', 'held', 'note'])
    records.push(...(await trial.boards.store.records(kind, { limit: 100 })));
  const words = JSON.stringify(records);
  for (const trace of [guest.username, 'Zephyrine', 'Ada"']) expect(words).not.toContain(trace);
  expect(words).toContain('Ada Bystander');
  expect(await standings()).toEqual([['Erased player', 5]]);
  expect((await finish(play, 7)).status).toBe(410);
  for (const id of ['guestData', 'eraseGuest'] as const) expect(await refusal(call(id, { guest: guest.secret }))).toEqual([404, 'guest']);
  expect(await refusal(call('recoverGuest', { code: guest.code }))).toEqual([404, 'code']);
  expect(await standings()).toEqual([['Erased player', 5]]);
  // Their names are free again. Operators can erase a guest who never played, too.
  for (const name of ['Ada', 'Zephyrine']) {
    const again = await create(name);
    const erased =
      name === 'Ada'
        ? call('eraseGuest', { guest: again.secret })
        : trial.ask(`/api/v1/players/${again.username}`, {
            method: 'DELETE',
            headers: { authorization: `Bearer ${trial.tokens.owner}` },
          });
    expect((await erased).status).toBe(200);
    expect((await create(name)).name).toBe(name);
  }
  expect((await call('guestData', { guest: bystander.secret })).status).toBe(200);
});

test('plays that finish while their guest is erased or renamed leave nothing behind', async () => {
  for (let round = 0; round < 8; round += 1) {
    const one = await create(`Quill ${round}`);
    const plays = await Promise.all(Array.from({ length: 6 }, () => begun(one.secret)));
    if (round % 2 === 0) await finish(plays[0]!, 1);
    const isErased = round < 4;
    const act = () =>
      isErased ? call('eraseGuest', { guest: one.secret }) : call('renameGuest', { guest: one.secret, name: `Feather ${round}` });
    const [acted] = await Promise.all([act(), ...plays.slice(1).map((play) => finish(play, 1))]);
    expect(acted.status).toBe(200);
    await trial.boards.commits.settled();
    expect((await trial.boards.store.playerNamed(one.username))?.displayName).toBe(isErased ? undefined : `Feather ${round}`);
  }
  expect(JSON.stringify(await standings())).not.toContain('Quill');
});

test('a guest is merged into a player if both agree, within the bounds of the key, and the merge can be undone', async () => {
  await trial.post({ id: 'b1', username: 'bob', points: 1 });
  await trial.post({ id: 'c1', username: 'cleo', points: 1 });
  const propose = (into: string) => call('proposeMerge', { guest: guest.secret, into });
  const decide = (body: object, token = trial.tokens.write) => trial.send('decideMerge', { username: guest.username, body }, token);
  const accept = (into = 'bob', token?: string) => decide({ does: 'accept', into }, token);
  expect(await refusal(propose('bob'))).toEqual([409, 'guest']);
  await played(50);
  expect(await refusal(propose('nobody'))).toEqual([404, 'into']);
  expect(await refusal(propose(guest.username))).toEqual([409, 'into']);
  expect(await refusal(accept())).toEqual([404, 'username']);
  expect((await propose('cleo')).status).toBe(200);
  expect((await propose('bob')).status).toBe(200);
  const list = await trial.ask('/api/v1/merge-proposals', { headers: { authorization: `Bearer ${trial.tokens.write}` } });
  expect(list.body).toMatchObject({ proposals: [{ guest: { name: 'Ada' }, into: { username: 'bob' } }] });
  expect(await refusal(accept('cleo'))).toEqual([409, 'into']);
  expect(await refusal(accept('bob', trial.tokens.play))).toEqual([403, 'Authorization']);
  const cup = await trial.keys.add('cup', 'write', trial.now, { bounds: { boards: ['cup'] } });
  const small = await trial.keys.add('small', 'write', trial.now, { bounds: { maxPoints: 49 } });
  expect(await refusal(accept('bob', cup))).toEqual([403, 'board']);
  expect(await refusal(accept('bob', small))).toEqual([403, 'points']);
  expect(await refusal(decide({ does: 'decline', into: 'bob' }, cup))).toEqual([403, 'board']);
  expect(await refusal(decide({ does: 'decline', into: 'bob' }, small))).toEqual([403, 'points']);
  expect((await decide({ does: 'decline', into: 'bob' })).body).toEqual({ does: 'decline', events: 0 });
  expect(await refusal(accept())).toEqual([404, 'username']);
  await propose('bob');
  trial.now += DAY;
  expect(await refusal(accept())).toEqual([404, 'username']);
  await propose('bob');
  const play = await begun();
  expect((await accept()).body).toEqual({ does: 'accept', events: 1 });
  expect(await standings()).toEqual([
    ['bob', 51],
    ['cleo', 1],
  ]);
  expect((await finish(play, 7)).status).toBe(409);
  expect(await refusal(call('renameGuest', { guest: guest.secret, name: 'Bea' }))).toEqual([409, 'guest']);
  await undoLast('merge-players');
  expect((await finish(play, 7)).status).toBe(201);
  expect(await standings()).toEqual([
    ['Ada', 57],
    ['bob', 1],
    ['cleo', 1],
  ]);
});

test('creating guests, guessing codes, changes and erasures are rate limited by address and in total', async () => {
  const limits = createRateLimits(1_000_000, () => trial.now);
  trial.open({ limits });
  const from = (address: string, path: string, body: object, token = trial.tokens.play) =>
    trial.ask(
      `/api/v1/${path}`,
      {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      },
      address,
    );
  /** The number of requests that passed. */
  const passed = async (count: number, ask: (i: number) => Promise<{ readonly status: number }>) => {
    let passing = 0;
    for (let i = 0; i < count; i += 1) if ((await ask(i)).status !== 429) passing += 1;
    return passing;
  };
  /** Counts a request of an address without sending it. */
  const counted = async (what: keyof typeof limits.guests, address: string, all?: string) =>
    limits.guests[what].take(address, all).then(
      () => ({ status: 200 }),
      (error: Problem) => error,
    );
  const code = guest.code.split('-').toReversed().join('-');
  const spread = (i: number) => `192.0.${i >> 8}.${i & 255}`;
  expect(await passed(110, () => from('198.51.100.1', 'guests', {}))).toBe(100);
  expect(await passed(30, () => from('198.51.100.1', 'guests/recover', { code }))).toBe(20);
  // Once an address is limited, even the right code is refused.
  expect((await from('198.51.100.1', 'guests/recover', { code: guest.code })).status).toBe(429);
  const wrong = `${guest.secret.slice(0, -1)}${guest.secret.endsWith('A') ? 'B' : 'A'}`;
  expect(await passed(70, () => from('198.51.100.1', 'plays', { board: 'main', guest: wrong }))).toBe(60);
  const refused = await from('198.51.100.1', 'guests', {});
  expect(refused.headers.get('retry-after')).toBe('3600');
  // Each from another address.
  expect(await passed(10_100, (i) => counted('recovered', spread(i)))).toBe(10_000 - 20);
  expect((await from('203.0.113.1', 'guests/recover', { code: guest.code })).status).toBe(429);
  expect(await passed(1010, (i) => counted('erased', spread(i >> 3), 'another key'))).toBe(1000);
  expect(await passed(12, () => counted('erased', '203.0.113.1', 'a third key'))).toBe(10);
  expect(await passed(250, () => counted('changed', '203.0.113.1'))).toBe(240);
  trial.now += HOUR_MS;
  expect((await from('198.51.100.2', 'guests/erase', { guest: guest.secret })).status).toBe(200);
  expect((await from('198.51.100.1', 'guests', {})).status).toBe(201);
});

test('guests without points are deleted after a week, and the others stay', async () => {
  const unused = new UnusedGuests(trial.boards);
  const [playing, waiting] = [await create(), await create()];
  await played(5, playing.secret);
  await trial.send('setLimits', { board: 'main', body: { event: 10 } }, trial.tokens.operator);
  expect((await finish(await begun(waiting.secret), 11)).status).toBe(202);
  trial.now += 7 * DAY - 1;
  await unused.look(() => false);
  expect((await call('guestData', { guest: guest.secret })).status).toBe(200);
  trial.now += DAY;
  const young = await create();
  await unused.look(() => false);
  for (const { secret } of [playing, waiting, young]) expect((await call('guestData', { guest: secret })).status).toBe(200);
  expect(await refusal(call('guestData', { guest: guest.secret }))).toEqual([404, 'guest']);
  expect((await create('Ada')).name).toBe('Ada');
});

/** Whether a promise settles within a hundred turns of the event loop. */
function endsSoon(work: Promise<unknown>): Promise<boolean> {
  const turns = async () => {
    for (let turn = 0; turn < 100; turn += 1) await nextTurn();
    return false;
  };
  return Promise.race([work.then(() => true), turns()]);
}

/** Runs `onRead` before each search of points on hold. */
function watchSearches(onRead: () => Promise<void>): void {
  const { store } = trial.boards;
  const records = store.records.bind(store);
  vi.spyOn(store, 'records').mockImplementation(async (kind, stretch) => {
    if (kind === HELD) await onRead();
    return records(kind, stretch);
  });
}

test('posting points does not wait for the search of a guest’s points on hold', async () => {
  await trial.send('setLimits', { board: 'main', body: { event: 10 } }, trial.tokens.operator);
  const other = await create();
  for (const { secret } of [guest, guest, other]) expect((await finish(await begun(secret), 11)).status).toBe(202);
  let searches = 0;
  let waits = 0;
  watchSearches(async () => {
    searches += 1;
    if (!(await endsSoon(trial.boards.commits.betweenCommits(async () => {})))) waits += 1;
  });
  expect((await call('renameGuest', { guest: guest.secret, name: 'Bea' })).status).toBe(200);
  expect(searches).toBe(0);
  expect((await call('guestData', { guest: guest.secret })).body).toMatchObject({ player: { displayName: 'Bea' }, held: [{}, {}] });
  expect((await call('leaveBoard', { guest: guest.secret, board: 'main' })).body).toEqual({ board: 'main', events: 0, held: 2 });
  expect(searches).toBe(2);
  for (const { secret } of [guest, other]) expect((await call('eraseGuest', { guest: secret })).status).toBe(200);
  expect(await trial.boards.store.recordCounts(HELD)).toEqual(new Map());
  expect(waits).toBe(0);
});

test('leaving a board, ten times in 24 hours, gives no play back, but plays voided by an operator can be repeated', async () => {
  await trial.send('setLimits', { board: 'main', body: { challenge: true, play: { day: 2 } } }, trial.tokens.operator);
  const begin = () => trial.send('beginPlay', { body: { board: 'main', guest: guest.secret } }, trial.tokens.play);
  const leftNow = async () => ((await begin()).body as { readonly left: number }).left;
  const plays = [await begun(), await begun(), await begun(), await begun()];
  const id = ((await finish(plays[0]!, 5)).body as { readonly id: string }).id;
  const leave = () => call('leaveBoard', { guest: guest.secret, board: 'main' });
  const voidIt = () =>
    trial.send(
      'reviseEvents',
      { body: { does: 'void', reason: 'By mistake.', events: { board: 'main', ids: [id] } } },
      trial.tokens.operator,
    );
  // The operator's mistake costs no attempt in either count.
  expect(await leftNow()).toBe(1);
  expect((await voidIt()).status).toBe(200);
  expect(await leftNow()).toBe(2);
  await undoLast('void-events');
  expect(await leftNow()).toBe(1);
  expect((await leave()).body).toMatchObject({ events: 1 });
  expect(await leftNow()).toBe(1);
  expect((await finish(plays[1]!, 7)).status).toBe(201);
  expect((await leave()).body).toMatchObject({ events: 1 });
  expect(await refusal(begin())).toEqual([409, 'board']);
  expect((await finish(plays[2]!, 9)).body).toMatchObject({ rule: 'play', reason: '3 plays in one day, over the limit of 2.' });
  for (let time = 3; time <= 10; time += 1) expect((await leave()).status).toBe(200);
  expect((await leave()).status).toBe(429);
  trial.now += DAY;
  expect((await leave()).status).toBe(200);
  expect(await leftNow()).toBe(2);
});

test('a rename over the limit is refused before names are compared', async () => {
  for (const name of ['Bea', 'Cleo', 'Dora']) expect((await call('renameGuest', { guest: guest.secret, name })).status).toBe(200);
  const compared = vi.spyOn(trial.boards, 'playerLike');
  expect((await call('renameGuest', { guest: guest.secret, name: 'Edda' })).status).toBe(429);
  expect(compared).not.toHaveBeenCalled();
});

test('points on hold are searched once for many unused guests, and points held meanwhile are found', async () => {
  const { store } = trial.boards;
  const guests = Array.from({ length: 500 }, (_, i) => ({
    username: `unused${i}`,
    state: 'new' as const,
    name: `Unused ${i}`,
    secret: '',
    code: `c${i}`,
    key: 'k',
    createdAt: trial.now,
    renamedAt: [],
    leftAt: [],
    proposal: null,
  }));
  const held = (i: number, username: string) => {
    const event = { id: `h${i}`, username, points: 1, at: 0, receivedAt: 0, activity: '', keepsNames: false, digest: '' };
    const text = JSON.stringify({ board: 'main', event, rule: 'event', reason: '', note: null });
    return { kind: HELD, id: `h${i}`, at: 0, state: 'waiting', text };
  };
  await store.changeRecords({
    change: () => [
      ...guests.map((one) => keptGuest(one, trial.now)),
      ...Array.from({ length: 1500 }, (_, i) => held(i, `other${i}`)),
      held(1500, 'unused1'),
    ],
  });
  trial.now += 8 * DAY;
  let reads = 0;
  watchSearches(async () => {
    reads += 1;
    // After the search, but before the last guests are committed.
    if (reads === 5) await store.changeRecords({ change: () => [held(1501, 'unused2')] });
  });
  await new UnusedGuests(trial.boards).look(() => false);
  // Four pages, and one read per commit.
  expect(reads).toBe(4 + 3);
  expect((await store.records('guest', { limit: 500 })).map(({ id, state }) => [id, state])).toEqual([
    ['unused2', 'playing'],
    ['unused1', 'playing'],
  ]);
});

test('comparing names does not wait for commits', async () => {
  await played(5);
  const { commits } = trial.boards;
  const like = () => trial.boards.playerLike('ADA');
  expect(await commits.betweenCommits(() => endsSoon(like()))).toBe(true);
  expect(await like()).toMatchObject({ displayName: 'Ada' });
});

test('requests about guests with a public key have at most 4 kB', async () => {
  const padding = 'x'.repeat(4096);
  expect(await refusal(trial.send('beginPlay', { body: { padding } }, trial.tokens.play))).toEqual([413, 'body']);
  for (const id of Object.keys(GUEST_ENDPOINTS) as readonly GuestCall[])
    if (GUEST_ENDPOINTS[id].role === 'play') expect([id, ...(await refusal(call(id, { padding })))]).toEqual([id, 413, 'body']);
});
