// Acts on many records: by concurrent operators, in part, and undone.
import { expect, test } from 'vitest';

import type { AnswerTo } from '../../../contract/api.ts';
import { auditSchema, undoPreviewSchema } from '../../../contract/operation/audit.ts';
import { previewSchema } from '../../../contract/operation/previews.ts';
import { heldKey } from '../../boards/points/kept-held.ts';
import { PAYOUT } from '../../boards/settling/payouts.ts';
import { PLAIN_BOARD } from '../../store/stored-values.ts';
import { DAY, NOON, type TrialAnswer, useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

type Many = 'decideHeld' | 'markPayouts' | 'setVisibilities';

const ask = (id: Many, body: object, query: object = {}): Promise<TrialAnswer> => trial.send(id, { query, body }, trial.tokens.owner);
const ban = (body: object, query: object = {}): Promise<TrialAnswer> =>
  trial.send('banPlayer', { username: 'eve', query, body }, trial.tokens.owner);
const undo = (entry: number, query: object = {}): Promise<TrialAnswer> =>
  trial.send('undoAct', { entry: String(entry), query, body: {} }, trial.tokens.owner);
const preview = (answer: TrialAnswer) => previewSchema.parse(answer.body);

/** The acts of the log, newest first, with the number of records in each. */
async function acts(): Promise<readonly string[]> {
  const { body } = await trial.ask('/api/v1/audit?limit=200', { headers: { authorization: `Bearer ${trial.tokens.owner}` } });
  return auditSchema.parse(body).entries.map(({ act }) => act);
}

const count = async (act: string) => (await acts()).filter((one) => one === act).length;

async function ranked(board = 'main'): Promise<readonly string[]> {
  const { standings } = await trial.read('rankings', { board, query: {} });
  return standings.map(({ rank, player, points }) => `${rank} ${player.username} ${points}`);
}

const event = (i: number) => ({ id: `e${i}`, username: `player ${i % 4}`, points: 10 + i });
const post = (board: string, body: object) => trial.send('submitPoints', { query: { board }, body });
const ids = (some: readonly number[], board = 'main') => some.map((i) => heldKey(board, `e${i}`).id);

/** Twelve events on hold, and one that counts. */
async function withHeld(board = 'main'): Promise<void> {
  await post(board, { id: 'low', username: 'player 1', points: 9 });
  await trial.boards.limits.replace(trial.boards.board(board), { event: 9, hour: null, day: null, history: null });
  for (let i = 0; i < 12; i += 1) expect((await post(board, event(i))).status).toBe(202);
}

async function makeOther(): Promise<void> {
  await trial.boards.editing.make({ name: 'other', title: 'Other', ...PLAIN_BOARD, calendar: { timeZone: 'UTC', weekStart: 1 } });
}

/** Due prizes. */
async function withPayouts(): Promise<readonly string[]> {
  await trial.post({ id: 'a', username: 'ada', points: 5 });
  const records = [1, 2, 3].map((rank) => {
    const payout = { board: 'main', kind: 'daily', start: NOON, rank, prize: 'Coins', player: 1, note: null };
    return { kind: PAYOUT, id: `000000000000000${rank}`, at: NOON, state: 'due', text: JSON.stringify(payout) };
  });
  await trial.boards.store.changeRecords({ change: () => records });
  return records.map(({ id }) => id);
}

async function payoutStates(): Promise<readonly string[]> {
  const { body } = await trial.ask('/api/v1/payouts', { headers: { authorization: `Bearer ${trial.tokens.owner}` } });
  return (body as AnswerTo<'payouts'>).payouts.map(({ state, note }) => `${state} ${note}`).toReversed();
}

test('accepting many has the effect of accepting each, board by board, as previewed', async () => {
  await makeOther();
  for (const board of ['main', 'other']) await withHeld(board);
  const previewed = preview(await ask('decideHeld', { does: 'accept', held: { match: { board: 'main' } } }, { preview: '1' }));
  expect(previewed).toMatchObject({ selected: { changed: 12, refused: 0 }, podium: true });
  expect(await ranked()).toEqual(['1 player 1 9']);
  for (const i of Array.from({ length: 12 }, (_, each) => each)) {
    const [held] = ids([i], 'other');
    await trial.send('acceptHeld', { held: held!, body: {} }, trial.tokens.owner);
  }
  const done = await ask('decideHeld', { does: 'accept', held: { match: { board: 'main' } } }, { since: previewed.since });
  expect(done.body).toEqual({ does: 'accept', held: 12, refused: 0, entries: [expect.any(Number)] });
  expect(await ranked()).toEqual(await ranked('other'));
  const [, , , allTime] = previewed.periods;
  expect(allTime!.podium.after.map(({ username }) => username)).toEqual(
    (await ranked()).slice(0, 3).map((line) => line.slice(2).replace(/ \d+$/, '')),
  );
  expect([await count('accept-held'), await count('accept-points')]).toEqual([1, 12]);
});

test('accepting points of several boards adds an entry for each', async () => {
  await makeOther();
  for (const board of ['main', 'other']) await withHeld(board);
  const done = await ask('decideHeld', { does: 'accept', held: { match: {} } });
  expect(done.body).toMatchObject({ held: 24, refused: 0, entries: [expect.any(Number), expect.any(Number)] });
  expect(await ranked()).toEqual(await ranked('other'));
});

test('points that cannot be recorded stay on hold, and the others are accepted', async () => {
  await withHeld();
  for (const points of [10, Number.MAX_SAFE_INTEGER]) await trial.post({ id: `${points}`, username: 'eve', points });
  const all = { does: 'accept', held: { match: {} } };
  expect(preview(await ask('decideHeld', all, { preview: '1' }))).toMatchObject({ selected: { changed: 13, refused: 1 } });
  expect((await ask('decideHeld', all)).body).toMatchObject({ held: 13, refused: 1 });
  expect((await ask('decideHeld', all)).status).toBe(422);
  expect((await trial.boards.store.recordCounts('held')).get('waiting')).toBe(1);
});

test('if no points of any board can be recorded, both preview and act are refused', async () => {
  await makeOther();
  const all = { does: 'accept', held: { match: {} } };
  for (const board of ['main', 'other']) {
    await withHeld(board);
    for (const points of [10, Number.MAX_SAFE_INTEGER]) await post(board, { id: `${points}`, username: 'eve', points });
  }
  expect((await ask('decideHeld', all)).body).toMatchObject({ held: 26, refused: 2 });
  const refused = [await ask('decideHeld', all, { preview: '1' }), await ask('decideHeld', all)];
  expect(refused.map(({ status }) => status)).toEqual([422, 422]);
  expect(refused[0]!.body).toEqual(refused[1]!.body);
});

test('of two operators deciding about the same points, the second is refused, and nothing happens twice', async () => {
  await withHeld();
  const [some, others] = [ids([0, 1, 2]), ids([2, 3])];
  const reject = { does: 'reject', reason: 'No match' };
  const first = preview(await ask('decideHeld', { does: 'accept', held: { ids: some } }, { preview: '1' }));
  const second = preview(await ask('decideHeld', { ...reject, held: { ids: others } }, { preview: '1' }));
  expect((await ask('decideHeld', { does: 'accept', held: { ids: some } }, { since: first.since })).status).toBe(200);
  for (const query of [{ since: second.since }, {}]) {
    const refused = await trial.problemOf(ask('decideHeld', { ...reject, held: { ids: others } }, query));
    expect(refused).toMatchObject({
      type: 'urn:laurels:problem:changed',
      detail: expect.stringContaining('1 of the 2 selected points on hold') as string,
      errors: [{ field: others[0], rule: 'is now accepted' }],
    });
  }
  const stale = await trial.problemOf(ask('decideHeld', { does: 'accept', held: { ids: some } }, { since: first.since }));
  expect(stale.type).toBe('urn:laurels:problem:changed');
  expect([await count('accept-held'), await count('reject-held')]).toEqual([1, 0]);
  expect(await ranked()).toEqual(['1 player 1 20', '2 player 2 12', '3 player 0 10']);
  // An operator who has seen a rejection can reverse it.
  const rest = { held: { ids: ids([4, 5]) } };
  await ask('decideHeld', { ...reject, ...rest });
  expect((await trial.problemOf(ask('decideHeld', { does: 'accept', ...rest }))).type).toBe('urn:laurels:problem:changed');
  const seen = preview(await ask('decideHeld', { does: 'accept', ...rest }, { preview: '1' }));
  expect((await ask('decideHeld', { does: 'accept', ...rest }, { since: seen.since })).body).toMatchObject({ held: 2 });
});

test('an act is refused if more records match than were previewed', async () => {
  await withHeld();
  const all = { does: 'reject', reason: 'No match', held: { match: { board: 'main' } } };
  const { since } = preview(await ask('decideHeld', all, { preview: '1' }));
  await trial.post({ ...event(12), points: 30 });
  expect((await trial.problemOf(ask('decideHeld', all, { since }))).detail).toContain('the selected points on hold');
  expect((await ask('decideHeld', all)).body).toMatchObject({ held: 13 });
  expect((await trial.problemOf(ask('decideHeld', all))).type).toBe('urn:laurels:problem:conflict');
  // Rejected points are selected by their state.
  expect((await ask('decideHeld', { does: 'accept', held: { match: { state: 'rejected' } } })).body).toMatchObject({ held: 13 });
});

test('concurrent requests for the same prizes mark them once', async () => {
  const payouts = { ids: [...(await withPayouts())] };
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask('markPayouts', { state: 'paid', payouts })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  expect([await count('mark-payouts'), await payoutStates()]).toEqual([1, ['paid null', 'paid null', 'paid null']]);
  const unknown = await trial.problemOf(ask('markPayouts', { state: 'due', payouts: { ids: [...payouts.ids, 'f'.repeat(16)] } }));
  expect([unknown.status, await payoutStates()]).toEqual([404, ['paid null', 'paid null', 'paid null']]);
});

test('an undo skips records changed since, and reports how many', async () => {
  const payouts = await withPayouts();
  trial.now += 1000;
  const { entry } = (await ask('markPayouts', { state: 'paid', note: 'By mail', payouts: { match: {} } })).body as { entry: number };
  trial.now += 1000;
  await trial.send('markPayout', { payout: payouts[1]!, body: { state: 'due' } }, trial.tokens.owner);
  await trial.send('markPayout', { payout: payouts[1]!, body: { state: 'paid', note: 'By mail' } }, trial.tokens.owner);
  const previewed = undoPreviewSchema.parse((await undo(entry, { preview: '1' })).body);
  expect(previewed).toMatchObject({ act: 'mark-payouts', selected: { changed: 2, refused: 1 } });
  expect((await undo(entry, { since: previewed.since })).status).toBe(200);
  expect(await payoutStates()).toEqual(['due null', 'paid By mail', 'due null']);

  const again = (await ask('markPayouts', { state: 'declined', payouts: { match: { state: 'due' } } })).body as { entry: number };
  trial.now += 1000;
  await ask('markPayouts', { state: 'due', payouts: { match: { state: 'declined' } } });
  const refused = await trial.problemOf(undo(again.entry));
  expect(refused).toMatchObject({ type: 'urn:laurels:problem:changed' });
});

test('players are removed together, once, and an undo restores each one’s former visibility', async () => {
  for (const [i, username] of ['ada', 'bob', 'cy', 'dee'].entries()) await trial.post({ id: username, username, points: 9 - i });
  await trial.boards.players.setVisibility('cy', { state: 'hidden' });
  const body = { state: 'removed', reason: 'Bots', players: { ids: ['ADA', 'bob', 'cy'] } };
  const { since, podium, selected } = preview(await ask('setVisibilities', body, { preview: '1' }));
  expect({ podium, selected }).toEqual({ podium: true, selected: { changed: 3, refused: 0 } });
  const done = await ask('setVisibilities', body, { since });
  expect([done.body, await ranked()]).toEqual([{ state: 'removed', players: 3, entry: expect.any(Number) as number }, ['1 dee 6']]);
  for (const query of [{ since }, {}])
    expect((await trial.problemOf(ask('setVisibilities', body, query))).type).toBe('urn:laurels:problem:changed');
  expect(await count('remove-players')).toBe(1);
  await trial.boards.players.setVisibility('bob', { state: 'shown' });
  const { entry } = done.body as { entry: number };
  expect(undoPreviewSchema.parse((await undo(entry, { preview: '1' })).body).selected).toEqual({ changed: 2, refused: 1 });
  expect((await undo(entry)).status).toBe(200);
  expect(await ranked()).toEqual(['1 ada 9', '2 bob 8', '3 dee 6']);
  expect(trial.boards.players.absences.size).toBe(1);
  const unknown = await trial.problemOf(ask('setVisibilities', { state: 'hidden', players: { ids: ['ada', 'nobody'] } }));
  expect([unknown.status, trial.boards.players.absences.size]).toEqual([404, 1]);
});

test('an undo does not show players erased since', async () => {
  for (const username of ['ada', 'bob', 'cy']) await trial.post({ id: username, username, points: 9 });
  const hidden = await ask('setVisibilities', { state: 'hidden', players: { ids: ['ada', 'bob'] } });
  await trial.boards.identities.erase('ada');
  const { entry } = hidden.body as { entry: number };
  expect(undoPreviewSchema.parse((await undo(entry, { preview: '1' })).body).selected).toEqual({ changed: 1, refused: 1 });
  await undo(entry);
  expect((await trial.rankings()).standings.map(({ player }) => player.displayName)).toEqual(['bob', 'cy']);
});

test('players can be selected as in the player list', async () => {
  for (const username of ['bot 1', 'bot 2', 'ada']) await trial.post({ id: username, username, points: 1 });
  await ask('setVisibilities', { state: 'hidden', players: { match: { q: 'bot' } } });
  expect(await ranked()).toEqual(['1 ada 1']);
  expect((await ask('setVisibilities', { state: 'shown', players: { match: { state: 'hidden' } } })).body).toMatchObject({ players: 2 });
});

test('a request without its reason is rejected', async () => {
  for (const [id, body] of [
    ['decideHeld', { does: 'reject', held: { match: {} } }],
    ['setVisibilities', { state: 'removed', players: { match: {} } }],
  ] as const)
    expect(await trial.problemOf(ask(id, body))).toMatchObject({ status: 400, errors: [{ field: 'reason', rule: 'is missing' }] });
});

const FROM = { reason: 'A bot', voidFrom: new Date(NOON - DAY).toISOString() };

/** A player with old and new points, voided points and points on hold, and two other players. */
async function withCheat(): Promise<void> {
  await makeOther();
  const eve = { username: 'eve', points: 40 };
  await trial.post({
    events: [
      { ...eve, id: 'old', at: new Date(NOON - 2 * DAY).toISOString() },
      { ...eve, id: 'new' },
    ],
  });
  await trial.post({ events: ['ada', 'bob'].map((username, i) => ({ id: username, username, points: 30 - i })) });
  await post('other', { ...eve, id: 'elsewhere' });
  await trial.boards.limits.replace(trial.boards.board('main'), { event: 50, hour: null, day: null, history: null });
  await trial.post({ ...eve, id: 'much', points: 60 });
}

/** The player's events with whether they are voided, their points on hold, and their visibility. */
async function eve(): Promise<readonly string[]> {
  const { player, absence } = (await trial.boards.players.find('eve'))!;
  const events = await Promise.all(['main', 'other'].map((board) => trial.boards.store.eventsOf(board, player.number, { limit: 100 })));
  const held = await trial.boards.held.of('eve');
  return [
    absence?.state ?? 'shown',
    ...events.flat().map(({ id, voided }) => `${id} ${voided?.reason ?? 'counts'}`),
    ...held.map(({ state }) => `held ${state}`),
  ];
}

test('a ban is one act: of two operators only one bans, and the preview is accurate', async () => {
  await withCheat();
  const first = preview(await ban(FROM, { preview: '1' }));
  expect(first).toMatchObject({ ban: { held: 1, events: 2 }, podium: true });
  const monthly = first.periods.find(({ board, kind }) => board === 'main' && kind === 'monthly');
  expect(monthly?.podium.after.map(({ username }) => username)).toEqual(['ada', 'bob']);
  // Points that the player gets meanwhile do not prevent it.
  await trial.post({ id: 'newer', username: 'eve', points: 1 });
  await trial.post({ id: 'much more', username: 'eve', points: 70 });
  const second = preview(await ban({ reason: 'A script' }, { preview: '1' }));
  expect((await ban(FROM, { since: first.since })).body).toMatchObject({ held: 2, events: 3, player: { username: 'eve' } });
  expect(await eve()).toEqual(['removed', 'newer A bot', 'new A bot', 'old counts', 'elsewhere A bot', 'held rejected', 'held rejected']);
  expect(await ranked()).toEqual(['1 ada 30', '2 bob 29']);
  const told = await trial.problemOf(ban({ reason: 'A script' }, { since: second.since }));
  expect(told).toMatchObject({
    type: 'urn:laurels:problem:changed',
    detail: expect.stringContaining('"eve" is already removed') as string,
  });
  expect((await trial.problemOf(ban(FROM))).type).toBe('urn:laurels:problem:changed');
  expect([await count('ban-player'), await count('remove-player'), await count('void-event')]).toEqual([1, 0, 0]);
});

test('a ban is refused if another operator decided about the player since the preview', async () => {
  await withCheat();
  const { since } = preview(await ban(FROM, { preview: '1' }));
  await trial.boards.revisions.revise(trial.boards.board('main'), 'new', 'void', 'Sent twice');
  expect((await trial.problemOf(ban(FROM, { since }))).type).toBe('urn:laurels:problem:changed');
  expect((await ban(FROM)).body).toMatchObject({ events: 1, held: 1 });
});

test('lifting a ban keeps decisions made since', async () => {
  await withCheat();
  const { entry } = (await ban(FROM)).body as { entry: number };
  trial.now += 1000;
  await trial.boards.revisions.revise(trial.boards.board('main'), 'new', 'restore', 'It was real');
  const previewed = undoPreviewSchema.parse((await undo(entry, { preview: '1' })).body);
  expect(previewed).toMatchObject({ act: 'lift-ban', selected: { changed: 3, refused: 1 }, podium: true });
  expect((await undo(entry, { since: previewed.since })).status).toBe(200);
  expect(await eve()).toEqual(['shown', 'new counts', 'old counts', 'elsewhere counts', 'held waiting']);
  expect(await ranked()).toEqual(['1 eve 40', '2 ada 30', '3 bob 29']);
});

test('a ban without a time voids nothing, and one of an unknown player is refused', async () => {
  await withCheat();
  expect((await ban({ reason: 'A bot' })).body).toMatchObject({ events: 0, held: 1 });
  expect((await trial.problemOf(trial.send('banPlayer', { username: 'nobody', body: FROM }, trial.tokens.owner))).status).toBe(404);
  expect((await trial.problemOf(ban({ ...FROM, voidFrom: 'yesterday' }))).errors?.map(({ field }) => field)).toEqual(['voidFrom']);
});
