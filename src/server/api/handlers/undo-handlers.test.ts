// Every kind of act is undone, and then visitors and operators read the same as before.
import { describe, expect, test } from 'vitest';

import { ENDPOINTS, type EndpointId } from '../../../contract/api.ts';
import { type Endpoint, targetOf } from '../../../contract/endpoint.ts';
import type { ActName } from '../../../contract/operation/acts.ts';
import { type ApiAuditEntry, auditSchema, undoneSchema, undoPreviewSchema } from '../../../contract/operation/audit.ts';
import { PERIOD_KINDS } from '../../../domain/calendar.ts';
import { undoId } from '../../audit/audit-entry.ts';
import { heldKey } from '../../boards/points/kept-held.ts';
import { MERGED_REASON } from '../../boards/revising/moved-events.ts';
import { PAYOUT } from '../../boards/settling/payouts.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { AUDIT } from '../../store/records.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { PLAIN_BOARD } from '../../store/stored-values.ts';
import { DAY, NOON, useTrialApi } from '../trial-api.suite.ts';

/** Called once, right before the next change of a document, to simulate a faster process. */
let faster: ((store: PointsStore) => Promise<void>) | undefined;

const trial = useTrialApi({
  async openStore(folder) {
    const store = await openSqliteStore(folder);
    const changeDocument: PointsStore['changeDocument'] = async (...asked) => {
      const overtake = faster;
      faster = undefined;
      await overtake?.(store);
      return store.changeDocument(...asked);
    };
    return new Proxy(store, { get: (inner, name) => (name === 'changeDocument' ? changeDocument : Reflect.get(inner, name)) });
  },
});

const EVENT = { id: 'e1', username: 'ada', points: 5 };
const PAID = '00000000000000aa';

/** A request by an operator. */
interface Asking {
  readonly [variable: string]: unknown;
  readonly body?: unknown;
}

