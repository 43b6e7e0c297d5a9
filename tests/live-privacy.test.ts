// Every sentence of the privacy page is true of a real server. The sentences about browsers are in e2e-live/documents.spec.ts.
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { describe, expect, onTestFinished, test } from 'vitest';

import { askOnce } from '../scripts/tools/postgres/ask-once.ts';
import { ENDPOINTS } from '../src/contract/api.ts';
import { targetOf } from '../src/contract/endpoint.ts';
import { createSitePages } from '../src/main/serve/site-pages.ts';
import { createApiClient } from '../src/remote/api-client.ts';
import { parseLiveSettings } from '../src/server/operation/live-settings.ts';
import { SoftAuthenticator } from '../src/server/operators/soft-authenticator.suite.ts';
import { useReceiver } from '../src/server/outgoing/receiver-under-test.suite.ts';
import { privacySections, privacySettings } from '../src/server/privacy/privacy-page.ts';
import { openLog } from '../src/server/watching/open-log.ts';
import { backupName, backupsAmong, backupsToDelete } from '../src/server/data/backups/kept-backups.ts';
import { LIVE_PAGES } from '../src/web/live/pages/live-pages.ts';
import { freshDatabase } from './fresh-database.ts';
import { BARE_BUILD } from './live/bare-build.ts';
import { PROVED_IN_A_BROWSER } from './live/privacy-proofs.ts';
import { startTrialServer, TRIAL_NOW, trialClock } from './live/trial-server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const USERNAME = 'Zephyrine-Quill';
const DISPLAY_NAME = 'Dame Zephyrine';
const EVENT = { id: `match-7-${USERNAME}`, username: USERNAME, displayName: DISPLAY_NAME, avatar: '🦊', points: 120, activity: 'duel' };

/** The operator's key, for servers with a database. */
const OWN_KEY = 'a-key-of-twenty-two-or-more';

const draw = async () => new Uint8Array(Buffer.from('the IHDR of a picture'));
const receiver = useReceiver();

/** A site with pages. `says` returns a sentence of its privacy page by id. */
async function site(env: Readonly<Record<string, string>> = {}, clock: () => number = trialClock) {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-privacy-'));
  const descriptor = openSync(join(folder, 'log'), 'a');
  const settings = parseLiveSettings(env);
  const log = openLog(settings.log, descriptor, false, clock);
  const pages = createSitePages({ build: BARE_BUILD, origin: undefined, privacy: privacySettings(settings), draw, clock, log: log.tell });
  // A database instead of the folder.
  const place = settings.data.kind === 'postgres' ? { LAURELS_DATA: '' } : {};
  const server = await startTrialServer({ ...place, ...env }, { pages, draw, onAnswered: log.answered, log: log.tell }, clock);
  const ask = createApiClient(ENDPOINTS, { origin: server.url, key: server.keys.owner });
  onTestFinished(async () => {
    await server.discard();
    log.flush();
    closeSync(descriptor);
    rmSync(folder, { recursive: true });
  });
  return {
    ...server,
    ask,
    get: (target: string, init?: RequestInit) => fetch(server.url + target, init),
    logText() {
      log.flush();
      return readFileSync(join(folder, 'log'), 'utf8');
    },
    async says(id: string): Promise<string> {
      const html = await (await fetch(`${server.url}/privacy`)).text();
      if (!html.includes(`id="${id}"`)) throw new Error(`There is no ${id}: ${html}`);
      return new RegExp(`<li id="${id}">(.*?)</li>`).exec(html)![1]!.replaceAll(/<!-- -->|<[^>]+>/g, '');
    },
  };
}

