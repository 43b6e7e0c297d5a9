import { expect, test } from 'vitest';

import { type AnswerTo, ENDPOINTS } from '../../../contract/api.ts';
import { type Addressed, targetOf } from '../../../contract/endpoint.ts';
import { heldReportSchema, resultsSchema } from '../../../contract/game-answers.ts';
import { type ApiLimits, heldPageSchema, heldSchema } from '../../../contract/operation/held.ts';
import { previewSchema } from '../../../contract/operation/previews.ts';
import { DAY, NOON, useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

async function limit(limits: Partial<ApiLimits>, board = 'main') {
  return trial.send('setLimits', { board, body: limits }, trial.tokens.owner);
}

async function held(query: Addressed<(typeof ENDPOINTS)['held']>['query'] = {}): Promise<AnswerTo<'held'>> {
  const { status, body } = await trial.ask(targetOf(ENDPOINTS.held, { query }), {
    headers: { authorization: `Bearer ${trial.tokens.owner}` },
  });
  expect(status).toBe(200);
  return heldPageSchema.parse(body);
}

const accept = (id: string, query: object = {}) =>
  trial.ask(targetOf(ENDPOINTS.acceptHeld, { held: id, query }), {
    method: 'POST',
    headers: { authorization: `Bearer ${trial.tokens.owner}` },
  });

const reject = (id: string, reason = 'No match') => trial.send('rejectHeld', { held: id, body: { reason } }, trial.tokens.owner);

async function ranked(query: Addressed<(typeof ENDPOINTS)['rankings']>['query'] = {}): Promise<readonly string[]> {
  return (await trial.rankings(query)).standings.map(({ player, points }) => `${player.username} ${points}`);
}

const at = (time: number) => new Date(time).toISOString();

test('points over a limit are held and count nowhere, and a retry gets the same answer', async () => {
  await limit({ event: 100 });
  await trial.post({ id: 'a', username: 'ada', points: 100 });
  const event = { id: 'b', username: 'bob', points: 101 };
  const first = await trial.post(event);
  expect(first.status).toBe(202);
  const told = heldReportSchema.parse(first.body);
  expect(told).toMatchObject({ outcome: 'held', id: 'b', board: 'main', rule: 'event' });
  expect(told.reason).toBe('101 in one event, over the limit of 100.');
  expect(await ranked()).toEqual(['ada 100']);
  await limit({ event: 1000 });
  const again = await trial.post(event);
  expect([again.status, again.text]).toEqual([202, first.text]);
  expect((await trial.post({ ...event, points: 3 })).status).toBe(409);
  expect((await held()).held).toMatchObject([{ id: told.held, state: 'waiting', event: { id: 'b', username: 'bob', points: 101 } }]);
});

test('a limit includes the player’s earlier points, within a batch too, but no points on hold', async () => {
  await limit({ hour: 100, day: 150 });
  const points = (id: string, won: number, time = NOON) => ({ id, username: 'ada', points: won, at: at(time) });
  await trial.post(points('a', 60));
  const { body } = await trial.post({
    events: [points('b', 50), points('c', 40), points('d', 1), points('e', 50, NOON - 3_600_000), points('f', 1, NOON - 3_600_000)],
  });
  const { results } = resultsSchema.parse(body);
  expect(results.map((result) => ('held' in result ? result.held.rule : result.status))).toEqual(['hour', 201, 'hour', 201, 'day']);
  expect(await ranked()).toEqual(['ada 150']);
  // Voided points make room.
  await trial.boards.revisions.revise(trial.boards.board('main'), 'a', 'void', 'Sent twice');
  expect((await trial.post(points('g', 60))).status).toBe(201);
});

test('a repeated id in a batch counts as one event, and with another body it is refused', async () => {
  await limit({ event: 10 });
  const event = { id: 'a', username: 'ada', points: 11 };
  const { body } = await trial.post({ events: [event, event, { ...event, points: 1 }] });
  expect(resultsSchema.parse(body).results.map(({ status }) => status)).toEqual([202, 202, 409]);
  expect((await held()).held).toHaveLength(1);
});

test('a day is compared with the best earlier day, once there are three', async () => {
  await limit({ history: 3 });
  const play = async (day: number, points: number) =>
    (await trial.post({ id: `${day} ${points}`, username: 'ada', points, at: at(NOON - day * DAY) })).status;
  expect([await play(4, 900), await play(3, 10), await play(3, 40), await play(2, 20)]).toEqual([201, 201, 201, 201]);
  expect([await play(1, 2701), await play(1, 2700), await play(1, 1)]).toEqual([202, 201, 202]);
  expect((await held()).held.map(({ reason }) => reason)).toContain(
    '2,701 in one day, over the limit of 2,700 (3 times the player’s best day so far).',
  );
});

test('daily and history limits apply to events of final days, too', async () => {
  for (const { id } of trial.boards.imports.list()) await trial.boards.imports.end(id);
  const play = async (id: string, points: number, daysAgo: number) =>
    (await trial.post({ id, username: 'ada', points, at: at(NOON - daysAgo * DAY) })).status;
  for (const daysAgo of [4, 3, 2]) expect(await play(`${daysAgo}`, 10, daysAgo)).toBe(201);
  await trial.boards.closing.closeEnded();
  await limit({ day: 100 });
  expect([await play('a', 60, 1), await play('b', 60, 1), await play('c', 40, 1)]).toEqual([201, 202, 201]);
  await limit({ history: 3 });
  // Two earlier days are too few; three are enough.
  expect([await play('d', 21, 2), await play('e', 20, 2)]).toEqual([201, 201]);
  expect([await play('f', 54, 1), await play('g', 53, 1)]).toEqual([202, 201]);
  expect([await play('h', 3 * 153 + 1, 0), await play('i', 3 * 153, 0)]).toEqual([202, 201]);
});

test('points voided after their day was final do not raise a limit', async () => {
  for (const { id } of trial.boards.imports.list()) await trial.boards.imports.end(id);
  const play = async (id: string, points: number, daysAgo: number) =>
    (await trial.post({ id, username: 'ada', points, at: at(NOON - daysAgo * DAY) })).status;
  for (const daysAgo of [4, 3, 2]) await play(`${daysAgo}`, 10, daysAgo);
  await play('cheat', 100_000, 1);
  await limit({ history: 2 });
  expect(await play('a', 15, 0)).toBe(201);
  await trial.boards.closing.closeEnded();
  await trial.boards.revisions.revise(trial.boards.board('main'), 'cheat', 'void', 'A bot');
  expect([await play('b', 90_000, 0), await play('c', 5, 0), await play('d', 1, 0)]).toEqual([202, 201, 202]);
});

test('points accepted days later, and a merge of many old events, hide no events of today from receipts and limits', async () => {
  await limit({ event: 100 });
  await trial.post({ id: 'a', username: 'ada', points: 500 });
  const old = Array.from({ length: 600 }, (_, i) => ({ id: `old ${i}`, username: 'ada2', points: 1 }));
  expect((await trial.post({ events: old })).status).toBe(200);
  trial.now += 3 * DAY;
  await limit({ event: 100, day: 100 });
  await trial.post({ id: 'b', username: 'ada', points: 90 });
  const today = async () => {
    const { total, events } = await trial.read('receipt', { username: 'ada', query: { board: 'main' } });
    return [total, events.map(({ points }) => points), (await trial.post({ id: 'c', username: 'ada', points: 11 })).status];
  };
  const [{ id } = expect.fail()] = (await held()).held;
  expect((await accept(id)).status).toBe(200);
  expect(await today()).toEqual([1, [90], 202]);
  expect((await trial.send('mergePlayers', { username: 'ada2', body: { into: 'ada' } }, trial.tokens.owner)).status).toBe(200);
  expect(await today()).toEqual([1, [90], 202]);
  expect((await trial.post({ id: 'd', username: 'ada', points: 11 })).status).toBe(202);
});

test('accepted points count at their own time; a retry gets their report, and voiding removes them', async () => {
  await limit({ event: 100 });
  await trial.post({ id: 'a', username: 'ada', points: 50 });
  const event = { id: 'b', username: 'bob', points: 500, at: at(NOON - 1000), displayName: 'Bob B.' };
  await trial.post(event);
  const [{ id } = expect.fail()] = (await held()).held;
  trial.now += 1000;

  const preview = await accept(id, { preview: '1' });
  const { periods, podium, since } = previewSchema.parse(preview.body);
  expect(podium).toBe(true);
  expect(periods.map(({ kind }) => kind)).toEqual(['daily', 'weekly', 'monthly', 'all-time']);
  expect(periods[0]).toMatchObject({
    players: [{ player: { username: 'bob', displayName: 'Bob B.' }, before: null, after: { rank: 1, points: 500 } }],
    others: 1,
    podium: { before: [{ username: 'ada' }], after: [{ username: 'bob' }, { username: 'ada' }] },
  });
  expect(await ranked()).toEqual(['ada 50']);

  const accepted = await accept(id, { since });
  expect([accepted.status, heldSchema.parse(accepted.body)]).toMatchObject([200, { state: 'accepted', since: at(trial.now) }]);
  expect(await ranked()).toEqual(['bob 500', 'ada 50']);
  const again = await trial.post(event);
  expect([again.status, again.body]).toMatchObject([200, { id: 'b', points: 500, at: event.at }]);
  expect((await accept(id)).status).toBe(409);
  expect((await reject(id)).status).toBe(409);
  await trial.boards.revisions.revise(trial.boards.board('main'), 'b', 'void', 'A bot');
  expect(await ranked()).toEqual(['ada 50']);
});

test('rejected points can be accepted later, and until then a retry gets the held answer', async () => {
  await limit({ event: 10 });
  const event = { id: 'a', username: 'ada', points: 11 };
  const first = await trial.post(event);
  const { held: id } = heldReportSchema.parse(first.body);
  expect((await reject(id)).body).toMatchObject({ state: 'rejected', note: 'No match' });
  expect((await reject(id)).status).toBe(409);
  expect((await trial.post(event)).text).toBe(first.text);
  expect([(await held({ state: 'waiting' })).held, (await held({ state: 'rejected' })).held.length]).toEqual([[], 1]);
  expect((await accept(id)).status).toBe(200);
  expect(await ranked()).toEqual(['ada 11']);
});

test('accepting points is refused if the preview is out of date', async () => {
  await limit({ event: 10 });
  const { held: id } = heldReportSchema.parse((await trial.post({ id: 'a', username: 'ada', points: 11 })).body);
  const { since } = previewSchema.parse((await accept(id, { preview: '1' })).body);
  await trial.post({ id: 'b', username: 'bob', points: 10 });
  expect((await accept(id, { since })).status).toBe(409);
  expect(await ranked()).toEqual(['bob 10']);
  const { since: then } = previewSchema.parse((await accept(id, { preview: '1' })).body);
  await reject(id);
  expect((await accept(id, { since: then })).status).toBe(409);
});

test('points accepted after their day is closed count in the week, as late points do', async () => {
  await limit({ event: 10 });
  for (const { id } of trial.boards.imports.list()) await trial.boards.imports.end(id);
  await trial.post({ id: 'a', username: 'ada', points: 5 });
  const { held: id } = heldReportSchema.parse((await trial.post({ id: 'b', username: 'bob', points: 11 })).body);
  trial.now += DAY;
  await trial.boards.closing.closeEnded();
  const { periods } = previewSchema.parse((await accept(id, { preview: '1' })).body);
  expect(periods.map(({ kind }) => kind)).toEqual(['weekly', 'monthly', 'all-time']);
  expect((await accept(id)).status).toBe(200);
  expect(await ranked({ at: '2026-11-21' })).toEqual(['ada 5']);
  expect(await ranked({ period: 'weekly' })).toEqual(['bob 11', 'ada 5']);
});

test('points that an operator imports are not held, but points held before are not imported', async () => {
  await limit({ event: 10 });
  await trial.post({ id: 'a', username: 'ada', points: 11 });
  const events = [
    { id: 'a', username: 'ada', points: 11 },
    { id: 'b', username: 'bob', points: 500 },
  ];
  const { body } = await trial.send('importPoints', { body: { events } }, trial.tokens.owner);
  expect(resultsSchema.parse(body).results.map(({ status }) => status)).toEqual([202, 201]);
});

test('on a board where low comes first, low points are held, and limits over time do not apply', async () => {
  await trial.send('makeBoard', { body: { name: 'runs', title: 'Runs', scoring: 'best', direction: 'low' } }, trial.tokens.owner);
  const { errors } = await trial.problemOf(limit({ event: 1000, day: 5 }, 'runs'));
  expect(errors).toEqual([{ field: 'day', rule: 'must be null on this board' }]);
  expect((await limit({ event: 1000 }, 'runs')).status).toBe(200);
  const run = async (points: number) =>
    (await trial.send('submitPoints', { query: { board: 'runs' }, body: { id: `${points}`, username: 'ada', points } })).status;
  expect([await run(999), await run(1000)]).toEqual([202, 201]);
});

test('a new player whose name looks like another player’s is held until some of their points are accepted', async () => {
  await trial.post({ id: 'a', username: 'Paypal', points: 1 });
  await limit({ names: true });
  const post = async (id: string, username: string) => (await trial.post({ id, username, points: 2 })).status;
  const told = await trial.post({ id: 'b', username: 'PaypaI', points: 2 });
  expect([told.status, heldReportSchema.parse(told.body)]).toMatchObject([
    202,
    { rule: 'name', reason: 'The name is new and looks like "Paypal".' },
  ]);
  expect([await post('c', 'paypal'), await post('d', 'pаураl'), await post('e', 'bob')]).toEqual([201, 202, 201]);
  // Two new players in one batch.
  const { body } = await trial.post({
    events: [
      { id: 'f', username: 'zoe', points: 1 },
      { id: 'g', username: 'zоe', points: 1 },
      { id: 'h', username: 'Zoe', points: 1 },
    ],
  });
  expect(resultsSchema.parse(body).results.map(({ status }) => status)).toEqual([201, 202, 201]);
  expect((await accept(heldReportSchema.parse(told.body).held)).status).toBe(200);
  expect(await post('i', 'PaypaI')).toBe(201);
  expect(await ranked()).toEqual(['PaypaI 4', 'Paypal 3', 'bob 2', 'zoe 2']);
  // A renamed player counts with the new name.
  await trial.boards.identities.rename('bob', { username: 'rob' });
  expect([await post('j', 'bоb'), await post('k', 'rоb')]).toEqual([201, 202]);
});

test('a display name that looks like another player’s name is held, for a new player and for a rename', async () => {
  await trial.post({ id: 'a', username: 'admin', points: 1 });
  await trial.post({ id: 'b', username: 'p-17', displayName: 'Queen  B', points: 1 });
  await trial.post({ id: 'c', username: 'eve', points: 1 });
  await limit({ names: true });
  let number = 0;
  const post = async (username: string, displayName?: string) => {
    number += 1;
    return (await trial.post({ id: `n${number}`, username, displayName, points: 2 })).status;
  };
  expect([await post('other1', 'admin'), await post('other2', 'аdmin'), await post('other3', 'Other')]).toEqual([202, 202, 201]);
  expect([await post('Queen B'), await post('x', 'queen b'), await post('queen\u00a0b')]).toEqual([202, 202, 202]);
  // Known players can use their own name or a free one, but not another's.
  expect([await post('eve', 'аdmin'), await post('eve', 'eve'), await post('eve', 'EVE'), await post('eve', 'Eva')]).toEqual([
    202, 201, 201, 201,
  ]);
  expect([await post('new', 'Evа'), await post('admin', 'ADMIN')]).toEqual([202, 201]);
  const { body } = await trial.post({
    events: [
      { id: 'f', username: 'zoe', displayName: 'Zed', points: 1 },
      { id: 'g', username: 'zac', displayName: 'ZED', points: 1 },
      { id: 'h', username: 'zoe', displayName: 'zed', points: 1 },
    ],
  });
  expect(resultsSchema.parse(body).results.map(({ status }) => status)).toEqual([201, 202, 201]);
});

test('held points are listed by board, in pages', async () => {
  await trial.send('makeBoard', { body: { name: 'other', title: 'Other' } }, trial.tokens.owner);
  await limit({ event: 1 });
  await limit({ event: 1 }, 'other');
  for (const id of ['a', 'b', 'c']) await trial.post({ id, username: 'ada', points: 2 });
  await trial.send('submitPoints', { query: { board: 'other' }, body: { id: 'a', username: 'ada', points: 2 } });
  const ids = (page: AnswerTo<'held'>) => page.held.map(({ board, event }) => `${board} ${event.id}`);
  expect(ids(await held())).toEqual(['other a', 'main c', 'main b', 'main a']);
  const first = await held({ board: 'main', limit: 2 });
  expect(ids(first)).toEqual(['main c', 'main b']);
  const second = await held({ board: 'main', limit: 2, before: first.next! });
  expect([ids(second), second.next]).toEqual([['main a'], null]);
  expect((await accept('0123456789abcdef')).status).toBe(404);
});
