// Voiding and restoring many events in one act: selections, concurrent operators, refusals, undo.
import { beforeEach, expect, test } from 'vitest';

import { ENDPOINTS, type EndpointId } from '../../../contract/api.ts';
import { type Endpoint, targetOf } from '../../../contract/endpoint.ts';
import { auditSchema, undoneSchema, undoPreviewSchema } from '../../../contract/operation/audit.ts';
import { previewSchema } from '../../../contract/operation/previews.ts';
import { revisedManySchema } from '../../../contract/revisions.ts';
import { MOST_SELECTED } from '../../../contract/parts/selection.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi({ openStore: (folder) => openSqliteStore(folder) });

const REASON = 'Sent twice';
const HOUR = 3_600_000;

function ask(
  id: EndpointId,
  { body, ...addressed }: { readonly body?: unknown; readonly [variable: string]: unknown } = {},
  token = trial.tokens.moderator,
) {
  return trial.ask(targetOf<Endpoint>(ENDPOINTS[id], addressed), {
    method: ENDPOINTS[id].method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const revise = (events: object, query: object = {}, does = 'void') =>
  ask('reviseEvents', { query, body: { does, reason: REASON, events } });
const undo = (entry: number, query: object = {}) => ask('undoAct', { entry: String(entry), query }, trial.tokens.owner);

async function totals(): Promise<unknown> {
  const { body } = await ask('rankings', { board: 'main', query: { period: 'all-time' } });
  return (body as { standings: { player: { username: string }; points: number }[] }).standings.map(({ player, points }) => [
    player.username,
    points,
  ]);
}

async function entries() {
  return auditSchema.parse((await ask('audit', { query: { limit: 200 } })).body).entries;
}

/** 6 events of three players, an hour apart: 1, 2, 4, 8, 16 and 32 points. */
beforeEach(async () => {
  for (let i = 0; i < 6; i += 1)
    await trial.post({
      id: `e${i}`,
      username: ['ada', 'bob', 'cy'][i % 3],
      points: 2 ** i,
      at: new Date(trial.now - (6 - i) * HOUR).toISOString(),
      activity: i < 4 ? 'race' : 'quest',
    });
});

test('a selection is previewed, voided with one entry, and restored by one undo', async () => {
  const before = await totals();
  const events = { board: 'main', ids: ['e0', 'e4', 'none', 'e4'] };
  const preview = previewSchema.parse((await revise(events, { preview: '1' })).body);
  expect(preview).toMatchObject({ podium: true, selected: { changed: 2, refused: 1 } });
  expect(await totals()).toEqual(before);
  const { status, body } = await revise(events, { since: preview.since });
  const done = revisedManySchema.parse(body);
  expect([status, done]).toEqual([200, { does: 'void', events: 2, refused: 1, entry: done.entry }]);
  expect(await totals()).toEqual([
    ['cy', 36],
    ['ada', 8],
    ['bob', 2],
  ]);
  const [entry, ...others] = (await entries()).filter(({ act }) => act.endsWith('-events'));
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ number: done.entry, act: 'void-events', board: 'main', after: { events: 2, refused: 1 }, reason: REASON });
  expect(undoneSchema.parse((await undo(done.entry)).body).entry).toMatchObject({
    act: 'restore-events',
    undoes: done.entry,
    after: { events: 2 },
  });
  expect(await totals()).toEqual(before);
  expect((await undo(done.entry)).status).toBe(409);
  expect(await totals()).toEqual(before);
});

test.each([
  ['a player', { player: 'ada' }, 2],
  ['an activity', { activity: 'race' }, 4],
  ['a time', { board: 'main', from: () => trial.now - 5 * HOUR, until: () => trial.now - 2 * HOUR }, 3],
  ['a key', { key: 'write' }, 6],
  ['a key and an activity', { key: 'write', activity: 'quest' }, 2],
])('selects the events of %s', async (_, match, count) => {
  const filters = Object.fromEntries(
    Object.entries(match).map(([name, value]) => [name, typeof value === 'function' ? new Date(value()).toISOString() : value]),
  );
  expect(await revise({ match: filters })).toMatchObject({ status: 200, body: { events: count, refused: 0 } });
  expect(await revise({ match: filters })).toMatchObject({ status: 409, body: { detail: 'There are no matching events to void.' } });
  expect(await revise({ match: filters }, {}, 'restore')).toMatchObject({ status: 200, body: { events: count } });
});

test.each([
  [{ match: {} }, 400, 'events.match'],
  [{ match: { key: 'none' } }, 404, 'events.match.key'],
  [{ match: { player: 'nobody' } }, 404, 'events.match.player'],
  [{ match: { board: 'none' } }, 404, 'board'],
  [{ match: { from: 'soon' } }, 400, 'events.match.from'],
  [{ board: 'main', ids: [] }, 400, 'events.ids'],
])('rejects %j', async (events, status, field) => {
  expect(await revise(events)).toMatchObject({ status, body: { errors: [{ field }] } });
});

test('a selection over the maximum is refused with the number of events, without changes', async () => {
  const { store, commits, boards } = { ...trial.boards, boards: trial.boards };
  const board = boards.board('main');
  for (let from = 0; from < MOST_SELECTED; from += 1000)
    await commits.submit(
      board,
      Array.from({ length: 1000 }, (_, i) => ({ id: `many ${from + i}`, username: `p${i}`, points: 1, digest: '' })),
    );
  expect(await revise({ match: { board: 'main' } })).toMatchObject({
    status: 409,
    body: { detail: '10,006 events match. Narrow the selection to at most 10,000. Nothing was changed.' },
  });
  const { body } = await revise({ match: { board: 'main', from: new Date(trial.now).toISOString() } });
  const { events, entry } = revisedManySchema.parse(body);
  expect(events).toBe(MOST_SELECTED);
  expect((await undo(entry)).status).toBe(200);
  expect(await store.verify()).toMatchObject({ differences: [] });
});

test('of two operators with the same preview, one voids and the other gets the differences', async () => {
  const events = { match: { activity: 'race' } };
  const [one, other] = await Promise.all([revise(events, { preview: '1' }), revise(events, { preview: '1' })]);
  const sinces = [one, other].map(({ body }) => previewSchema.parse(body).since);
  const answers = await Promise.all(sinces.map((since) => revise(events, { since })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect((await entries()).filter(({ act }) => act === 'void-events')).toHaveLength(1);
  expect(await totals()).toEqual([
    ['cy', 32],
    ['bob', 16],
  ]);
});

test('a preview is out of date once another act revised some of its events', async () => {
  const events = { board: 'main', ids: ['e0', 'e1', 'e2'] };
  const { since } = previewSchema.parse((await revise(events, { preview: '1' })).body);
  await ask('reviseEvent', { board: 'main', body: { event: 'e1', does: 'void', reason: 'By hand' } });
  const { status, body } = await revise(events, { since });
  expect([status, (body as { detail: string }).detail]).toEqual([409, expect.stringContaining('out of date for: the selected events')]);
  expect(await revise(events)).toMatchObject({ status: 200, body: { events: 2, refused: 1 } });
});

test('an undo restores what is still as the act left it, and reports what it skips', async () => {
  const { entry } = revisedManySchema.parse((await revise({ match: { board: 'main' } })).body);
  trial.now += 1000;
  await ask('reviseEvent', { board: 'main', body: { event: 'e0', does: 'restore', reason: 'It was right' } });
  await ask('reviseEvent', { board: 'main', body: { event: 'e0', does: 'void', reason: 'No, it was not' } });
  await ask('reviseEvent', { board: 'main', body: { event: 'e1', does: 'restore', reason: 'It was right' } });
  const preview = undoPreviewSchema.parse((await undo(entry, { preview: '1' })).body);
  expect(preview.selected).toEqual({ changed: 4, refused: 2 });
  const { since } = preview;
  expect(undoneSchema.parse((await undo(entry, { since })).body).entry).toMatchObject({ after: { events: 4, refused: 2 } });
  const { events } = (await ask('events', { board: 'main' })).body as { events: { id: string; voided: { reason: string } | null }[] };
  expect(events.filter(({ voided }) => voided !== null)).toMatchObject([{ id: 'e0', voided: { reason: 'No, it was not' } }]);
});

test('an act and its undo skip events of a merge', async () => {
  const { entry } = revisedManySchema.parse((await revise({ match: { activity: 'quest' } })).body);
  await ask('mergePlayers', { username: 'ada', body: { into: 'bob' } }, trial.tokens.operator);
  expect(await revise({ board: 'main', ids: ['e0', 'e2'] }, {}, 'restore')).toMatchObject({
    status: 409,
    body: { detail: 'None of these events can be restored: 1 is part of a merge, 1 is not voided.' },
  });
  expect(await undo(entry)).toMatchObject({ status: 200, body: { entry: { after: { events: 2 } } } });
});
