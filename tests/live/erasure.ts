import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { NODE } from '../../scripts/tools/child-process.ts';
import { ENDPOINTS } from '../../src/contract/api.ts';
import { type Endpoint, NO_QUERY, targetOf } from '../../src/contract/endpoint.ts';
import type { ApiFailure } from '../../src/contract/exchange.ts';
import { PERIOD_KINDS } from '../../src/domain/calendar.ts';
import { lookOf } from '../../src/domain/names/look-of.ts';
import { createLivePages } from '../../src/main/serve/live-pages.ts';
import type { LiveBuild } from '../../src/main/serve/live-build.ts';
import { createSharedCards } from '../../src/main/serve/shared-cards.ts';
import { startLive } from '../../src/main/serve/start-live.ts';
import { createApiClient } from '../../src/remote/api-client.ts';
import { createStoreSource } from '../../src/server/answers/store-source.ts';
import { backUp } from '../../src/server/data/backups/backing-up.ts';
import { securityHeaders } from '../../src/server/http/security-headers.ts';
import { parseLiveSettings } from '../../src/server/operation/live-settings.ts';
import { openLog } from '../../src/server/watching/open-log.ts';
import { LIVE_PAGES } from '../../src/web/live/pages/live-pages.ts';
import { anyThreads } from './any-threads.ts';
import { IMPOSSIBLE } from './trial-server.ts';

const KEY = 'a-key-of-twenty-two-or-more';
const DAY = 86_400_000;
const NOON = Date.parse('2026-11-15T12:00:00Z');
const DAYS = ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18'];
const BOARDS = ['main', 'speedrun'];
const OTHERS = Array.from({ length: 24 }, (_, i) => `player ${i}`);
const EVENTS_A_DAY = 120;

/** The player to erase: their first username, and the one after a rename. */
const FORMER = 'Zoëlla-Wasquill';
const USERNAME = 'Zoëlla-Quizzical';
const SPELLINGS = [USERNAME, USERNAME.normalize('NFD'), USERNAME.toUpperCase(), USERNAME.toLowerCase()];
const DISPLAY_NAME = 'Dr. Quizzical (Zoëlla) & Co.';
const AVATAR = '👩🏽‍🚀';

/** A name that no player has. */
const NOBODY = 'Nöbodya-Nonsense';

/** Words that only occur in their names, and in those of a guest who erases themselves. */
const WORDS = ['Quizzical', 'Wasquill', 'Zoëlla', AVATAR, 'Vesperine'];

export interface ErasureFigures {
  /** The number of URLs requested, and of files and tables searched. */
  readonly addresses: number;
  readonly places: number;
  /** Places where the names were found before the erasure: without any, the search would be blind. */
  readonly before: readonly string[];
  /** Places where they were found afterwards, and answers that distinguish the erased player from an unknown one. */
  readonly traces: readonly string[];
  /** Changes in points and ranks. */
  readonly changed: readonly string[];
}

interface ErasureParts {
  /** An empty folder for the data, the log and a backup. */
  readonly folder: string;
  readonly build: LiveBuild;
  /** The maximum number of URLs to request, evenly over all kinds. */
  readonly addresses: number;
  /** A database instead of a data folder: its address, and every row of its tables as text, by table. */
  readonly database?: { readonly url: string; readonly dump: () => Promise<ReadonlyMap<string, string>> };
}

/**
 * Plays four days with a live server, erases one of the players, who is named wherever a game or an operator can name someone, and searches
 * for their names: in every file or table, in the log, in a later backup, and in every answer.
 */
