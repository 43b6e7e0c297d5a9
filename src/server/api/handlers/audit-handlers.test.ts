// The audit log entry that each documented operation leaves, for every role.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import { type Endpoint, targetOf } from '../../../contract/endpoint.ts';
import { includesRole, ROLES, type Role } from '../../../contract/role.ts';
import type { ActName } from '../../../contract/operation/acts.ts';
import { type ApiAuditEntry, auditSchema } from '../../../contract/operation/audit.ts';
import { heldKey } from '../../boards/points/kept-held.ts';
import { PAYOUT } from '../../boards/settling/payouts.ts';
import { ScheduledBackups } from '../../data/backups/scheduled-backups.ts';
import { AUDIT } from '../../store/records.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { PLAIN_BOARD } from '../../store/stored-values.ts';
import { openApiDocument } from '../description/openapi.ts';
import { PERSON_ROLES } from '../../../contract/operation/operators.ts';
import { Oidc } from '../../operators/oidc.ts';
import { CLIENT, startSoftProvider } from '../../operators/soft-provider.suite.ts';
import { SoftAuthenticator } from '../../operators/soft-authenticator.suite.ts';
import type { Person } from '../../operators/people.ts';
import { CONSOLE, DAY, NOON, useTrialApi } from '../trial-api.suite.ts';

type Changing = { [Id in EndpointId]: (typeof ENDPOINTS)[Id]['method'] extends 'GET' ? never : Id }[EndpointId];

/** A request to an operation: path variables, query and body. */
interface Request {
  readonly [variable: string]: unknown;
  readonly body?: unknown;
  /** Headers of a console page, for requests without a key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The person signed in there, or whom the request signs in. */
  readonly person?: Pick<Person, 'id' | 'name'>;
}

/** An operation in a situation in which it changes something. */
interface Situation {
  /** Its audit log entry; `undefined` for points that games post, which are in the ledger. */
  readonly act: ActName | undefined;
  /** Sets up the situation, and returns the request. */
  readonly prepare: (held: Role) => Promise<Request> | Request;
  /** Entries that the server adds in response, latest first. */
  readonly followedBy?: readonly ActName[];
  /** The expected content of the entry. */
  readonly about?: Partial<ApiAuditEntry>;
}

const trial = useTrialApi();

const CALLERS = ['none', 'unknown', 'revoked', 'expired', ...ROLES] as const;

type Caller = (typeof CALLERS)[number];

const ADA = { username: 'ada', displayName: 'ada', avatar: '🎮' };
const EVENT = { id: 'e1', username: 'ada', points: 5 };
const PAID = '00000000000000aa';
/** When the day on which tests begin ends. */
const DAY_OVER = NOON + DAY / 2;
const LIMITS = { event: 4, hour: null, day: null, history: null };

const example = (id: Changing) => (ENDPOINTS[id] as Endpoint).example;
const board = (name: string) => ({ name, title: name, ...PLAIN_BOARD, calendar: { timeZone: 'UTC', weekStart: 1 } }) as const;

async function withWebhook(body?: unknown): Promise<Request> {
  await trial.boards.webhooks.add('results', {
    url: 'https://play.example/x',
    form: 'standard',
    events: ['period.closed'],
    boards: null,
    periods: null,
  });
  return body === undefined ? { webhook: 'results' } : { webhook: 'results', body };
}

/** Points on hold, because they exceed a limit. */
async function withHeld(body?: unknown): Promise<Request> {
  await trial.boards.limits.replace(trial.boards.board('main'), LIMITS);
  await trial.post(EVENT);
  return { held: heldKey('main', EVENT.id).id, body };
}

/** The same for a guest with points. */
async function withPlayingGuest(): Promise<string> {
  const secret = await withGuest();
  await trial.post({ id: secret.slice(0, 20), username: usernameOf(secret), points: 1 });
  return secret;
}

function usernameOf(secret: string): string {
  return secret.split('_')[1]!;
}

async function withPlayer<More>(more: More): Promise<More> {
  await trial.post(EVENT);
  return more;
}