function ask(id: EndpointId, { body, ...addressed }: Asking = {}, token: string = trial.tokens.owner) {
  return trial.ask(targetOf<Endpoint>(ENDPOINTS[id], addressed), {
    method: ENDPOINTS[id].method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** The body of a successful response. */
async function done(id: EndpointId, asking?: Asking): Promise<unknown> {
  const { status, text, body } = await ask(id, asking);
  expect(`${id} ${status < 300 ? 'done' : text}`).toBe(`${id} done`);
  return body;
}

async function audit(): Promise<readonly ApiAuditEntry[]> {
  return auditSchema.parse(await done('audit', { query: { limit: 200 } })).entries;
}

/** The latest entry of an act. */
async function entryOf(act: ActName): Promise<ApiAuditEntry> {
  const entry = (await audit()).find((each) => each.act === act);
  expect(entry?.act).toBe(act);
  return entry!;
}

async function undo(entry: number): Promise<ApiAuditEntry> {
  return undoneSchema.parse(await done('undoAct', { entry: String(entry) })).entry;
}

/** Everything that visitors and operators can read, except positions and times. */
async function everything(): Promise<unknown> {
  const boards = (await Promise.all(['listed', 'archived'].map((state) => done('boards', { query: { state } })))) as {
    readonly boards: readonly { readonly name: string }[];
  }[];
  const names = boards.flatMap((page) => page.boards.map(({ name }) => name));
  const ofBoards = names.flatMap((board) => [
    PERIOD_KINDS.flatMap((period) => [{}, { at: '2026-11-21' }].map((at) => done('rankings', { board, query: { period, ...at } }))),
    (['limits', 'review', 'ledger'] as const).map((id) => done(id, { board })),
  ]);
  const others = (
    ['catalogue', 'appearance', 'absentPlayers', 'privacy', 'payouts', 'webhooks', 'held', 'imports', 'operators', 'invitations'] as const
  ).map((id) => done(id));
  const read = {
    boards,
    ofBoards: await Promise.all(ofBoards.flat()),
    others: await Promise.all(others),
    keys: trial.keys.list().filter(({ revoked }) => revoked === null),
    secrets: trial.boards.webhooks.list(),
    notes: await trial.boards.notes.of(1),
  };
  const times = new Set(['at', 'asOf', 'seenAt', 'startedAt', 'position', 'createdAt', 'now', 'revision', 'acts']);
  return JSON.parse(JSON.stringify(read, (name, value: unknown) => (times.has(name) ? undefined : value)));
}

/** An act, and how to prepare for it. */
interface Situation {
  readonly prepare?: () => Promise<unknown>;
  readonly act: () => Promise<unknown>;
}

const withAda = () => trial.post(EVENT);
const see = (body: object) => () => done('setPlayerVisibility', { username: 'ada', body });
const revise = (does: string, reason: string, event = 'e1') => done('reviseEvent', { board: 'main', body: { event, does, reason } });
const reviseAll = (does: string, reason: string) => done('reviseEvents', { body: { does, reason, events: { match: { board: 'main' } } } });

async function withHeld(): Promise<void> {
  await trial.boards.limits.replace(trial.boards.board('main'), { event: 4, hour: null, day: null, history: null });
  await trial.post(EVENT);
}

const HELD = heldKey('main', 'e1').id;

const rejectAll = () => done('decideHeld', { body: { does: 'reject', reason: 'No match', held: { match: { board: 'main' } } } });
const seeBoth = (body: object) => done('setVisibilities', { body: { ...body, players: { ids: ['ada', 'bob'] } } });
const ban = () => done('banPlayer', { username: 'ada', body: { reason: 'A bot', voidFrom: new Date(NOON - DAY).toISOString() } });

async function withBob(): Promise<void> {
  await trial.post({ events: [EVENT, { id: 'b1', username: 'bob', points: 7 }] });
}

/** A player with points on two boards: old ones, voided ones and some on hold. */
async function withCheat(): Promise<void> {
  await makeOther();
  await withBob();
  const theirs = [
    { id: 'old', username: 'ada', points: 3, at: new Date(NOON - 2 * DAY).toISOString() },
    { id: 'gone', username: 'ada', points: 2 },
  ];
  await trial.post({ events: theirs });
  await trial.send('submitPoints', { query: { board: 'other' }, body: { ...EVENT, id: 'elsewhere' } });
  await revise('void', 'Sent twice', 'gone');
  await done('setLimits', { board: 'main', body: { event: 50 } });
  await trial.post({ id: 'much', username: 'ada', points: 60 });
}

async function withPayout(): Promise<void> {
  await withAda();
  const payout = { board: 'main', kind: 'daily', start: NOON, rank: 1, prize: 'Coins', player: 1, note: null };
  const record = { kind: PAYOUT, id: PAID, at: NOON, state: 'due', text: JSON.stringify(payout) };
  await trial.boards.store.changeRecords({ change: () => [record] });
}

async function withImport(): Promise<{ readonly import: string }> {
  return { import: (await trial.boards.closing.beginImport('main', 'season.csv')).hold.id };
}

/** A day with points that has ended. */
async function yesterday(): Promise<void> {
  await withAda();
  trial.now += DAY;
  for (const { id } of trial.boards.imports.list()) await trial.boards.imports.end(id);
}

/** A square in one colour. */
const squareOf = (colour: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="${colour}"/></svg>`).toString(
    'base64',
  );
const [RED, BLUE] = [squareOf('red'), squareOf('blue')];

const DISCORD = 'https://discord.example/api/webhooks/1/secret';
const WEBHOOK = { name: 'results', url: 'https://play.example/x' };

async function withWebhook(body: object = { name: 'results', url: DISCORD, form: 'discord' }): Promise<void> {
  trial.now += 1000;
  await done('addWebhook', { body });
}

const makeOther = () =>
  trial.boards.editing.make(
    { name: 'other', title: 'Other', ...PLAIN_BOARD, calendar: { timeZone: 'UTC', weekStart: 1 } },
    { visibility: 'private' },
  );

/** Acts that have their own test below, or cannot be undone. */
type Otherwise =
  | 'merge-players'
  | 'split-players'
  | 'accept-points'
  | 'accept-held'
  | 'post-points'
  | 'erase-player'
  | 'settle-period'
  | 'test-webhook'
  | 'redeliver'
  | 'make-backup'
  | 'download-backup'
  | 'export-everything'
  | 'invite-operator'
  | 'withdraw-invitation'
  | 'join'
  | 'remove-operator'
  | 'sign-in'
  | 'end-session'
  | 'add-passkey'
  | 'remove-passkey';

const SITUATIONS: Readonly<Record<Exclude<ActName, Otherwise>, Situation>> = {
  'make-board': {
    prepare: () => done('replaceCatalogue', { body: { prizes: [{ board: 'main', from: 1, prize: 'A cup' }] } }),
    act: () => done('makeBoard', { body: { name: 'other', title: 'Other', copyOf: 'main', group: 'Copies' } }),
  },
  'change-board': {
    act: () =>
      done('changeBoard', {
        board: 'main',
        body: { title: 'Another', unit: 'time', group: 'Others', timeZone: 'Asia/Tokyo', weekStart: 7 },
      }),
  },
  'remove-board': {
    async prepare() {
      await makeOther();
      await done('setReview', { board: 'other', body: { reviewMinutes: 30 } });
      await done('setLimits', { board: 'other', body: { event: 4 } });
      const prizes = ['main', 'other', 'main'].map((board, i) => ({ board, from: i + 1, prize: 'A cup' }));
      await done('replaceCatalogue', { body: { prizes } });
    },
    async act() {
      await done('removeBoard', { board: 'other' });
      // As the closing does every second.
      await trial.boards.reviews.begin();
    },
  },
  'set-catalogue': {
    prepare: () => trial.send('replaceCatalogue', { body: { activities: [] } }, trial.tokens.owner),
    act: () => done('replaceCatalogue', { body: ENDPOINTS.replaceCatalogue.example }),
  },
  'set-privacy': { act: () => done('replacePrivacy', { body: { events: 'none' } }) },
  'set-review': {
    prepare: () => done('setReview', { board: 'main', body: { reviewMinutes: 30 } }),
    act: () => done('setReview', { board: 'main', body: { reviewMinutes: 60 } }),
  },
  'set-limits': {
    prepare: () => done('setLimits', { board: 'main', body: { event: 4, names: true } }),
    act: () => done('setLimits', { board: 'main', body: { event: 9, day: 100 } }),
  },
  'hide-player': {
    async prepare() {
      await withAda();
      await see({ state: 'removed', reason: 'A bot' })();
    },
    act: see({ state: 'hidden' }),
  },
  'remove-player': { prepare: withAda, act: see({ state: 'removed', reason: 'A bot' }) },
  'show-player': {
    async prepare() {
      await withAda();
      await see({ state: 'removed', reason: 'A bot' })();
    },
    act: see({ state: 'shown' }),
  },
  'rename-player': {
    prepare: withAda,
    act: () => done('renamePlayer', { username: 'ada', body: { username: 'bea', avatar: '🦊' } }),
  },
  'add-note': { prepare: withAda, act: () => done('addNote', { username: 'ada', body: { text: 'Ask first.' } }) },
  'delete-note': {
    async prepare() {
      await withAda();
      await trial.boards.notes.add('ada', 'Ask first.');
    },
    act: async () => done('deleteNote', { username: 'ada', note: (await trial.boards.notes.of(1))[0]!.id }),
  },
  'void-event': { prepare: withAda, act: () => revise('void', 'Sent twice') },
  'restore-event': {
    async prepare() {
      await withAda();
      await revise('void', 'Sent twice');
    },
    act: () => revise('restore', 'It was not'),
  },
  'void-events': { prepare: withAda, act: () => reviseAll('void', 'Sent twice') },
  'restore-events': {
    async prepare() {
      await withAda();
      await revise('void', 'Sent twice');
    },
    act: () => reviseAll('restore', 'They were not'),
  },
  'reject-points': { prepare: withHeld, act: () => done('rejectHeld', { held: HELD, body: { reason: 'No match' } }) },
  'hold-points': {
    async prepare() {
      await withHeld();
      await done('rejectHeld', { held: HELD, body: { reason: 'No match' } });
    },
    act: async () => undo((await entryOf('reject-points')).number),
  },
  'reject-held': { prepare: withHeld, act: () => rejectAll() },
  'hold-held': {
    async prepare() {
      await withHeld();
      await rejectAll();
    },
    act: async () => undo((await entryOf('reject-held')).number),
  },
  'mark-payouts': {
    prepare: withPayout,
    act: () => done('markPayouts', { body: { state: 'paid', note: 'By mail', payouts: { match: {} } } }),
  },
  'hide-players': {
    async prepare() {
      await withBob();
      await see({ state: 'removed', reason: 'A bot' })();
    },
    act: () => seeBoth({ state: 'hidden' }),
  },
  'remove-players': { prepare: withBob, act: () => seeBoth({ state: 'removed', reason: 'A bot' }) },
  'show-players': {
    async prepare() {
      await withBob();
      await see({ state: 'removed', reason: 'A bot' })();
      await done('setPlayerVisibility', { username: 'bob', body: { state: 'hidden' } });
    },
    act: () => seeBoth({ state: 'shown' }),
  },
  'ban-player': { prepare: withCheat, act: ban },
  'lift-ban': {
    async prepare() {
      await withCheat();
      await ban();
    },
    act: async () => undo((await entryOf('ban-player')).number),
  },
  'set-appearance': {
    prepare: () => done('replaceAppearance', { body: { name: 'Lantern Run', logo: RED } }),
    act: () => done('replaceAppearance', { body: { name: 'Another', logo: BLUE } }),
  },
  'add-key': { act: () => done('addKey', { body: { name: 'match-server', role: 'write' } }) },
  'revoke-key': {
    prepare: () => done('addKey', { body: { name: 'match-server', role: 'write' } }),
    act: () => done('revokeKey', { key: 'match-server' }),
  },
  'restore-key': {
    async prepare() {
      await done('addKey', { body: { name: 'match-server', role: 'write' } });
      await done('revokeKey', { key: 'match-server' });
    },
    act: async () => undo((await entryOf('revoke-key')).number),
  },
  'change-operator': {
    prepare: () => trial.enter('viewer'),
    async act() {
      const [person] = await trial.operators.people.list();
      await done('changeOperator', { operator: person!.id, body: { role: 'moderator', name: 'Ada' } });
    },
  },
  'add-webhook': { act: () => done('addWebhook', { body: WEBHOOK }) },
  'change-webhook': {
    prepare: withWebhook,
    act: () => done('changeWebhook', { webhook: 'results', body: { url: DISCORD.replace('secret', 'another'), state: 'off' } }),
  },
  'change-webhook-key': { prepare: () => withWebhook(WEBHOOK), act: () => done('changeWebhookKey', { webhook: 'results' }) },
  'remove-webhook': {
    async prepare() {
      await withWebhook();
      await withWebhook({ ...WEBHOOK, name: 'later' });
    },
    act: () => done('removeWebhook', { webhook: 'results' }),
  },
  'close-period': { prepare: yesterday, act: () => trial.boards.closing.closeEnded() },
  'reopen-period': {
    async prepare() {
      await yesterday();
      await trial.boards.closing.closeEnded();
    },
    act: () => done('reopenPeriod', { board: 'main', body: { period: 'daily', date: '2026-11-21', reason: 'The clock' } }),
  },
  'mark-payout': { prepare: withPayout, act: () => done('markPayout', { payout: PAID, body: { state: 'paid', note: 'By mail' } }) },
  'begin-import': { act: () => done('beginImport', { body: { board: 'main', file: 'season.csv' } }) },
  'give-up-import': {
    async prepare() {
      for (const { id } of trial.boards.imports.list()) await trial.boards.imports.end(id);
      await withImport();
      trial.now += 2 * DAY;
    },
    act: () => trial.boards.imports.giveUp(),
  },
  'end-import': { prepare: withImport, act: async () => done('endImport', { ...(await withImport()) }) },
};

describe('an undone act', () => {
  test.each(Object.keys(SITUATIONS) as (keyof typeof SITUATIONS)[])('leaves everything as it was before: %s', async (act) => {
    const { prepare, act: doIt } = SITUATIONS[act];
    await prepare?.();
    const before = await everything();
    await doIt();
    const after = await everything();
    expect(after).not.toEqual(before);
    const entry = await entryOf(act);
    expect(entry).toMatchObject({
      undoes: ['hold-points', 'hold-held', 'lift-ban', 'restore-key'].includes(act) ? expect.any(Number) : null,
      undoneBy: null,
      undo: { state: 'possible' },
    });

    const preview = undoPreviewSchema.parse(await done('undoAct', { entry: String(entry.number), query: { preview: '1' } }));
    expect(await everything()).toEqual(after);
    const undone = await undo(entry.number);
    expect(undone).toMatchObject({ act: preview.act, undoes: entry.number, by: { name: 'owner' } });
    expect(await everything()).toEqual(before);
    expect(await entryOf(act)).toMatchObject(
      undone.act === act ? { undoes: entry.number } : { undoneBy: undone.number, undo: { state: 'done', by: undone.number } },
    );
    expect((await ask('undoAct', { entry: String(entry.number) })).body).toMatchObject({
      status: 409,
      detail: `Entry ${entry.number} was already undone by entry ${undone.number}.`,
    });

    await undo(undone.number);
    expect(await everything()).toEqual(after);
  });
});

test('undoing an acceptance of points uncounts them, and undoing that counts them again', async () => {
  await withHeld();
  await done('acceptHeld', { held: HELD });
  const undone = await undo((await entryOf('accept-points')).number);
  expect((await trial.rankings()).total).toBe(0);
  await undo(undone.number);
  expect((await trial.rankings()).total).toBe(1);
});

test('undoing an acceptance of many points uncounts them, and undoing that counts them again', async () => {
  await withHeld();
  await done('decideHeld', { body: { does: 'accept', held: { match: {} } } });
  expect((await trial.rankings()).total).toBe(1);
  const undone = await undo((await entryOf('accept-held')).number);
  expect([undone.act, (await trial.rankings()).total]).toEqual(['void-events', 0]);
  await undo(undone.number);
  expect((await trial.rankings()).total).toBe(1);
});

/** Two players who are the same person, and a third; some points of the first are on hold. */
async function withTwins(): Promise<void> {
  await trial.post({ events: [1, 2, 3].map((points) => ({ id: `a${points}`, username: 'ada2', points })) });
  await trial.post({ events: [EVENT, { id: 'b1', username: 'bob', points: 7 }, { id: 'x', username: 'ada2', points: 4 }] });
  await revise('void', 'Sent twice', 'x');
  await done('setLimits', { board: 'main', body: { event: 50 } });
  await trial.post({ id: 'much', username: 'ada2', points: 60 });
}

/** Ranks and points in every period, and whose points are on hold. */
async function standing(): Promise<unknown> {
  const pages = await Promise.all(PERIOD_KINDS.map((period) => trial.rankings({ period })));
  const { held } = (await done('held')) as { held: { event: { username: string } }[] };
  return {
    ranks: pages.map(({ standings }) => standings.map(({ rank, player, points }) => `${rank} ${player.username} ${points}`)),
    held: held.map(({ event }) => event.username),
  };
}

test('undoing a merge splits the players as previewed, and only another merge merges them again', async () => {
  await withTwins();
  const before = await standing();
  await done('mergePlayers', { username: 'ada2', body: { into: 'ada' } });
  const after = await standing();
  expect(after).not.toEqual(before);
  const { number } = await entryOf('merge-players');
  // In the log of an earlier version, each voiding had its own entry.
  const voiding = { by: { kind: 'server', name: 'server', id: 'server' }, board: 'main', player: 1, subject: 'a2', reason: MERGED_REASON };
  await trial.boards.store.changeRecords({
    change: () => [{ kind: AUDIT, id: 'former', at: trial.now, state: 'void-event', text: JSON.stringify(voiding) }],
  });
  const told = (await audit()).find(({ act }) => act === 'void-event');
  expect(told?.undo).toEqual({ state: 'impossible', why: 'This is part of a merge of two players. Undo the merge instead.' });
  const { periods, since } = undoPreviewSchema.parse(await done('undoAct', { entry: String(number), query: { preview: '1' } }));
  const { entry } = undoneSchema.parse(await done('undoAct', { entry: String(number), query: { since } }));
  expect(await standing()).toEqual(before);
  for (const { kind, players } of periods) {
    const { standings } = await trial.rankings({ period: kind });
    for (const { player, after: place } of players)
      expect([kind, player.username, standings.find((each) => each.player.username === player.username)?.rank]).toEqual([
        kind,
        player.username,
        place?.rank,
      ]);
  }
  expect(periods.map(({ players }) => players.length)).toEqual(PERIOD_KINDS.map(() => 2));

  expect(entry).toMatchObject({ act: 'split-players', undo: { state: 'impossible', why: 'Merge the players again.' } });
  expect((await ask('undoAct', { entry: String(entry.number) })).status).toBe(409);
  await done('mergePlayers', { username: 'ada2', body: { into: 'ada' } });
  expect(await standing()).toEqual(after);
});

test('split players can be merged with others, and each merge can be undone separately', async () => {
  await withTwins();
  const before = await standing();
  for (const into of ['ada', 'bob', 'ada', 'bob']) {
    await done('mergePlayers', { username: 'ada2', body: { into } });
    expect(JSON.stringify(await standing())).toContain(into === 'ada' ? 'ada 11' : 'bob 13');
    await undo((await entryOf('merge-players')).number);
    expect(await standing()).toEqual(before);
  }
});

test('a merged event cannot be restored by itself, and a merge cannot be undone once an operator voided one of its events', async () => {
  await withTwins();
  await done('mergePlayers', { username: 'ada2', body: { into: 'ada' } });
  for (const query of [{}, { preview: '1' }] as const) {
    const asked = await ask('reviseEvent', { board: 'main', query, body: { event: 'a2', does: 'restore', reason: 'This one was theirs' } });
    expect(asked).toMatchObject({
      status: 409,
      body: { detail: 'Event "a2" was voided by a merge of two players. Undo the merge instead.' },
    });
  }
  const { player } = (await trial.boards.players.find('ada'))!;
  const [copy] = await trial.boards.store.eventsOf('main', player.number, { limit: 1 });
  await revise('void', 'Nobody saw it', copy!.id);
  const { number } = await entryOf('merge-players');
  expect((await ask('undoAct', { entry: String(number) })).body).toMatchObject({
    type: 'urn:laurels:problem:changed',
    errors: [{ field: 'events', rule: `is now 2; entry ${number} set it to 3` }],
  });
});

test('undoing a restoration voids the event for its reason before, whatever later ones were', async () => {
  await withAda();
  await revise('void', 'Sent twice');
  await revise('restore', 'It was not');
  const { number } = await entryOf('restore-event');
  await revise('void', 'A bot');
  await revise('restore', 'No bot');
  await undo(number);
  expect(await trial.boards.store.eventWithId('main', 'e1')).toMatchObject({ voided: { reason: 'Sent twice' } });
});

test('fields changed since are listed and kept', async () => {
  await done('changeBoard', { board: 'main', body: { title: 'One' } });
  const { number } = await entryOf('change-board');
  await done('changeBoard', { board: 'main', body: { title: 'Two' } });
  expect((await audit()).find((each) => each.number === number)?.undo).toEqual({
    state: 'impossible',
    why: 'A later action changed this again.',
  });
  const { status, body } = await ask('undoAct', { entry: String(number) });
  expect([status, body]).toMatchObject([
    409,
    { type: 'urn:laurels:problem:changed', errors: [{ field: 'title', rule: `is now "Two"; entry ${number} set it to "One"` }] },
  ]);
  expect(trial.boards.board('main').title).toBe('Two');
  await done('changeBoard', { board: 'main', body: { title: 'One', unit: 'time' } });
  await undo(number);
  expect(trial.boards.board('main')).toMatchObject({ title: 'Leaderboard', unit: 'time' });
});

test('undoing the creation of a board is refused if it was removed since', async () => {
  await done('makeBoard', { body: { name: 'other', title: 'Other' } });
  const { number } = await entryOf('make-board');
  await done('removeBoard', { board: 'other' });
  for (const query of [{}, { preview: '1' }]) {
    const { status, body } = await ask('undoAct', { entry: String(number), query });
    expect([status, body]).toMatchObject([409, { type: 'urn:laurels:problem:changed', errors: [{ field: 'make-board' }] }]);
  }
});

test('undoing an act that moves ranks has a preview, and is refused if something relevant changed since', async () => {
  await withAda();
  await see({ state: 'hidden' })();
  const entry = String((await entryOf('hide-player')).number);
  const preview = undoPreviewSchema.parse(await done('undoAct', { entry, query: { preview: '1' } }));
  expect(preview).toMatchObject({ act: 'show-player', before: { state: 'hidden' }, after: { state: 'shown' }, podium: true });
  await trial.post({ id: 'b1', username: 'bob', points: 7 });
  expect((await ask('undoAct', { entry, query: { since: preview.since } })).body).toMatchObject({ type: 'urn:laurels:problem:changed' });
  const again = undoPreviewSchema.parse(await done('undoAct', { entry, query: { preview: '1' } }));
  await done('undoAct', { entry, query: { since: again.since } });
  expect((await trial.rankings()).total).toBe(2);
});

test('undoing requires the role of the opposite act', async () => {
  await withAda();
  await see({ state: 'hidden' })();
  const hidden = String((await entryOf('hide-player')).number);
  await done('replacePrivacy', { body: { events: 'none' } });
  const set = String((await entryOf('set-privacy')).number);
  const statuses = async (entry: string) =>
    Promise.all(
      (['read', 'write', 'viewer', 'moderator', 'operator'] as const).map(
        async (role) => (await ask('undoAct', { entry, query: { preview: '1' } }, trial.tokens[role])).status,
      ),
    );
  expect(await statuses(hidden)).toEqual([403, 403, 403, 200, 200]);
  expect(await statuses(set)).toEqual([403, 403, 403, 403, 200]);
  expect((await ask('undoAct', { entry: set }, trial.tokens.moderator)).body).toMatchObject({
    detail: 'This needs a key with role operator, but "moderator" has role moderator.',
  });
});

test('the log says why an act cannot be undone', async () => {
  await withAda();
  await done('erasePlayer', { username: 'ada' });
  const { number, undo: told } = await entryOf('erase-player');
  expect(told).toEqual({ state: 'impossible', why: 'An erased player can’t be restored.' });
  expect((await ask('undoAct', { entry: String(number) })).body).toMatchObject({
    status: 409,
    detail: 'Nothing was done. An erased player can’t be restored.',
  });
  expect((await ask('undoAct', { entry: '999999' })).status).toBe(404);
});

test('an invitation can be withdrawn, unless it was used', async () => {
  await done('inviteOperator', { body: { role: 'viewer' } });
  expect((await undo((await entryOf('invite-operator')).number)).act).toBe('withdraw-invitation');
  expect(await done('invitations')).toEqual({ invitations: [] });
  const { number, undo: told } = await entryOf('withdraw-invitation');
  expect(told).toEqual({ state: 'impossible', why: 'The link is not stored. Invite them again.' });
  expect((await ask('undoAct', { entry: String(number) })).status).toBe(409);
  await trial.enter('viewer');
  const used = await entryOf('invite-operator');
  expect(used.undo).toEqual({ state: 'impossible', why: 'This invitation was already used or withdrawn.' });
  expect((await ask('undoAct', { entry: String(used.number) })).body).toMatchObject({ status: 409, type: 'urn:laurels:problem:conflict' });
});

test('a revoked key cannot be restored if another has its name, and signing keys and secrets are never shown', async () => {
  const body = { name: 'match-server', role: 'write' };
  await done('addKey', { body });
  await done('revokeKey', { key: 'match-server' });
  await done('addKey', { body });
  const revoked = await entryOf('revoke-key');
  expect(revoked.undo).toEqual({ state: 'impossible', why: 'A key named "match-server" already exists.' });
  expect((await ask('undoAct', { entry: String(revoked.number) })).body).toMatchObject({ type: 'urn:laurels:problem:name-taken' });

  await withWebhook();
  await withWebhook({ ...WEBHOOK, name: 'signed' });
  const secrets = ['secret', ...trial.boards.webhooks.list().flatMap(({ keys }) => keys.map(({ key }) => key))];
  await done('changeWebhookKey', { webhook: 'signed' });
  await done('removeWebhook', { webhook: 'results' });
  const told = [await audit()] as unknown[];
  for (const { number } of (await audit()).filter(({ act }) => act.includes('webhook'))) {
    const entry = String(number);
    told.push((await ask('undoAct', { entry, query: { preview: '1' } })).body, (await ask('undoAct', { entry })).body);
  }
  for (const secret of secrets) expect(JSON.stringify(told)).not.toContain(secret);
});

test('the log offers only undos that would succeed', async () => {
  const why = async (act: ActName) => {
    const { undo: told } = await entryOf(act);
    return told.state === 'impossible' && told.why;
  };
  expect(await why('make-board')).toBe('The default board cannot be archived or removed.');
  await yesterday();
  await done('renamePlayer', { username: 'ada', body: { username: 'lovelace' } });
  expect(await why('rename-player')).toBe(false);
  await trial.post({ id: 'e9', username: 'ada', points: 1 });
  expect(await why('rename-player')).toBe('The username "ada" is taken.');
  await trial.boards.closing.closeEnded();
  expect(await why('close-period')).toBe(false);
  await withImport();
  expect(await why('close-period')).toMatch(/import/);
  await withWebhook();
  await done('removeWebhook', { webhook: 'results' });
  expect(await why('remove-webhook')).toBe(false);
  await withWebhook();
  expect(await why('remove-webhook')).toBe('A webhook named "results" already exists.');
});

test('of concurrent undos of an act, one succeeds', async () => {
  await done('replacePrivacy', { body: { events: 'none' } });
  const entry = String((await entryOf('set-privacy')).number);
  const answers = await Promise.all([1, 2, 3].map(() => ask('undoAct', { entry })));
  expect(answers.map(({ status }) => status).filter((status) => status !== 409)).toEqual([200]);
  expect((await trial.boards.store.records(AUDIT, { state: 'set-privacy', limit: 9 })).length).toBe(2);
});

test('an act that another process undoes right before the commit is undone once', async () => {
  await done('replacePrivacy', { body: { events: 'none' } });
  const { number } = await entryOf('set-privacy');
  faster = (store) =>
    store.changeRecords({ change: () => [{ kind: AUDIT, id: undoId(number), at: NOON, state: 'set-privacy', text: '{"by":{}}' }] });
  expect((await ask('undoAct', { entry: String(number) })).body).toMatchObject({ status: 409, type: 'urn:laurels:problem:conflict' });
  expect(trial.boards.privacy.value).toEqual({ events: 'none' });
});

test('fields that another process changes right before the commit are listed and kept', async () => {
  const limits = (event: number) => ({ event, hour: null, day: null, history: null });
  await done('setLimits', { board: 'main', body: { event: 4 } });
  const { number } = await entryOf('set-limits');
  faster = (store) => store.changeDocument('limits', () => JSON.stringify({ main: limits(9) }));
  expect((await ask('undoAct', { entry: String(number) })).body).toMatchObject({
    type: 'urn:laurels:problem:changed',
    errors: [{ field: 'event', rule: `is now 9; entry ${number} set it to 4` }],
  });
  expect(trial.boards.limits.of('main')).toEqual(limits(9));
});