/** Names of the files in a folder that contain a text. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));
}

function recordsOf(folder: string, kind: string): readonly Readonly<Record<string, unknown>>[] {
  const database = new DatabaseSync(join(folder, 'laurels.db'), { readOnly: true });
  const rows = database.prepare('SELECT * FROM records WHERE kind = ?').all(kind);
  database.close();
  return rows.map(({ state, text }) => Object.assign(JSON.parse(String(text)) as object, { state }));
}

type Site = Awaited<ReturnType<typeof site>>;

/** A guest called Ada, with 3 points. */
async function withGuest({ url, keys }: Pick<Site, 'url' | 'keys'>) {
  const asGuest: Site['ask'] = createApiClient(ENDPOINTS, { origin: url, key: keys.play });
  const { secret: guest, code } = await asGuest('createGuest', { body: { name: 'Ada' } });
  const { play } = await asGuest('beginPlay', { body: { board: 'main', guest } });
  await asGuest('finishPlay', { play, body: { points: 3 } });
  return { guest, code, asGuest };
}

/** Joins an operator with a passkey. Resolves to the answer. */
async function joined({ get, ask, url }: Site): Promise<Response> {
  const { link } = (await ask('inviteOperator', { body: { role: 'moderator' } })) as { readonly link: string };
  const token = link.split('#')[1]!;
  const headers = { 'laurels-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const send = (id: 'beginJoining' | 'join', body: object) =>
    get(targetOf(ENDPOINTS[id], {}), { method: 'POST', headers, body: JSON.stringify(body) });
  const { options } = (await (await send('beginJoining', { token })).json()) as { options: { challenge: string; user: { id: string } } };
  return send('join', { token, name: 'Ada Operator', credential: new SoftAuthenticator(url).create(options) });
}

const PROOFS: Readonly<Record<string, () => Promise<void>>> = {
  async responsible() {
    const { ask, says } = await site();
    expect(await says('responsible')).toBe('The operator of Laurels is responsible for the data on this site.');
    await ask('replaceAppearance', { body: { name: 'Cup of <Kings>' } });
    expect(await says('responsible')).toBe('The operator of Cup of &lt;Kings&gt; is responsible for the data on this site.');
  },

  async players() {
    const { post, ask, folder, says } = await site();
    expect((await post(EVENT)).status).toBe(201);
    const text = await says('players');
    for (const word of ['usernames', 'display names', 'avatars', 'points', 'time', 'activity']) expect(text).toContain(word);
    const { player } = await ask('playerData', { username: USERNAME });
    expect(player).toMatchObject({ username: USERNAME, displayName: DISPLAY_NAME, avatar: '🦊' });
    // No column stores anything else: the ones not named in the text are numbers and checksums derived from these.
    const database = new DatabaseSync(join(folder, 'laurels.db'), { readOnly: true });
    const columns = (table: string) =>
      database
        .prepare(`PRAGMA table_info(${table})`)
        .all()
        .map(({ name }) => name);
    const known = { players: columns('players'), events: columns('events') };
    database.close();
    expect(known).toEqual(COLUMNS);
  },

  async replays() {
    const { url, keys, ask, get, folder, says } = await site();
    const text = await says('replays');
    for (const word of ['replay', 'best plays of each day', '30 days']) expect(text).toContain(word);
    const game = createApiClient(ENDPOINTS, { origin: url, key: keys.play });
    const { secret: guest, username } = await game('createGuest', { body: {} });
    const { play, id } = await game('beginPlay', { body: { board: 'main', guest } });
    await game('finishPlay', { play, body: { points: 5, replay: `${DISPLAY_NAME} went left` } });
    const download = async (key: string) => {
      const answer = await get(targetOf(ENDPOINTS.replay, { board: 'main', event: id }), { headers: { authorization: `Bearer ${key}` } });
      return [answer.status, await answer.text()] as const;
    };
    expect(await download(keys.viewer)).toEqual([200, `${DISPLAY_NAME} went left`]);
    expect((await download(keys.play))[0]).toBe(403);
    expect(await ask('erasePlayer', { username })).toEqual({ traces: 'gone' });
    expect((await download(keys.viewer))[0]).toBe(404);
    expect(filesWith(folder, 'went left')).toEqual([]);
  },

  async accounts() {
    const { post, says } = await site();
    expect(await says('accounts')).toContain('no e-mail addresses or passwords');
    for (const field of ['email', 'mail', 'password']) expect((await post({ ...EVENT, [field]: 'x@y.example' })).status).toBe(422);
  },

  async guests() {
    const own = await site();
    const { folder, says } = own;
    expect(await says('guests')).toContain(
      'a name, when they renamed themselves or left a board, the key of their game, and hashes of a secret and of a',
    );
    const { guest, code, asGuest } = await withGuest(own);
    await asGuest('renameGuest', { body: { guest, name: 'Quill' } });
    const [kept, ...others] = recordsOf(folder, 'guest');
    expect([Object.keys(kept!).toSorted(), others]).toEqual([
      ['code', 'createdAt', 'key', 'leftAt', 'name', 'proposal', 'renamedAt', 'secret', 'state'],
      [],
    ]);
    for (const secret of [guest, guest.slice(-43), code, code.replaceAll('-', ' ')]) expect(filesWith(folder, secret)).toEqual([]);
  },

  async 'guests-kept'() {
    let now = TRIAL_NOW;
    const own = await site({}, () => now);
    const { folder, says } = own;
    expect(await says('guests-kept')).toBe(
      'Guests without points are deleted after 7 days. Their names can remain in the database’s files until it reuses the space.',
    );
    const { asGuest } = await withGuest(own);
    await asGuest('createGuest', { body: { name: 'Never Played' } });
    expect(recordsOf(folder, 'guest')).toHaveLength(2);
    now += 8 * DAY;
    await expect.poll(() => recordsOf(folder, 'guest').map(({ name }) => name)).toEqual(['Ada']);
    expect([recordsOf(folder, 'guest-name').length, recordsOf(folder, 'guest-code').length]).toEqual([1, 1]);
  },

  async public() {
    const { post, get, ask, says } = await site();
    await post(EVENT);
    const seen = async () => {
      const answer = await get(targetOf(ENDPOINTS.receipt, { username: USERNAME, query: { board: 'main', period: 'all-time' } }));
      const { events, days } = (await answer.json()) as { events: { activity: string }[]; days: object[] };
      return [events.map(({ activity }) => activity), days.length];
    };
    expect([await says('public'), await seen()]).toEqual([expect.stringContaining('each event with its time and activity'), [['duel'], 0]]);
    await ask('replacePrivacy', { body: { events: 'by-day' } });
    expect([await says('public'), await seen()]).toEqual([expect.stringContaining('the points of each day'), [[], 1]]);
    await ask('replacePrivacy', { body: { events: 'none' } });
    expect([await says('public'), await seen()]).toEqual([expect.stringMatching(/points and ranks\.$/), [[], 0]]);
    const rankings = await (await get(targetOf(ENDPOINTS.rankings, { board: 'main', query: { period: 'all-time' } }))).text();
    for (const shown of [USERNAME, DISPLAY_NAME, '🦊', '120']) expect(rankings).toContain(shown);
  },

  async moderation() {
    const { post, get, ask, says } = await site();
    await post(EVENT);
    await ask('addNote', { username: USERNAME, body: { text: 'Warned for scripting.' } });
    await ask('setPlayerVisibility', { username: USERNAME, body: { state: 'removed', reason: 'Played by a bot.' } });
    await ask('setPlayerVisibility', { username: USERNAME, body: { state: 'shown' } });
    await ask('banPlayer', { username: USERNAME, body: { reason: 'Played by a bot.' } });
    expect(await says('moderation')).toContain('with a reason, and write notes that visitors can’t see');
    expect(JSON.stringify(await ask('playerData', { username: USERNAME }))).toContain('scripting');
    for (const target of [`/players/${USERNAME}`, '/leaderboard', `/api/v1/players/${USERNAME}`, targetOf(ENDPOINTS.absentPlayers, {})])
      expect(await (await get(target)).text()).not.toMatch(/scripting/);
  },

  async operators() {
    const own = await site();
    expect((await joined(own)).status).toBe(201);
    expect(await own.says('operators')).toBe(
      'For operators, this site stores names, roles, the public keys of passkeys and sign-in times.',
    );
    const [person] = recordsOf(own.folder, 'person') as [{ passkeys: object[] }];
    expect(Object.keys(person).toSorted()).toEqual(['identities', 'joinedAt', 'name', 'passkeys', 'role', 'signedInAt', 'state']);
    // About the device, only the key is stored.
    expect(Object.keys(person.passkeys[0]!).toSorted()).toEqual(
      ['addedAt', 'counter', 'id', 'invitedBy', 'name', 'publicKey', 'transports', 'usedAt'].filter((key) => key in person.passkeys[0]!),
    );
    const signOn = { LAURELS_OIDC_ISSUER: 'https://login.example', LAURELS_OIDC_CLIENT_ID: 'x', LAURELS_OIDC_CLIENT_SECRET: 'x' };
    expect(textOf({ ...signOn, LAURELS_URL: 'https://play.example' }, 'operators')).toContain('their id at the sign-in provider');
  },

  async audit() {
    const own = await site();
    const { post, ask, says } = own;
    await post(EVENT);
    await ask('replacePrivacy', { body: { events: 'none' } });
    expect(await says('audit')).toBe(
      'An audit log records what operators do, and when guests rename or erase themselves, or leave a board.',
    );
    const { guest, asGuest } = await withGuest(own);
    await asGuest('renameGuest', { body: { guest, name: 'Quill' } });
    await asGuest('leaveBoard', { body: { guest, board: 'main' } });
    await asGuest('eraseGuest', { body: { guest } });
    const { entries } = await ask('audit', { query: {} });
    const byGuests = entries.filter(({ by }) => by.name === 'play').map(({ act }) => act);
    expect(byGuests.toSorted()).toEqual(['erase-player', 'rename-player', 'void-events']);
    expect(entries).toContainEqual(
      expect.objectContaining({ act: 'set-privacy', by: expect.objectContaining({ name: 'owner' }) as object }),
    );
  },

  async addresses() {
    const { get, folder, says, stop, ask } = await site({ LAURELS_TRUSTED_PROXIES: '1', LAURELS_RATE_LIMIT: '3' });
    expect(await says('addresses')).toBe('Visitors’ IP addresses are used to limit requests. They are held in memory only.');
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    const statuses = [];
    for (let i = 0; i < 5; i += 1) statuses.push((await get('/', { headers })).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    await get('/', { headers: { ...headers, authorization: 'Bearer wrong' } });
    await ask('replacePrivacy', { body: { events: 'none' } });
    await stop();
    expect(filesWith(folder, '203.0.113.77')).toEqual([]);
    await inPostgres(async (own, database) => {
      expect(await own.says('addresses')).toContain('for about 3 minutes, or for an hour if they are requests of guests');
      for (let i = 0; i < 30; i += 1) await own.get('/livez');
      for (let i = 0; i < 30; i += 1) await own.get('/api/v1/boards', { headers });
      await expect
        .poll(() => askOnce(database, "SELECT caller, (ends_at - opened_at) / 1000 AS seconds FROM windows WHERE caller LIKE '203%'"))
        .toEqual([{ caller: '203.0.113.77', seconds: '60' }]);
      const asked = { method: 'POST', body: '{"code":"abandon"}' };
      const from = { 'x-forwarded-for': '203.0.113.78', authorization: `Bearer ${OWN_KEY}`, 'content-type': 'application/json' };
      for (let i = 0; i < 35; i += 1) await own.get(targetOf(ENDPOINTS.recoverGuest, {}), { ...asked, headers: from });
      await expect
        .poll(() => askOnce(database, "SELECT (ends_at - opened_at) / 1000 AS seconds FROM windows WHERE caller = '203.0.113.78'"))
        .toEqual([{ seconds: '3600' }]);
      const tables = await askOnce(
        database,
        "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'windows'",
      );
      for (const { name } of tables)
        expect(JSON.stringify(await askOnce(database, `SELECT * FROM ${String(name)}`))).not.toContain('203.0.');
    });
  },

  async log() {
    const visit = async (own: Site) => {
      await own.post(EVENT);
      for (const headers of [{ 'x-forwarded-for': '203.0.113.77' }, { forwarded: 'for=203.0.113.77' }, { authorization: 'Bearer wrong' }])
        await own.get(`/players/${USERNAME}`, { headers });
      await own.get(`/nothing/${USERNAME}`);
      await own.get(`/api/v1/boards/main/events?${USERNAME}`).then(({ body }) => body?.cancel());
      await expect.poll(own.logText).toContain('"status":404');
      return own.logText();
    };
    const quiet = await site();
    expect(await quiet.says('log')).toBe('The server’s log has no IP addresses and no names of players.');
    const usual = await visit(quiet);
    expect(usual).toContain('no proxy is trusted');
    expect(usual).not.toMatch(/203\.0\.113\.77|127\.0\.0\.1|::1|Zephyrine/);
    const loud = await site({ LAURELS_LOG: 'debug' });
    expect(await loud.says('log')).toContain('paths of requested pages, which can contain usernames');
    const all = await visit(loud);
    expect(all).toContain(USERNAME);
    expect(all).not.toMatch(/203\.0\.113\.77|127\.0\.0\.1|::1/);
  },

  async pictures() {
    const { post, get, folder, says } = await site();
    await post(EVENT);
    expect(await says('pictures')).toBe('Pictures for sharing are drawn on request and not stored.');
    const before = readdirSync(folder);
    for (const target of ['/board-card.png', `/players/${USERNAME}/card.png?board=main`]) {
      const answer = await get(target);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
      await answer.arrayBuffer();
    }
    expect(readdirSync(folder)).toEqual(before);
    expect(filesWith(folder, 'IHDR')).toEqual([]);
  },

  async sending() {
    let now = TRIAL_NOW;
    const { post, ask, says } = await site({ LAURELS_WEBHOOK_ALLOW: '127.0.0.1' }, () => now);
    expect(await says('sending')).toBe('Results are not sent to other servers.');
    await post(EVENT);
    await ask('addWebhook', { body: { name: 'results', url: receiver.url, periods: ['daily'] } });
    const text = await says('sending');
    expect(text).toBe('Results, with names of players, are sent to servers that the operator chose.');
    now += 12 * HOUR + 120_000;
    await expect.poll(() => receiver.received.map(({ body }) => body).join('\n')).toContain(DISPLAY_NAME);
    await ask('changeWebhook', { webhook: 'results', body: { state: 'off' } });
    expect(await says('sending')).toBe('Results are not sent to other servers.');
  },

  async cookies() {
    const { post, get, says } = await site();
    await post(EVENT);
    expect(await says('cookies')).toBe('Visitors get no cookies.');
    const player = LIVE_PAGES.map(({ path }) => path.replace(':username', USERNAME));
    for (const target of [
      ...player,
      '/privacy',
      '/nothing',
      '/api',
      '/api/v1/boards',
      targetOf(ENDPOINTS.search, { query: { text: 'z' } }),
    ])
      expect((await get(target)).headers.getSetCookie()).toEqual([]);
    await inPostgres(async (own) => {
      expect(await own.says('cookies')).toContain('One cookie records how recent the results are');
      const [cookie, ...others] = (await own.get('/')).headers.getSetCookie();
      // It has no expiry, so it is a session cookie.
      expect([cookie, others]).toEqual([expect.stringMatching(/^laurels-position-\w+-\d+=1; Path=\/; HttpOnly; SameSite=Lax$/), []]);
    });
  },

  async 'operator-cookies'() {
    let now = TRIAL_NOW;
    const own = await site({}, () => now);
    const text = await own.says('operator-cookies');
    const hours = [...text.matchAll(/(\d+) hours/g)].map(([, count]) => Number(count) * HOUR) as [number, number];
    const signIn = async () => {
      const [cookie] = (await joined(own)).headers.getSetCookie();
      expect(cookie).not.toMatch(/max-age|expires/i);
      return cookie!.split(';')[0]!;
    };
    const isIn = async (cookie: string) => {
      const headers = { 'laurels-console': '1', 'sec-fetch-site': 'same-origin', cookie };
      const { person } = (await (await own.get(targetOf(ENDPOINTS.session, {}), { headers })).json()) as { readonly person: object | null };
      return person !== null;
    };
    const [whole, idle] = hours;
    const left = await signIn();
    now += idle - 1;
    expect(await isIn(left)).toBe(true);
    now += idle;
    expect(await isIn(left)).toBe(false);
    const busy = await signIn();
    const began = now;
    for (; now < began + whole; now += HOUR) expect(await isIn(busy)).toBe(true);
    expect(await isIn(busy)).toBe(false);
  },

  async kept() {
    let now = TRIAL_NOW;
    const own = await site({}, () => now);
    const { post, ask, says } = own;
    await post({ ...EVENT, at: new Date(now).toISOString() });
    expect(await says('kept')).toBe('Data of players is kept until an operator erases it. Guests can export and erase theirs in the game.');
    const { guest, asGuest } = await withGuest(own);
    expect(await asGuest('guestEvents', { body: { guest, board: 'main' } })).toMatchObject({ events: [{ points: 3 }] });
    expect(await asGuest('eraseGuest', { body: { guest } })).toMatchObject({});
    now += 60 * DAY;
    await expect
      .poll(async () => (await ask('winners', { board: 'main', query: { period: 'monthly' } })).winners.length)
      .toBeGreaterThan(0);
    expect(JSON.stringify(await ask('playerEvents', { username: USERNAME, query: {} }))).toContain(EVENT.id);
  },

  async erasure() {
    const { post, ask, get, folder, says } = await site();
    await post(EVENT);
    await post({ id: 'other', username: 'bob', points: 5 });
    expect(await says('erasure')).toBe(
      'Erasing deletes a player’s names, avatar, replays and event ids. Points and ranks stay, as “Erased player”.',
    );
    const words = [USERNAME, DISPLAY_NAME, '🦊'];
    for (const word of words) expect(filesWith(folder, word)).not.toEqual([]);
    expect(await ask('erasePlayer', { username: USERNAME })).toEqual({ traces: 'gone' });
    for (const word of words) expect(filesWith(folder, word)).toEqual([]);
    const board = await (await get('/leaderboard?mode=all-time')).text();
    expect(board).toContain('Erased player');
    const { standings } = await ask('rankings', { board: 'main', query: { period: 'all-time' } });
    expect(standings.map(({ rank, points }) => [rank, points])).toEqual([
      [1, 120],
      [2, 5],
    ]);
  },

  async remains() {
    const { ask, post, says, folder, stop } = await site();
    expect(await says('remains')).toBe('Deleted names can remain in the database’s files until the server is idle or restarts.');
    expect(textOf({ LAURELS_DATABASE: 'postgres://a@b/c' }, 'remains')).toContain('until it reuses the space');
    for (let batch = 0; batch < 9; batch += 1) {
      const events = Array.from({ length: 1000 }, (_, i) => ({ ...EVENT, id: `${USERNAME}-${batch}-${i}-`.padEnd(128, 'x'), points: 1 }));
      expect((await post({ events })).status).toBe(200);
    }
    expect(await ask('erasePlayer', { username: USERNAME })).toEqual({ traces: 'later' });
    await stop();
    const again = await startTrialServer({ LAURELS_DATA: folder });
    await again.stop();
    rmSync(again.folder, { recursive: true });
    expect(filesWith(folder, 'Zephyrine')).toEqual([]);
  },

  async backups() {
    const folder = mkdtempSync(join(tmpdir(), 'laurels-backups-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(textOf({}, 'backups')).toContain('no scheduled backups');
    const env = { LAURELS_BACKUP_FOLDER: folder, LAURELS_BACKUP_KEEP: '5', LAURELS_BACKUP_EVERY: '1d' };
    const { ask, post, says, logText } = await site(env);
    await expect.poll(logText).toContain('Backup created');
    await post(EVENT);
    await ask('makeBackup');
    await ask('erasePlayer', { username: USERNAME });
    expect(filesWith(folder, USERNAME)).toEqual([expect.stringContaining('manual')]);
    expect(await says('backups')).toBe(
      'Deleted names can remain in scheduled backups for up to 29 days, and in the newest 5 that an operator made by hand.',
    );
    for (const [every, keep] of [
      ['1d', 5],
      ['1h', 24],
      ['6h', 200],
      ['3d', 2],
      ['7d', 1],
      ['20d', 3],
    ] as const) {
      const said = textOf({ ...env, LAURELS_BACKUP_EVERY: every, LAURELS_BACKUP_KEEP: String(keep) }, 'backups');
      const days = longestKept(Number.parseInt(every, 10) * (every.endsWith('h') ? HOUR : DAY), keep) / DAY;
      expect([every, said]).toEqual([every, expect.stringMatching(/up to \d+ days, and in the newest (?:\d+|one) /)]);
      const most = Number(/up to (\d+)/.exec(said)![1]);
      expect(most).toBeGreaterThanOrEqual(days);
    }
  },

  async 'audit-kept'() {
    let now = TRIAL_NOW;
    const { ask, post, says } = await site({}, () => now);
    await post({ ...EVENT, at: new Date(now).toISOString() });
    await ask('erasePlayer', { username: USERNAME });
    now += 400 * DAY;
    expect(await says('audit-kept')).toBe('The audit log is kept. It does not say who was erased.');
    const { entries } = await ask('audit', { query: { act: 'erase-player' } });
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toContain('Zephyrine');
  },

  async 'operators-kept'() {
    const own = await site();
    await joined(own);
    const { operators } = await own.ask('operators');
    await own.ask('removeOperator', { operator: operators[0]!.id });
    expect(await own.says('operators-kept')).toBe('If an operator is removed, their passkeys are deleted. Their name stays.');
    expect(recordsOf(own.folder, 'person')).toMatchObject([{ state: 'removed', name: 'Ada Operator', passkeys: [] }]);
  },

  async rights() {
    const { ask, post, get, says } = await site();
    await post(EVENT);
    expect(await says('rights')).toBe('You can ask the operator for a copy of your data, for another name, to be hidden, or to be erased.');
    expect(await ask('playerData', { username: USERNAME })).toMatchObject({ player: { displayName: DISPLAY_NAME } });
    expect(JSON.stringify(await ask('playerEvents', { username: USERNAME, query: {} }))).toContain(EVENT.id);
    await ask('renamePlayer', { username: USERNAME, body: { username: 'quiet', displayName: 'Quiet' } });
    const shown = async () => (await get('/leaderboard?mode=all-time')).text();
    expect(await shown()).toContain('Quiet');
    await ask('setPlayerVisibility', { username: 'quiet', body: { state: 'hidden' } });
    expect(await shown()).not.toContain('Quiet');
    expect(await ask('erasePlayer', { username: 'quiet' })).toEqual({ traces: 'gone' });
  },

  async contact() {
    const { get, says } = await site({ LAURELS_CONTACT: 'privacy@play.example' });
    expect(await says('contact')).toBe('Contact: privacy@play.example');
    expect(await (await get('/privacy')).text()).toContain('<a href="mailto:privacy@play.example"');
    const none = await site();
    expect(await none.says('contact')).toBe('Contact the operator where you play Laurels.');
    await none.ask('replaceAppearance', { body: { name: 'Cup', link: 'https://cup.example/' } });
    expect(await (await none.get('/privacy')).text()).toContain('<a href="https://cup.example/"');
  },
};

/** Columns with data that the game sends, data for finding names, counts and checksums. */
const COLUMNS = {
  players: ['number', 'username', 'fold', 'display_name', 'avatar', 'searched', 'known_since', 'checksum'],
  events: 'seq board id player points at activity received_at digest counted answer previous checksum author'.split(' '),
};

/** The text of a sentence with given settings. */
function textOf(env: Readonly<Record<string, string>>, id: string): string {
  const facts = { site: 'Laurels', link: '', events: 'all', isSending: false } as const;
  const sections = privacySections(privacySettings(parseLiveSettings(env)), facts);
  return sections.flatMap(({ sentences }) => sentences).find((sentence) => sentence.id === id)!.text;
}

/** How long a scheduled backup is kept at most in a hundred days of backups, one every `everyMs` milliseconds. */
function longestKept(everyMs: number, keep: number): number {
  let names: string[] = [];
  let longest = 0;
  for (let at = TRIAL_NOW; at < TRIAL_NOW + 100 * DAY; at += everyMs) {
    names.push(backupName(at, 'scheduled'));
    const gone = new Set(backupsToDelete(names, keep));
    for (const { madeAt } of backupsAmong([...gone])) longest = Math.max(longest, at - madeAt);
    names = names.filter((name) => !gone.has(name));
  }
  return longest;
}

async function inPostgres(prove: (own: Site, database: string) => Promise<void>): Promise<void> {
  const database = freshDatabase();
  onTestFinished(() => database.drop());
  const url = await database.url();
  await prove(await site({ LAURELS_DATABASE: url, LAURELS_API_KEY: OWN_KEY, LAURELS_TRUSTED_PROXIES: '1', LAURELS_RATE_LIMIT: '40' }), url);
}

describe('each sentence of the privacy page is true', () => {
  test.each(Object.entries(PROOFS))('%s', async (_, prove) => {
    expect.hasAssertions();
    await prove();
  });
});

test('every sentence has a proof', () => {
  const facts = { site: 'Laurels', link: '', events: 'all', isSending: false } as const;
  const ids = privacySections(privacySettings(parseLiveSettings({})), facts).flatMap(({ sentences }) => sentences.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...Object.keys(PROOFS), ...PROVED_IN_A_BROWSER].toSorted()).toEqual(ids.toSorted());
});

test('the privacy page can be turned off or linked elsewhere by the operator', async () => {
  for (const [where, link] of [
    ['off', undefined],
    ['https://play.example/privacy', 'https://play.example/privacy'],
  ] as const) {
    const { get } = await site({ LAURELS_PRIVACY_PAGE: where });
    expect((await get('/privacy')).status).toBe(404);
    const home = await (await get('/')).text();
    expect(/<a href="([^"]*)">Privacy</.exec(home)?.[1]).toBe(link);
    expect(home).toContain('<a href="/licences">Licences</a>');
  }
});

test.each([
  [
    'LAURELS_CONTACT',
    [
      'not an address',
      'a@b',
      'http://play.example',
      'javascript:alert(1)',
      'https://a:b@play.example',
      'a b@play.example',
      'a@-play.example',
    ],
  ],
  ['LAURELS_PRIVACY_PAGE', ['yes', 'http://play.example', '/policy', 'https://']],
] as const)('%s refuses other values, naming the rule', (name, values) => {
  for (const value of values) expect(() => parseLiveSettings({ [name]: value })).toThrow(`${name} must be`);
  expect(parseLiveSettings({ LAURELS_CONTACT: "o'neil+x%?@play.example" }).contact?.href).toBe("mailto:o'neil%2Bx%25%3F@play.example");
});