/** Backups of a data folder, with a first one created. */
async function withBackups(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-audited-'));
  await (await openSqliteStore(folder)).close();
  let at = NOON;
  const schedule = { folder: join(folder, 'backups'), everyMs: DAY, keep: 3 };
  const backups = new ScheduledBackups({ folder, schedule, clock: () => (at += 1000), log: () => {}, onFailed: () => {} });
  onTestFinished(async () => {
    await backups.stop();
    rmSync(folder, { recursive: true });
  });
  await backups.look();
  trial.open({ backups });
  return backups.list()[0]!.name;
}

async function withPayout(): Promise<void> {
  await trial.post(EVENT);
  const payout = { board: 'main', kind: 'daily', start: NOON, rank: 1, prize: 'Coins', player: 1, note: null };
  const record = { kind: PAYOUT, id: PAID, at: NOON, state: 'due', text: JSON.stringify(payout) };
  await trial.boards.store.changeRecords({ change: () => [record] });
}

/** A signed-in person with a role; read and write roles, which no person can have, become viewer. */
async function entered(held: Role) {
  const authenticator = new SoftAuthenticator('http://localhost');
  const role = PERSON_ROLES.find((each) => each === held) ?? 'viewer';
  const { person, session, headers } = await trial.enter(role, authenticator);
  return { authenticator, person, session, headers };
}

/** The secret of a new guest. */
async function withGuest(): Promise<string> {
  const { body } = await trial.send('createGuest', { body: {} }, trial.tokens.play);
  return (body as { readonly secret: string }).secret;
}