export async function eraseAndSearch({ folder, build, addresses: most, database }: ErasureParts): Promise<ErasureFigures> {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const logFile = openSync(join(folder, 'log'), 'w');
  let now = NOON;
  const clock = () => now;
  const log = openLog({ reach: 'requests' }, logFile, false, clock);
  const server = await startLive({
    settings: parseLiveSettings({
      PORT: '0',
      LAURELS_API_KEY: KEY,
      LAURELS_RATE_LIMIT: 'off',
      ...(database === undefined ? { LAURELS_DATA: data, ...anyThreads('erasure') } : { LAURELS_DATABASE: database.url }),
    }),
    pages(boards, appearance) {
      const source = createStoreSource(boards, () => appearance.look.identity.points);
      const look = () => appearance.look;
      const pages = createLivePages({
        build,
        source,
        look,
        origin: 'https://play.example',
        revision: () => boards.changes.mark(),
        log: (line) => log.tell(line, { level: 'debug' }),
      });
      // Names in pixels cannot be found, so the drawing's input is checked.
      const draw = async (card: object) => new Uint8Array(Buffer.from(JSON.stringify(card)));
      return createSharedCards(
        { source, playerCard: build.playerCard, boardCard: build.boardCard, look: () => look().version, draw },
        pages,
      );
    },
    headers: securityHeaders({ scriptHashes: [], styleHashes: [] }),
    clock,
    steady: clock,
    log: log.tell,
    onAnswered: log.answered,
  });
  const ask = createApiClient(ENDPOINTS, { origin: server.url, key: KEY });

  /** Every answer, by URL: status and body. */
  async function answers(targets: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const left = targets.values();
    const asking = Array.from({ length: 8 }, async () => {
      for (const target of left) {
        // Uncompressed, as it would be decompressed again.
        const answer = await fetch(server.url + target, { headers: { authorization: `Bearer ${KEY}`, 'accept-encoding': 'identity' } });
        const headers = [...answer.headers].filter(([name]) => !['date', 'etag', 'content-length', 'x-request-id'].includes(name));
        found.set(target, `${answer.status} ${JSON.stringify(headers)} ${await answer.text()}`);
      }
    });
    await Promise.all(asking);
    return found;
  }

  async function places(): Promise<ReadonlyMap<string, string>> {
    log.flush();
    return new Map([...(await filesIn(folder)), ...((await database?.dump()) ?? [])]);
  }

  async function play(): Promise<void> {
    await ask('makeBoard', { body: { name: 'speedrun', title: 'Speedrun', scoring: 'best', direction: 'low', unit: 'time' } });
    let name = FORMER;
    for (const [day, date] of DAYS.entries()) {
      for (const board of BOARDS) {
        const theirs = Array.from({ length: 8 }, (_, i) => ({
          id: `${name}-${day}-${i}`,
          username: day === 0 ? name : SPELLINGS[i % SPELLINGS.length]!,
          displayName: DISPLAY_NAME,
          avatar: AVATAR,
          points: 40 + ((day * 31 + i * 17) % 60),
          activity: 'match',
        }));
        const ofOthers = Array.from({ length: EVENTS_A_DAY }, (_, i) => ({
          id: `match-${day}-${i}`,
          username: OTHERS[(i * 7) % OTHERS.length]!,
          points: 1 + ((i * 13 + day) % 50),
          activity: 'match',
        }));
        await ask('submitPoints', { query: { board }, body: { events: [...theirs, ...ofOthers] } });
      }
      if (day === 0) await ask('renamePlayer', { username: FORMER, body: { username: (name = USERNAME) } });
      if (day === DAYS.length - 1) break;
      now += DAY;
      await eventually(async () => {
        const { winners } = await ask('winners', { board: 'main', query: { period: 'daily' } });
        return winners[0]?.day === date;
      });
    }
  }

  /** A guest plays, is renamed, leaves a board, asks to be merged, and is named by an operator. Resolves with their identifying texts. */
  async function playAsGuest() {
    const { key } = await ask('addKey', { body: { name: 'web', role: 'play' } });
    const asGuest = createApiClient(ENDPOINTS, { origin: server.url, key });
    const made = await asGuest('createGuest', { body: { name: 'Vesperine Fox' } });
    const begun: string[] = [];
    for (const board of [...BOARDS, ...BOARDS]) begun.push((await asGuest('beginPlay', { body: { board, guest: made.secret } })).play);
    for (const play of begun.slice(0, 2)) await asGuest('finishPlay', { play, body: { points: 50 } });
    await ask('setLimits', { board: 'main', body: { event: 1000 } });
    await asGuest('finishPlay', { play: begun[2]!, body: { points: 1001 } });
    await asGuest('renameGuest', { body: { guest: made.secret, name: 'Vesperine Wolf' } });
    await asGuest('leaveBoard', { body: { guest: made.secret, board: 'speedrun' } });
    await asGuest('proposeMerge', { body: { guest: made.secret, into: OTHERS[1]! } });
    const { secret, code } = await asGuest('recoverGuest', { body: { code: made.code } });
    await ask('addNote', { username: made.username, body: { text: `Formerly Vesperine Fox, in the game ${made.username}.` } });
    const secrets = [made.secret, secret, made.code, code];
    const looks = ['Vesperine Fox', 'Vesperine Wolf'].map((name) => lookOf(name));
    return {
      words: [made.username, ...secrets, ...[...secrets, ...looks].map((text) => hash('sha256', text))],
      erase: () => asGuest('eraseGuest', { body: { guest: secret } }),
      /** The status of finishing a play that began earlier. */
      finish: () =>
        asGuest('finishPlay', { play: begun[3]!, body: { points: 50 } }).then(
          () => 201,
          ({ status }: ApiFailure) => status,
        ),
    };
  }

  /** Every field in which an operator may name someone. */
  async function nameThem(): Promise<void> {
    const revise = (event: string, does: 'void' | 'restore', reason: string) =>
      ask('reviseEvent', { board: 'main', body: { event, does, reason } });
    await revise(`${USERNAME}-3-0`, 'void', `${DISPLAY_NAME} sent it twice.`);
    await revise(`${USERNAME}-3-1`, 'void', 'Not theirs.');
    await revise(`${USERNAME}-3-1`, 'restore', `It was ${USERNAME.toUpperCase()}’s.`);
    await revise('match-3-5', 'void', `Played by ${USERNAME}, formerly ${FORMER}.`);
    await revise('match-3-6', 'void', `Played by ${SPELLINGS[1]!}.`);
    const hide = (username: string, reason: string) => ask('setPlayerVisibility', { username, body: { state: 'removed', reason } });
    await hide(OTHERS[3]!, `An account of ${DISPLAY_NAME}`);
    await hide(USERNAME, 'A mistake about Zoëlla-Quizzical.');
    await ask('setPlayerVisibility', { username: USERNAME, body: { state: 'shown' } });
    const { import: ended } = await ask('beginImport', { body: { board: 'main', file: `${USERNAME}.csv` } });
    await ask('endImport', { import: ended.id });
    await ask('beginImport', { body: { board: 'speedrun', file: `points of ${FORMER}/${DISPLAY_NAME}.csv` } });
    await ask('reopenPeriod', { board: 'main', body: { period: 'daily', date: DAYS[2]!, reason: `Points of ${USERNAME} were wrong.` } });
    const cup = { id: 'winter-cup', title: 'Winter Cup', subtitle: 'Knockout', avatar: '🏆', extra: 'Friday' };
    const prizes = [{ period: 'weekly', from: 1, prize: '500 coins' } as const];
    await ask('replaceCatalogue', { body: { tournaments: [{ ...cup, subtitle: `Won by ${DISPLAY_NAME}` }], prizes } });
    // Operators remove names from public texts themselves.
    await ask('replaceCatalogue', { body: { tournaments: [cup], prizes } });
  }

  /** Everyone's points and ranks, by board, kind and day, without names. */
  async function ranks(): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const board of BOARDS)
      for (const period of PERIOD_KINDS)
        for (const at of [...DAYS, undefined]) {
          const { standings } = await ask('rankings', { board, query: { period, at, limit: 1000 } });
          const rows = standings.map(({ rank, points, player: { username } }) => [rank, points, OTHERS.includes(username) ? username : '']);
          found.set(`${board} ${period} ${at ?? 'now'}`, JSON.stringify(rows));
        }
    return found;
  }

  try {
    await play();
    // The other threads restart, with the current clock.
    const others = server.readers?.listening.length ?? 0;
    server.readers?.send({ kind: 'steps', steps: [IMPOSSIBLE] });
    if (others > 0) await eventually(async () => server.readers!.listening.length === 0);
    await eventually(async () => (server.readers?.listening.length ?? 0) === others);
    await nameThem();
    const guest = await playAsGuest();
    const found = (texts: ReadonlyMap<string, string>) => foundIn(texts, tracesOf([...WORDS, ...guest.words]));
    const targets = spread([...addressesOf(OTHERS), ...addressesOf([])], most);
    const ranked = await ranks();
    const before = await found(new Map([...(await places()), ...(await answers(spread(addressesOf([]), 60)))]));
    now += 1000;

    const { traces: left } = await ask('erasePlayer', { username: USERNAME });
    const { traces: ofGuest } = await guest.erase();
    const isGone = left === 'gone' && ofGuest === 'gone';
    const traces = isGone || database !== undefined ? [] : ['the answer says that something is left'];
    if ((await guest.finish()) !== 410) traces.push('a play of the erased guest was finished');
    const asked = await answers(targets);
    traces.push(...(await found(asked)));
    const own = addressesOf([USERNAME]).filter((target) => target.includes('/players/'));
    for (const spelling of [...SPELLINGS, FORMER, DISPLAY_NAME]) {
      const theirs = spread([...own.map((target) => renamed(target, USERNAME, spelling)), ...searchesFor(spelling)], most / 40);
      const nobodys = await answers(theirs.map((target) => renamed(target, spelling, NOBODY)));
      for (const [target, answer] of await answers(theirs))
        if (nameless(answer, spelling) !== nameless(nobodys.get(renamed(target, spelling, NOBODY))!, NOBODY))
          traces.push(`${target}: ${answer}`);
    }
    const changed = [...(await ranks())].flatMap(([what, rows]) =>
      rows === ranked.get(what) ? [] : [`${what}: ${ranked.get(what)}, now ${rows}`],
    );
    if (database === undefined) await backUp(data, join(folder, 'afterwards.backup'), now);
    const searched = await places();
    traces.push(...(await found(searched)));
    return { addresses: asked.size, places: searched.size, before, traces, changed };
  } finally {
    await server.stop();
    log.flush();
    closeSync(logFile);
  }
}

