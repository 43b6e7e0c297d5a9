// Points that an operator posts by hand: previewed, in the audit log, and undone.
import { expect, test } from 'vitest';

import { type AnswerTo, ENDPOINTS } from '../../../contract/api.ts';
import { type ApiAuditEntry, auditSchema, undoneSchema } from '../../../contract/operation/audit.ts';
import type { PersonRole } from '../../../contract/operation/operators.ts';
import { type ApiPreview, previewSchema } from '../../../contract/operation/previews.ts';
import { targetOf } from '../../../contract/endpoint.ts';
import { useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();
const { ask, problemOf, rankings, send, tokens } = trial;

const GIFT = { id: 'gift-1', username: 'bob', points: 50 };

function byHand(body: unknown, query: { preview?: '1'; since?: string } = {}) {
  return send('postByHand', { board: 'main', query, body }, tokens.operator);
}

async function preview(body: unknown): Promise<ApiPreview> {
  return previewSchema.parse((await byHand(body, { preview: '1' })).body);
}

/** Entries of the audit log about events and points, newest first. */
async function audited(): Promise<readonly ApiAuditEntry[]> {
  const { body } = await ask(targetOf(ENDPOINTS.audit, {}), { headers: { authorization: `Bearer ${tokens.owner}` } });
  return auditSchema.parse(body).entries.filter(({ act }) => act.endsWith('-points') || act.endsWith('-event'));
}

async function standings(): Promise<readonly string[]> {
  return (await rankings()).standings.map(({ player, points }) => `${player.username} ${points}`);
}

/** Sends a request as a signed-in person. */
async function asPerson(role: PersonRole, id: 'postByHand' | 'submitPoints' | 'importPoints', body: object) {
  const { headers, person } = await trial.enter(role);
  const target = id === 'postByHand' ? targetOf(ENDPOINTS.postByHand, { board: 'main' }) : targetOf(ENDPOINTS[id], {});
  const answer = await ask(target, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { ...answer, person };
}

test('the audit log names the person who posted points, and undoing that voids the event', async () => {
  await trial.post({ id: 'match-1', username: 'ada', points: 20 });
  const { status, person } = await asPerson('operator', 'postByHand', GIFT);
  expect([status, await standings()]).toEqual([201, ['bob 50', 'ada 20']]);
  const [entry] = await audited();
  expect(entry).toMatchObject({
    act: 'post-points',
    by: { kind: 'person', name: person.name, id: person.id },
    board: 'main',
    player: { username: 'bob' },
    subject: 'gift-1',
    after: { points: 50 },
    undo: { state: 'possible', role: 'moderator' },
  });
  const { body } = await send('undoAct', { entry: String(entry!.number), body: undefined }, tokens.moderator);
  expect(undoneSchema.parse(body).entry).toMatchObject({ act: 'void-event', undoes: entry!.number, reason: 'Posting it was undone.' });
  expect(await standings()).toEqual(['ada 20']);
});

test('a preview shows who would move, and holds only while that is so', async () => {
  await trial.post({ id: 'match-1', username: 'ada', points: 20 });
  const { podium, periods, since } = await preview(GIFT);
  expect(podium).toBe(true);
  expect(periods.find(({ kind }) => kind === 'daily')).toMatchObject({
    players: [{ player: { username: 'bob' }, before: null, after: { rank: 1, points: 50 } }],
    others: 1,
  });
  expect([await standings(), await audited()]).toEqual([['ada 20'], []]);
  expect(await problemOf(byHand({ ...GIFT, points: 5000 }, { since }))).toMatchObject({ type: 'urn:laurels:problem:changed' });
  await trial.post({ id: 'match-2', username: 'ada', points: 40 });
  expect(await problemOf(byHand(GIFT, { since }))).toMatchObject({ type: 'urn:laurels:problem:changed', status: 409 });
  expect(await audited()).toEqual([]);
  const { since: again } = await preview(GIFT);
  expect(await byHand(GIFT, { since: again })).toMatchObject({ status: 201, body: { id: 'gift-1', points: 50 } });
});

test('the same event counts once and has one audit entry, even if the request is retried', async () => {
  const { since } = await preview(GIFT);
  const { body } = await byHand(GIFT, { since });
  expect(await byHand(GIFT, { since })).toMatchObject({ status: 200, body });
  expect(await trial.post(GIFT)).toMatchObject({ status: 200, body });
  expect(await preview(GIFT)).toMatchObject({ periods: [] });
  expect([await standings(), (await audited()).length]).toEqual([['bob 50'], 1]);
  const other = { ...GIFT, points: 60 };
  for (const answer of [byHand(other), byHand(other, { preview: '1' })])
    expect(await problemOf(answer)).toMatchObject({ status: 409, errors: [{ field: 'id' }] });
});

test('limits do not apply, and the id of points on hold is refused until they are accepted', async () => {
  await trial.boards.limits.replace(trial.boards.board('main'), { event: 10, hour: null, day: null, history: null });
  expect((await byHand(GIFT)).status).toBe(201);
  const held = { ...GIFT, id: 'match-1' };
  const { status, body } = await trial.post(held);
  expect(status).toBe(202);
  for (const answer of [byHand(held), byHand(held, { preview: '1' })])
    expect((await problemOf(answer)).detail).toBe('Points with the id "match-1" are on hold. Accept them, or use a new id.');
  await send('acceptHeld', { held: (body as { readonly held: string }).held, body: undefined }, tokens.moderator);
  expect((await byHand(held)).status).toBe(200);
  expect(await standings()).toEqual(['bob 100']);
});

test('an event that a game could not post is refused, and a known player keeps their name', async () => {
  await trial.post({ id: 'match-1', username: 'bob', points: 20 });
  for (const [fault, field] of [
    [{ points: 0.5 }, 'points'],
    [{ at: '2100-01-01T00:00:00Z' }, 'at'],
    [{ displayName: 'Bobby' }, 'displayName'],
  ] as const)
    for (const query of [{}, { preview: '1' }] as const)
      expect(await problemOf(byHand({ ...GIFT, ...fault }, query))).toMatchObject({ status: 422, errors: [{ field }] });
  expect(await standings()).toEqual(['bob 20']);
});

test('a signed-in person cannot post as a game does, without an audit entry', async () => {
  for (const id of ['submitPoints', 'importPoints'] as const) {
    const { status, text } = await asPerson('owner', id, GIFT);
    expect([status, text]).toEqual([403, expect.stringContaining('/api/v1/boards/main/ledger/events')]);
  }
  expect(await standings()).toEqual([]);
});

test('a person can post to a running import of the board, which is in the audit log', async () => {
  const owner = tokens.owner;
  const { body } = await send('beginImport', { body: { board: 'main', file: 'season.csv' } }, owner);
  await trial.boards.editing.make({ ...trial.boards.board('main'), name: 'cup', title: 'Cup' });
  const { headers } = await trial.enter('operator');
  const { id } = (body as AnswerTo<'beginImport'>).import;
  const importTo = (board: string) =>
    ask(targetOf(ENDPOINTS.importPoints, { query: { board, import: id } }), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ events: [GIFT] }),
    });
  expect((await asPerson('operator', 'submitPoints', GIFT)).status).toBe(403);
  expect((await asPerson('moderator', 'importPoints', GIFT)).status).toBe(403);
  expect([(await importTo('main')).status, (await importTo('cup')).status]).toEqual([200, 404]);
  await send('endImport', { import: id, body: undefined }, owner);
  expect([(await importTo('main')).status, await standings()]).toEqual([404, ['bob 50']]);
});

test('an error for a person names a role that people can have', async () => {
  const { status, text } = await asPerson('moderator', 'submitPoints', GIFT);
  expect([status, text]).toEqual([403, expect.stringContaining('This needs role operator, but you have role moderator.')]);
});