const OPERATIONS: Readonly<Record<Changing, Situation>> = {
  submitPoints: { act: undefined, prepare: () => ({ body: EVENT }) },
  createGuest: { act: undefined, prepare: () => ({ body: example('createGuest') }) },
  beginPlay: { act: undefined, prepare: async () => ({ body: { board: 'main', guest: await withGuest() } }) },
  finishPlay: {
    act: undefined,
    async prepare(held) {
      const { body } = await trial.send('beginPlay', { body: { board: 'main', guest: await withGuest() } }, trial.tokens[held]);
      return { play: (body as { readonly play: string }).play, body: example('finishPlay') };
    },
  },
  recoverGuest: {
    act: undefined,
    async prepare() {
      const { body } = await trial.send('createGuest', { body: {} }, trial.tokens.play);
      return { body: { code: (body as { readonly code: string }).code } };
    },
  },
  renameGuest: { act: 'rename-player', prepare: async () => ({ body: { guest: await withPlayingGuest(), name: 'Ada L.' } }) },
  leaveBoard: { act: 'void-events', prepare: async () => ({ body: { guest: await withPlayingGuest(), board: 'main' } }) },
  guestData: { act: undefined, prepare: async () => ({ body: { guest: await withGuest() } }) },
  guestEvents: { act: undefined, prepare: async () => ({ body: { guest: await withGuest(), board: 'main' } }) },
  eraseGuest: { act: 'erase-player', prepare: async () => ({ body: { guest: await withPlayingGuest() } }) },
  proposeMerge: {
    act: undefined,
    prepare: async () => ({ body: { guest: await withPlayingGuest(), into: await withPlayer(EVENT.username) } }),
  },
  decideMerge: {
    act: 'merge-players',
    async prepare() {
      const guest = await withPlayingGuest();
      const into = await withPlayer(EVENT.username);
      await trial.send('proposeMerge', { body: { guest, into } }, trial.tokens.play);
      return { username: usernameOf(guest), body: { does: 'accept', into } };
    },
  },
  importPoints: { act: undefined, prepare: () => ({ body: { events: [EVENT] } }) },
  postByHand: {
    act: 'post-points',
    prepare: () => ({ board: 'main', body: { ...EVENT, activity: 'Refund' } }),
    about: { board: 'main', player: ADA, subject: 'e1', after: { points: 5, at: new Date(NOON).toISOString(), activity: 'Refund' } },
  },
  makeBoard: { act: 'make-board', prepare: () => ({ body: example('makeBoard') }), about: { board: 'speedrun' } },
  changeBoard: {
    act: 'change-board',
    prepare: () => ({ board: 'main', body: { title: 'Another' } }),
    about: { board: 'main', before: { title: 'Leaderboard' }, after: { title: 'Another' } },
  },
  removeBoard: {
    act: 'remove-board',
    async prepare() {
      await trial.boards.editing.make(board('empty'));
      return { board: 'empty' };
    },
    about: { board: 'empty' },
  },
  setPlayerVisibility: {
    act: 'remove-player',
    prepare: () => withPlayer({ username: 'ADA', body: { state: 'removed', reason: 'A bot' } }),
    about: { player: ADA, before: { state: 'shown' }, after: { state: 'removed', reason: 'A bot' }, reason: 'A bot' },
  },
  setVisibilities: {
    act: 'remove-players',
    prepare: () => withPlayer({ body: { state: 'removed', reason: 'A bot', players: { ids: ['ADA'] } } }),
    about: { reason: 'A bot' },
  },
  banPlayer: {
    act: 'ban-player',
    prepare: () => withPlayer({ username: 'ADA', body: { reason: 'A bot', voidFrom: new Date(NOON - DAY).toISOString() } }),
    about: { player: ADA, reason: 'A bot' },
  },
  renamePlayer: {
    act: 'rename-player',
    prepare: () => withPlayer({ username: 'ada', body: { displayName: 'Ada L.' } }),
  },
  addNote: {
    act: 'add-note',
    prepare: () => withPlayer({ username: 'ADA', body: { text: ' Plays from two places.\r\nAsk first. ' } }),
    about: { player: ADA, after: { note: 'Plays from two places.\nAsk first.' } },
  },
  deleteNote: {
    act: 'delete-note',
    async prepare() {
      await withPlayer({});
      return { username: 'ada', note: (await trial.boards.notes.add('ada', 'Ask first.')).id };
    },
    about: { player: ADA, subject: expect.any(String) as string, before: { note: 'Ask first.' }, after: { note: null } },
  },
  erasePlayer: { act: 'erase-player', prepare: () => withPlayer({ username: 'ada' }) },
  mergePlayers: {
    act: 'merge-players',
    async prepare() {
      await trial.post({ id: 'b1', username: 'bob', points: 1 });
      return withPlayer({ username: 'ada', body: { into: 'bob' } });
    },
  },
  makeBackup: {
    act: 'make-backup',
    prepare: async () => (await withBackups(), {}),
    about: {
      subject: expect.stringMatching(/laurels-\d{8}T\d{6}Z-manual\.backup$/) as string,
      after: { events: 0, bytes: expect.any(Number) as number },
    },
  },
  checkBackup: { act: undefined, prepare: async () => ({ backup: await withBackups(), body: { does: 'verify' } }) },
  addKey: {
    act: 'add-key',
    prepare: () => ({ body: example('addKey') }),
    about: { subject: 'match-server', after: expect.objectContaining({ role: 'write' }) as unknown },
  },
  revokeKey: {
    act: 'revoke-key',
    async prepare() {
      await trial.keys.add('old', 'write', trial.now);
      return { key: 'old' };
    },
    about: { subject: 'old' },
  },
  replaceCatalogue: { act: 'set-catalogue', prepare: () => ({ body: example('replaceCatalogue') }) },
  reviseEvent: {
    act: 'void-event',
    prepare: () => withPlayer({ board: 'main', body: { event: 'e1', does: 'void', reason: 'Sent twice' } }),
    about: { board: 'main', player: ADA, subject: 'e1', reason: 'Sent twice' },
  },
  reviseEvents: {
    act: 'void-events',
    prepare: () => withPlayer({ body: { does: 'void', reason: 'Sent twice', events: { match: { board: 'main', until: '2026-11-30' } } } }),
    about: { board: 'main', subject: 'until 30 Nov 2026', reason: 'Sent twice', after: { events: 1 } },
  },
  reopenPeriod: {
    act: 'reopen-period',
    async prepare() {
      await trial.post(EVENT);
      trial.now += DAY;
      for (const { id } of trial.boards.imports.list()) await trial.boards.imports.end(id);
      await trial.boards.closing.closeEnded();
      return { board: 'main', body: { period: 'daily', date: '2026-11-21', reason: 'The clock' } };
    },
    about: { board: 'main', subject: 'daily from 2026-11-20T23:00:00.000Z', reason: 'The clock' },
  },
  beginImport: {
    act: 'begin-import',
    prepare: () => ({ body: { board: 'main', file: 'season.csv' } }),
    about: { board: 'main', subject: 'season.csv' },
  },
  endImport: {
    act: 'end-import',
    prepare: async () => ({ import: (await trial.boards.closing.beginImport('main', 'season.csv')).hold.id }),
    about: { board: 'main', subject: 'season.csv' },
  },
  replaceAppearance: {
    act: 'set-appearance',
    prepare: () => ({ body: { name: 'Lantern Run' } }),
    about: { before: {}, after: { name: 'Lantern Run' } },
  },
  replacePrivacy: {
    act: 'set-privacy',
    prepare: () => ({ body: { events: 'none' } }),
    about: { before: { events: 'all' }, after: { events: 'none' } },
  },
  setReview: {
    act: 'set-review',
    prepare: () => ({ board: 'main', body: { reviewMinutes: 60 } }),
    about: { board: 'main', before: { reviewMs: 0 }, after: { reviewMs: 3_600_000 } },
  },
  settlePeriod: {
    act: 'settle-period',
    followedBy: ['close-period'],
    async prepare() {
      const catalogue = { activities: [], tournaments: [], achievements: [], prizes: [{ period: 'daily', from: 1, prize: 'Cup' }] };
      await trial.send('replaceCatalogue', { body: catalogue }, trial.tokens.owner);
      await trial.boards.reviews.setReviewMs('main', DAY);
      for (const { id } of trial.boards.imports.list()) await trial.boards.imports.end(id);
      await trial.boards.closing.closeEnded();
      await trial.post(EVENT);
      trial.now = DAY_OVER;
      await trial.boards.closing.closeEnded();
      return { board: 'main', body: { period: 'daily', date: '2026-11-21' } };
    },
    about: {
      board: 'main',
      subject: 'daily from 2026-11-20T23:00:00.000Z',
      before: { finalAt: new Date(DAY_OVER + DAY).toISOString() },
      after: { finalAt: new Date(DAY_OVER).toISOString() },
    },
  },
  markPayout: {
    act: 'mark-payout',
    async prepare() {
      await withPayout();
      return { payout: PAID, body: { state: 'paid', note: 'By mail' } };
    },
    about: { board: 'main', player: ADA, subject: PAID, before: { state: 'due', note: null }, after: { state: 'paid', note: 'By mail' } },
  },
  markPayouts: {
    act: 'mark-payouts',
    async prepare() {
      await withPayout();
      return { body: { state: 'paid', note: 'By mail', payouts: { ids: [PAID] } } };
    },
  },
  setLimits: {
    act: 'set-limits',
    prepare: () => ({ board: 'main', body: { event: 4 } }),
    about: { board: 'main', before: { event: null }, after: { event: 4 } },
  },
  acceptHeld: {
    act: 'accept-points',
    prepare: () => withHeld(),
    about: { board: 'main', player: ADA, subject: 'e1', before: { state: 'waiting' }, after: { state: 'accepted', points: 5 } },
  },
  rejectHeld: {
    act: 'reject-points',
    prepare: () => withHeld({ reason: 'No match' }),
    about: { board: 'main', subject: 'e1', before: { state: 'waiting' }, after: { state: 'rejected' }, reason: 'No match' },
  },
  decideHeld: {
    act: 'reject-held',
    prepare: () => withHeld({ does: 'reject', reason: 'No match', held: { match: {} } }),
    about: { reason: 'No match' },
  },
  undoAct: {
    act: 'show-player',
    async prepare() {
      await withPlayer({});
      await trial.boards.players.setVisibility('ada', { state: 'hidden' });
      const [hidden] = await trial.boards.store.records(AUDIT, { limit: 1 });
      return { entry: String(hidden!.number) };
    },
    about: { player: ADA, before: { state: 'hidden' }, after: { state: 'shown' }, undoes: expect.any(Number) as number },
  },
  addWebhook: { act: 'add-webhook', prepare: () => ({ body: example('addWebhook') }), about: { subject: 'results' } },
  changeWebhook: {
    act: 'change-webhook',
    prepare: () => withWebhook({ state: 'off' }),
    about: { subject: 'results', before: { state: 'on' }, after: { state: 'off' } },
  },
  changeWebhookKey: { act: 'change-webhook-key', prepare: () => withWebhook(), about: { subject: 'results' } },
  removeWebhook: { act: 'remove-webhook', prepare: () => withWebhook(), about: { subject: 'results' } },
  testWebhook: { act: 'test-webhook', prepare: () => withWebhook(), about: { subject: 'results' } },
  beginSignIn: { act: undefined, prepare: () => ({}) },
  signIn: {
    act: 'sign-in',
    async prepare(held) {
      const { authenticator, person } = await entered(held);
      const options = await trial.operators.passkeys.signInOptions();
      return { headers: CONSOLE, person, body: { credential: authenticator.get(options) } };
    },
    about: { after: { passkey: 'Passkey' } },
  },
  beginOidc: {
    act: undefined,
    async prepare() {
      const provider = await startSoftProvider();
      onTestFinished(() => provider.close());
      const settings = { issuer: provider.issuer, ...CLIENT, name: 'Example' };
      trial.open({
        oidc: new Oidc({ store: trial.boards.store, operators: trial.operators, settings, log: (text) => trial.logged.push(text) }),
      });
      return { headers: CONSOLE, body: {} };
    },
  },
  signOut: { act: 'end-session', prepare: entered },
  endSession: {
    act: 'end-session',
    async prepare(held) {
      const { person, headers, session } = await entered(held);
      return { person, headers, session: session.id };
    },
  },
  changeOperator: {
    act: 'change-operator',
    prepare: async () => ({ operator: (await entered('viewer')).person.id, body: { role: 'moderator' } }),
    about: { subject: 'viewer', before: { role: 'viewer' }, after: { role: 'moderator' } },
  },
  removeOperator: {
    act: 'remove-operator',
    prepare: async () => ({ operator: (await entered('viewer')).person.id }),
    about: { subject: 'viewer', before: { state: 'active' }, after: { state: 'removed' } },
  },
  inviteOperator: {
    act: 'invite-operator',
    prepare: () => ({ body: example('inviteOperator') }),
    about: { before: null, after: { role: 'moderator', name: 'Ada', expiresAt: new Date(NOON + DAY / 48).toISOString() } },
  },
  withdrawInvitation: {
    act: 'withdraw-invitation',
    prepare: async () => ({ invitation: (await trial.operators.invitations.make({ role: 'viewer', hours: 1 })).invitation.id }),
  },
  setupCode: {
    act: undefined,
    async prepare() {
      await trial.operators.inviteFirst();
      return { headers: { ...CONSOLE, host: 'localhost', origin: 'http://localhost' } };
    },
  },
  beginJoining: {
    act: undefined,
    prepare: async () => ({ body: { token: (await trial.operators.invitations.make({ role: 'viewer', hours: 1 })).token } }),
  },
  join: {
    act: 'join',
    async prepare() {
      const { token, invitation } = await trial.operators.invitations.make({ role: 'viewer', hours: 1 });
      const { options } = await trial.operators.joinOptions(token);
      const credential = new SoftAuthenticator('http://localhost').create(options);
      return { headers: CONSOLE, person: { id: invitation.person, name: 'Ada' }, body: { token, name: 'Ada', credential } };
    },
    about: { subject: 'Ada' },
  },
  beginPasskey: { act: undefined, prepare: entered },
  addPasskey: {
    act: 'add-passkey',
    async prepare(held) {
      const { person, headers } = await entered(held);
      const credential = new SoftAuthenticator('http://localhost').create(await trial.operators.passkeyOptions(person));
      return { person, headers, body: { name: 'Phone', credential } };
    },
    about: { subject: 'Phone' },
  },
  removePasskey: {
    act: 'remove-passkey',
    async prepare(held) {
      const { person, headers } = await entered(held);
      const another = new SoftAuthenticator('http://localhost');
      await trial.operators.addPasskey(person, 'Phone', another.create(await trial.operators.passkeyOptions(person)));
      return { person, headers, passkey: another.id.toString('base64url') };
    },
    about: { subject: 'Phone' },
  },
  redeliver: {
    act: 'redeliver',
    async prepare() {
      const request = await withWebhook();
      const test = { type: 'webhook.test', at: NOON, subject: 'results' } as const;
      const delivery = await trial.boards.webhooks.tellOnly(trial.boards.webhooks.named('results'), test);
      return { ...request, body: { delivery } };
    },
    about: { subject: 'results' },
  },
};