/** Waits until `isSo` is true; the trial has a timeout. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

/**
 * Every file below a folder, as a text of its bytes. Read by another process: closing a database file here would drop SQLite's locks on it.
 */
async function filesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const found = new Map<string, string>();
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    const { stdout } = await promisify(execFile)(NODE, ['-e', READ, file], { encoding: 'latin1', maxBuffer: MOST_BYTES });
    found.set(file, stdout);
  }
  return found;
}

const READ = 'process.stdout.write(require("node:fs").readFileSync(process.argv[1]))';

/** Larger than any file of a trial. */
const MOST_BYTES = 2 ** 28;

/** Matches the words in all forms that may occur in a file or an answer, in a lower-case text of bytes. */
function tracesOf(words: readonly string[]): RegExp {
  const spellings = words.flatMap((word) =>
    [word, word.normalize('NFD'), word.toUpperCase(), word.toLowerCase()].flatMap((spelled) => [
      Buffer.from(spelled),
      Buffer.from(spelled, 'utf16le'),
      Buffer.from(encodeURIComponent(spelled)),
      Buffer.from(spelled.replaceAll(/[^ -~]/g, (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)),
    ]),
  );
  const traces = new Set(spellings.map((bytes) => bytes.toString('latin1').toLowerCase()));
  return new RegExp([...traces].map((bytes) => bytes.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|'));
}

/** The places of the names in the texts. */
async function foundIn(texts: ReadonlyMap<string, string>, names: RegExp): Promise<string[]> {
  const traces: string[] = [];
  for (const [where, text] of texts) {
    // The server is in this process too: if it gets no turn for seconds, connections are cut in the middle of a query.
    await turn();
    // A text that is not bytes is encoded first.
    // oxlint-disable-next-line no-control-regex -- bytes are meant
    const bytes = (/^[\0-\u00ff]*$/.test(text) ? text : Buffer.from(text).toString('latin1')).toLowerCase();
    const at = bytes.search(names);
    if (at !== -1) traces.push(`${where}: ${JSON.stringify(bytes.slice(Math.max(0, at - 60), at + 60))}`);
  }
  return traces;
}

/** Every URL for players of these names or, without any, for no player: API, pages and pictures. */
function addressesOf(usernames: readonly string[]): readonly string[] {
  const periods = PERIOD_KINDS;
  const moments = [undefined, ...DAYS, '2026-11-16T13:00:00Z'];
  const api = Object.values<Endpoint>(ENDPOINTS).flatMap((endpoint) => {
    const { method, path, query = NO_QUERY, answers } = endpoint;
    const isStream = answers[200]?.contentType === 'text/event-stream';
    if (method !== 'GET' || isStream || path.includes('{username}') === (usernames.length === 0) || path.includes('{webhook}')) return [];
    const asked = Object.keys((query as unknown as { readonly _zod: { readonly def: { readonly shape: object } } })._zod.def.shape);
    const values = (name: string, all: readonly (string | undefined)[]) => (asked.includes(name) ? all : [undefined]);
    const inPath = path.includes('{board}');
    return combinations(
      usernames.length === 0 ? [undefined] : usernames,
      inPath ? BOARDS : values('board', BOARDS),
      values('period', periods),
      values('at', moments),
    ).map(([username, board, period, at]) =>
      targetOf(endpoint, { username, board, query: { ...(!inPath && { board }), period, at } } as Parameters<typeof targetOf>[1]),
    );
  });
  const pages = LIVE_PAGES.filter(({ path }) => path.includes(':username') === usernames.length > 0).flatMap(({ path }) =>
    combinations(usernames.length === 0 ? [''] : usernames, BOARDS, [...periods, 'overall'], moments).map(([username, board, mode, at]) => {
      const view = new URLSearchParams({ board: board!, mode: mode!, ...(at !== undefined && { at }) });
      return `${path.replace(':username', encodeURIComponent(username!))}?${view.toString()}`;
    }),
  );
  const cards = combinations(usernames, BOARDS).map(
    ([username, board]) => `/players/${encodeURIComponent(username!)}/card.png?board=${board}`,
  );
  const boardCards = combinations(BOARDS, [...periods, 'overall'], moments).map(([board, mode, at]) => {
    const view = new URLSearchParams({ board: board!, mode: mode!, ...(at !== undefined && { at }) });
    return `/board-card.png?${view.toString()}`;
  });
  return [
    ...api,
    ...pages,
    ...cards,
    ...(usernames.length === 0 ? boardCards : []),
    ...usernames.flatMap((username) => searchesFor(username)),
  ];
}

function searchesFor(text: string): readonly string[] {
  return [
    targetOf(ENDPOINTS.search, { query: { text } }),
    targetOf(ENDPOINTS.rankings, { board: 'main', query: { period: 'all-time', q: text } }),
    targetOf(ENDPOINTS.boardView, { board: 'main', query: { period: 'all-time', q: text } }),
    `/search?${new URLSearchParams({ text }).toString()}`,
    `/leaderboard?${new URLSearchParams({ mode: 'all-time', q: text }).toString()}`,
  ];
}

/** The Cartesian product. */
function combinations<Value>(...of: readonly (readonly Value[])[]): readonly (readonly Value[])[] {
  return of.reduce<readonly (readonly Value[])[]>((all, values) => all.flatMap((some) => values.map((value) => [...some, value])), [[]]);
}

/** At most `most` items, evenly spread. */
function spread<Value>(all: readonly Value[], most: number): readonly Value[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, i) => all[Math.floor(i * step)]!);
}

/** A URL with one name replaced by another. */
function renamed(target: string, name: string, by: string): string {
  const forms = [encodeURIComponent, (text: string) => new URLSearchParams([['', text]]).toString().slice(1)];
  return forms.reduce((text, form) => text.replaceAll(form(name), form(by)), target);
}

/** An answer without the requested name. */
function nameless(answer: string, name: string): string {
  const cut = (text: string) => text.replaceAll('&', '&amp;');
  const forms = [name, name.toLowerCase(), name.normalize('NFC'), name.normalize('NFC').toLowerCase()];
  const written = forms.flatMap((form) => [
    form,
    cut(form),
    encodeURIComponent(form),
    new URLSearchParams([['', form]]).toString().slice(1),
    cut(new URLSearchParams([['', form]]).toString().slice(1)),
  ]);
  return written.toSorted((a, b) => b.length - a.length).reduce((text, form) => text.replaceAll(form, 'NAME'), answer);
}