/** The operations in the OpenAPI document. */
const DESCRIBED = Object.values(openApiDocument().paths).flatMap((methods) =>
  Object.entries(methods).map(([method, { operationId, security }]) => ({
    method: method.toUpperCase(),
    id: operationId as EndpointId,
    // An empty requirement marks operations that need no key.
    role: security.some(({ key }) => key === undefined) ? undefined : security.flatMap(({ key = [] }) => key)[0],
  })),
);

/** Keys of all roles, some of them created and revoked here. */
async function tokens(): Promise<Readonly<Record<Caller, string | undefined>>> {
  const revoked = await trial.keys.add('revoked', 'owner', NOON);
  await trial.keys.revoke('revoked', NOON);
  const expired = await trial.keys.add('expired', 'owner', NOON - DAY, { expires: NOON - 1 });
  return { ...trial.tokens, none: undefined, unknown: `lk_${'x'.repeat(43)}`, revoked, expired };
}

function mayDo(caller: Caller, role: string | undefined): boolean {
  if (role === undefined) return true;
  return ROLES.some((held) => held === caller && includesRole(held, role as Role));
}

function ask(id: EndpointId, { body, headers, ...addressed }: Request, token: string | undefined) {
  return trial.ask(targetOf<Endpoint>(ENDPOINTS[id], addressed), {
    method: ENDPOINTS[id].method,
    headers: {
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function audit(query = ''): Promise<readonly ApiAuditEntry[]> {
  const { status, body, text } = await trial.ask(`/api/v1/audit${query}`, { headers: { authorization: `Bearer ${trial.tokens.owner}` } });
  expect(`${status} ${status === 200 ? '' : text}`).toBe('200 ');
  return auditSchema.parse(body).entries;
}

describe('every documented operation', () => {
  const changing = DESCRIBED.filter(({ method }) => method !== 'GET');

  test('is covered by these tests', () => {
    expect(changing.map(({ id }) => id).toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
  });

  const isAllowed = changing.flatMap(({ id, role }) => ROLES.filter((held) => mayDo(held, role)).map((held) => ({ id, held })));

  test.each(isAllowed)('adds its audit entry: $id by $held', async ({ id, held }) => {
    const { act, prepare, followedBy = [], about = {} } = OPERATIONS[id as Changing];
    const { person, ...request } = await prepare(held);
    const ids = new Map(trial.keys.list().map((key) => [key.name, key.id]));
    const before = await audit('?limit=200');
    const { status, text } = await ask(id, request, request.headers === undefined ? trial.tokens[held] : undefined);
    const after = await audit('?limit=200');
    const entries = after.slice(0, after.length - before.length);
    expect({ status: status < 300 ? 'done' : text, acts: entries.map((entry) => entry.act) }).toEqual({
      status: 'done',
      acts: act === undefined ? [] : [...followedBy, act],
    });
    const by =
      person === undefined ? { kind: 'key', name: held, id: ids.get(held)! } : { kind: 'person', name: person.name, id: person.id };
    if (act !== undefined) expect(entries[followedBy.length]).toMatchObject({ at: new Date(trial.now).toISOString(), by, ...about });
  });

  test.each(changing)('rejects callers without its role, without an audit entry: $id', async ({ id, role }) => {
    const keys = await tokens();
    const request = { ...(await OPERATIONS[id as Changing].prepare('viewer')), headers: {} };
    const before = await audit('?limit=200');
    for (const caller of CALLERS.filter((each) => !mayDo(each, role))) {
      const { status } = await ask(id, request, keys[caller]);
      expect({ caller, status }).toEqual({ caller, status: ROLES.some((held) => held === caller) ? 403 : 401 });
    }
    expect(await audit('?limit=200')).toEqual(before);
  });

  test.each(DESCRIBED.filter(({ method }) => method === 'GET'))('adds no entry if it only reads: $id', async ({ id }) => {
    const keys = await tokens();
    await trial.post(EVENT);
    await withWebhook();
    const before = await audit('?limit=200');
    const known = { board: 'main', username: 'ada', webhook: 'results', payout: PAID, import: PAID, held: PAID };
    for (const role of CALLERS) await ask(id, known, keys[role]);
    expect(await audit('?limit=200')).toEqual(before);
  });
});

describe('the audit log', () => {
  test('can be filtered by board, player and act, in pages', async () => {
    await trial.post(EVENT);
    await trial.boards.editing.make(board('other'));
    await trial.boards.editing.change('other', { title: 'One' });
    await trial.boards.editing.change('main', { title: 'Two' });
    await trial.boards.players.setVisibility('ada', { state: 'hidden' });
    await trial.boards.players.setVisibility('ada', { state: 'hidden' });
    await trial.boards.players.setVisibility('ada', { state: 'shown' });
    const acts = async (query: string) => (await audit(query)).map(({ act, board: name }) => [act, name].filter(Boolean).join(' '));
    expect(await acts('?board=other')).toEqual(['change-board other', 'make-board other']);
    expect(await acts('?player=Ada')).toEqual(['show-player', 'hide-player']);
    expect(await acts('?act=change-board')).toEqual(['change-board main', 'change-board other']);
    expect(await acts('?act=change-board&limit=1')).toEqual(['change-board main']);
    const { body } = await trial.ask('/api/v1/audit?act=change-board&limit=1', {
      headers: { authorization: `Bearer ${trial.tokens.owner}` },
    });
    const { next } = auditSchema.parse(body);
    expect(await acts(`?act=change-board&before=${next}`)).toEqual(['change-board other']);
    const refused = await trial.problemOf(
      trial.ask('/api/v1/audit?player=nobody', { headers: { authorization: `Bearer ${trial.tokens.owner}` } }),
    );
    expect(refused.status).toBe(404);
  });

  test('attributes a closed period to the server, even if a request made it check', async () => {
    await trial.post(EVENT);
    trial.now += DAY;
    for (const { id } of trial.boards.imports.list()) await trial.boards.imports.end(id);
    await trial.send('beginImport', { body: { board: 'main', file: 'x.csv' } }, trial.tokens.owner);
    const [begun, closed] = (await audit()).filter(({ act }) => act !== 'add-key');
    expect(begun).toMatchObject({ act: 'begin-import', by: { name: 'owner' } });
    expect(closed).toMatchObject({
      act: 'close-period',
      by: { kind: 'server', name: null },
      board: 'main',
      after: { ranked: 1, unshown: 0 },
    });
  });

  test('has one entry for each key created and revoked, with its time', async () => {
    await trial.keys.revoke('read', NOON + 5);
    await audit();
    const told = (await audit('?act=add-key')).map(({ subject, at }) => `${subject} ${at}`);
    expect(told.toSorted()).toEqual(ROLES.toSorted().map((name) => `${name} ${new Date(NOON).toISOString()}`));
    expect(await audit('?act=revoke-key')).toMatchObject([{ subject: 'read', at: new Date(NOON + 5).toISOString() }]);
  });

  test('names the operating system user who ran a command', async () => {
    const local = { name: 'this machine', role: 'owner', bounds: {}, unlimited: true } as const;
    trial.open({ keys: { check: () => ({ state: 'in use', key: local }) } });
    await trial.ask('/api/v1/privacy', {
      method: 'PUT',
      headers: { authorization: 'Bearer local', 'content-type': 'application/json', 'laurels-user': encodeURIComponent('Zoë') },
      body: JSON.stringify({ events: 'none' }),
    });
    expect(await audit('?act=set-privacy')).toMatchObject([{ by: { kind: 'command', name: 'Zoë', id: null } }]);
  });
});
