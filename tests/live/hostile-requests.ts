import fc from 'fast-check';

import { problemSchema } from '../../src/contract/parts/answer-parts.ts';
import { ENDPOINTS, endpointsAt } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { seeded } from '../seeded.ts';
import { type Described, describedIn, descriptionOf } from './described-requests.ts';
import { exchange, type RawAnswer, type RawRequest } from './raw-exchange.ts';
import { CALLERS, type TrialServer } from './trial-server.ts';

const CATALOGUE = targetOf(ENDPOINTS.catalogue, {});

/** The results of hostile requests. All but the first two must be empty. */
export interface HostileFigures {
  readonly requests: number;
  /** The number of unusual requests that were valid after all, and stored something. */
  readonly accepted: number;
  /** Faults in answers, and missing answers. */
  readonly faults: readonly string[];
  /** Data that is stored and should not be, or the other way round. */
  readonly differences: readonly string[];
  readonly logged: readonly string[];
}

/** JSON, or near-JSON, where a value is expected. */
const LITERALS = [
  'NaN',
  'Infinity',
  '-Infinity',
  'undefined',
  '1e309',
  '-1e309',
  '1e-400',
  '9007199254740991',
  '9007199254740992',
  '-9007199254740992',
  '99999999999999999999999999999999',
  '0.1',
  '-0',
  '01',
  '0x10',
  'null',
  'true',
  '""',
  '"1"',
  '[]',
  '{}',
  '[[]]',
  '{"__proto__":{"points":9}}',
  '{"toString":1,"valueOf":1}',
  '{"length":3}',
  String.raw`"\ud83d"`,
  String.raw`"\udc00\ud800"`,
  String.raw`"\u0000"`,
  String.raw`"a\u0000b"`,
  String.raw`"\u202eadmin\u202c"`,
  String.raw`"\u2066x\u2069\u200b"`,
  `"${'e\u0301'.repeat(20)}"`,
  `"${'\u0301'.repeat(64)}"`,
  `"${'Z' + '\u0334\u0321\u0489'.repeat(21)}"`,
  '"\u{1f9d1}\u200d\u{1f680}"',
  '"\u{10ffff}"',
  '"\ufeff"',
  '"\ufffe"',
  `"${'x'.repeat(100_000)}"`,
  '"<script>alert(1)</script>"',
  `"' OR 1=1; DROP TABLE events; --"`,
  '"../../keys.json"',
  '"2026-02-30T00:00:00Z"',
  '"2026-11-20T24:00:00Z"',
  '"9999-12-31T23:59:59Z"',
  '"0000-01-01T00:00:00Z"',
  '"0001-01-01T00:00:00+14:00"',
  '"-271821-04-20T00:00:00Z"',
  '"+275760-09-13T00:00:00Z"',
];

/** Texts for paths and queries, with sloppy percent-encoding. */
export const ADDRESS_TEXTS = [
  '',
  '.',
  '..',
  '%',
  '%zz',
  '%00',
  '%ff',
  '%ed%a0%80',
  '%f0%9f',
  '%2e%2e%2fkeys.json',
  '%e2%80%ae',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  'e%cc%81',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'NaN',
  'null',
  '-1',
  '0',
  '1e309',
  '9007199254740992',
  '999999999999999999999',
  '1.5',
  '+1',
  '%20',
  'a+b',
  "'%20OR%201=1--",
  '%25',
  '*',
  '"',
  '0000-01-01',
  '9999-12-31',
  '275761-01-01',
  '2026-02-30',
  '2026-11-20T12:00:00Z',
  '0001-01-01T00:00:00%2B14:00',
  '9999-12-31T23:59:59-14:00',
  'W10',
  'WzEsIm1haW4iLCJkYWlseSIsMCx0cnVlLCJhZnRlciIsWzFdXQ',
  'WzEsIm1haW4iLCJhbGwtdGltZSIsbnVsbCx0cnVlLCJhZnRlciIsWzFlMzA5LDAsMF1d',
  'WzEsIm1haW4iLCJhbGwtdGltZSIsbnVsbCx0cnVlLCJiZWZvcmUiLFs5OTk5OTk5OTk5LC05LC05XV0',
  'x'.repeat(70),
  'x'.repeat(5_000),
];

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/problem+json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'nonsense',
  '',
];

/** Declarations of a body's length, right and wrong. */
const FRAMINGS = [
  'length',
  'chunked',
  'too long',
  'too short',
  'both',
  'bad size',
  'no end',
  'cut size',
  'negative',
  'twice',
  'not told',
  'more after',
] as const;

type Framing = (typeof FRAMINGS)[number];

/** Framings after which a server waits for more. */
const UNENDED: ReadonlySet<Framing> = new Set(['too long', 'no end', 'cut size']);

interface Attempt {
  readonly at: Described;
  readonly role: (typeof CALLERS)[number];
  /** Replaces the path variables; `undefined` keeps valid ones. */
  readonly variable?: string | undefined;
  /** The parts between `&`s; a single empty text is a bare question mark. */
  readonly query?: readonly string[];
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly type?: string;
  readonly framing?: Framing;
  readonly body?: string | Uint8Array | undefined;
}

/**
 * Sends every known oddity to every described operation, then `runs` random ones, and checks each answer; finally stops the server and
 * compares its data with what it accepted. `seed` repeats a run. With `parts`, only one in `parts` of the known oddities is sent, with some
 * for every field: `seed` chooses, and consecutive seeds cover all.
 */
export async function hostileRequests(server: TrialServer, runs: number, seed: number, parts = 1): Promise<HostileFigures> {
  const described = describedIn(await descriptionOf(server.url));
  const faults: string[] = [];
  const read = async (path: string): Promise<unknown> => (await fetch(`${server.url}${path}`)).json();
  const titles = new Map((await boardsOf(read)).map(({ name, title }) => [name, title]));
  let catalogue = await read(CATALOGUE);
  let requests = 0;
  let accepted = 0;

  async function attempt(tried: Attempt): Promise<readonly string[]> {
    requests += 1;
    const request = requestOf(tried, server);
    const what = `${request.method} ${request.target.slice(0, 120)} ${tried.framing ?? ''} ${JSON.stringify(shortened(tried.body))}`;
    let answer: RawAnswer;
    try {
      answer = await exchange(server.port, request);
    } catch (error) {
      return [`${what}: ${String(error)}`];
    }
    const { status, body } = answer;
    if (['submitPoints', 'importPoints', 'postByHand'].includes(tried.at.operation.operationId) && status < 300) {
      accepted += status === 201 ? 1 : 'results' in JSON.parse(body) ? body.split('{"status":201,').length - 1 : 0;
    }
    // Held earlier, while a request had set limits.
    if (tried.at.operation.operationId === 'acceptHeld' && status < 300 && !('preview' in JSON.parse(body))) accepted += 1;
    if (tried.at.operation.operationId === 'decideHeld' && status < 300) {
      const decided = JSON.parse(body) as { readonly does?: string; readonly held?: number };
      accepted += decided.does === 'accept' ? decided.held! : 0;
    }
    if (['makeBoard', 'changeBoard'].includes(tried.at.operation.operationId) && status < 300) {
      const { name, title } = JSON.parse(body) as TitledBoard;
      titles.set(name, title);
    }
    if (tried.at.operation.operationId === 'removeBoard' && status < 300) titles.delete((JSON.parse(body) as TitledBoard).name);
    if (tried.at.operation.operationId === 'replaceCatalogue' && status < 300) catalogue = JSON.parse(body);
    return [...faultsIn(request.method, answer), ...undescribed(request, status, described)].map((fault) => `${what}: ${fault}`);
  }

  // Distributed randomly, the same for every seed: in sequence, one part would get all oddities of a field.
  const deal = seeded(parts);
  for (const tried of listed(described)) if (Math.floor(deal() * parts) === seed % parts) faults.push(...(await attempt(tried)));
  try {
    await fc.assert(
      fc.asyncProperty(random(described), async (tried) => {
        const found = await attempt(tried);
        if (found.length > 0) throw new Error(found.join('\n'));
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
  } catch (error) {
    faults.push(String(error).slice(0, 2_000));
  }

  // The server must be as healthy as before.
  const live = await fetch(server.url + targetOf(ENDPOINTS.livez, {}));
  if (live.status !== 200) faults.push(`afterwards /livez is ${live.status}`);
  // A request may have set limits, which hold points back.
  await fetch(server.url + targetOf(ENDPOINTS.setLimits, { board: 'main' }), {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.keys.owner}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const last = await server.post({ id: `after ${seed}`, username: 'after', points: 1 });
  if (last.status === 201) accepted += 1;
  else faults.push(`afterwards an event is answered with ${last.status}`);
  const keptBoards = await boardsOf(read);
  const keptCatalogue = await read(CATALOGUE);
  await server.stop();
  const store = await openSqliteStore(server.folder);
  const { events, differences } = await store.verify();
  await store.close();
  return {
    requests,
    accepted,
    faults,
    differences: [
      ...differences,
      ...(events === accepted ? [] : [`${accepted} events were accepted and ${events} are stored`]),
      ...(keptBoards.length === titles.size ? [] : [`${titles.size} boards were made and ${keptBoards.length} are there`]),
      ...keptBoards.flatMap(({ name, title }) => (titles.get(name) === title ? [] : [`the board ${name} is called ${title}`])),
      ...(JSON.stringify(keptCatalogue) === JSON.stringify(catalogue) ? [] : ['the catalogue is not the one accepted last']),
    ],
    // Some of the requests look proxied, and some create webhooks for hosts that do not exist.
    logged: server.logged.filter((line) => !/no proxy is trusted|^Webhook ".*" fails: unknown host/.test(line)),
  };
}

interface TitledBoard {
  readonly name: string;
  readonly title: string;
}

async function boardsOf(read: (path: string) => Promise<unknown>): Promise<readonly TitledBoard[]> {
  return ((await read(targetOf(ENDPOINTS.boards, {}))) as { boards: readonly TitledBoard[] }).boards;
}

/** Text that no answer may contain. */
export function faultsInAny({ status, body, answers }: RawAnswer): string[] {
  const faults: string[] = [];
  if (status >= 500) faults.push(`status ${status}: ${body.slice(0, 300)}`);
  if (answers !== 1) faults.push(`${answers} answers`);
  if (/\n\s+at |node:internal|node_modules|\.ts:\d|\.js:\d|SQLITE_|SqliteError/.test(body))
    faults.push(`tells of the inside: ${body.slice(0, 300)}`);
  return faults;
}

/** Text that no API answer may contain, whatever was requested. */
function faultsIn(method: string, answer: RawAnswer): readonly string[] {
  const { status, headers, body } = answer;
  const faults = faultsInAny(answer);
  if (status < 400 || method === 'HEAD') return faults;
  if (headers.get('content-type') !== 'application/problem+json') faults.push(`status ${status} as ${headers.get('content-type')}`);
  const problem = problemSchema.safeParse(parsed(body));
  if (!problem.success) faults.push(`status ${status} without problem details: ${body.slice(0, 300)}`);
  else if (problem.data.status !== status || problem.data.type === '' || problem.data.title === '' || problem.data.detail === '')
    faults.push(`status ${status} with ${JSON.stringify(problem.data)}`);
  return faults;
}

/** A status that is missing from the description of the operation that was actually called. */
function undescribed({ method, target }: RawRequest, status: number, described: readonly Described[]): readonly string[] {
  const id = endpointsAt(target.split('?', 1)[0]!)?.byMethod.get(method);
  const asked = described.find(({ operation }) => operation.operationId === id);
  return asked === undefined || status in asked.operation.responses ? [] : [`status ${status}, which is not described`];
}

/** Every oddity on the lists, for every operation where it fits. */
function* listed(described: readonly Described[]): Iterable<Attempt> {
  for (const at of described) {
    const names = at.operation.parameters.flatMap(({ name, in: where }) => (where === 'query' ? [name] : []));
    for (const text of ADDRESS_TEXTS) {
      if (at.path.includes('{')) yield { at, role: 'owner', variable: text };
      for (const name of [...names, 'unknown']) yield { at, role: 'owner', query: [`${name}=${text}`] };
      yield { at, role: 'owner', query: [`${text}=x`] };
    }
    for (const query of ['', '=', '&', '?', '#']) yield { at, role: 'owner', query: [query] };
    for (const name of names) yield { at, role: 'owner', query: [`${percentEncoded(name)}=1`, `${name}=1`] };
    yield { at, role: 'owner', variable: percentEncoded(decodeURIComponent(at.request.target.split('/').at(4) ?? '')) };
    let made = 0;
    // Ids are used once, so every request gets a new one: valid ones count, and must be stored.
    const fresh = () => fieldsOf(at, `listed ${(made += 1)}`);
    const body = fresh();
    for (const framing of FRAMINGS) yield { at, role: 'owner', framing, body: JSON.stringify(fresh()) };
    if (at.request.body === undefined) continue;
    for (const literal of LITERALS) {
      yield { at, role: 'owner', body: literal };
      yield { at, role: 'owner', body: `{"events":[${withField(fresh(), 'id', literal)},${literal}]}` };
      for (const field of [...Object.keys(body), '__proto__', 'constructor', 'events'])
        yield { at, role: 'owner', body: withField(fresh(), field, literal) };
    }
    for (const type of CONTENT_TYPES) yield { at, role: 'owner', type, body: '{"a":' };
    for (const encoding of ['gzip', 'br', 'x', '']) yield { at, role: 'owner', headers: [['Content-Encoding', encoding]], body: '{}' };
    for (const depth of [100, 10_000, 500_000]) {
      yield { at, role: 'owner', body: `${'['.repeat(depth)}${']'.repeat(depth)}` };
      yield { at, role: 'owner', body: `${'{"a":'.repeat(depth / 10)}1${'}'.repeat(depth / 10)}` };
      yield { at, role: 'owner', body: '['.repeat(depth) };
      yield { at, role: 'owner', body: withField(fresh(), 'title', `${'['.repeat(depth)}${']'.repeat(depth)}`) };
    }
    for (const framing of ['length', 'chunked'] as const) yield { at, role: 'owner', framing, body: new Uint8Array(10_000_000).fill(32) };
  }
}

/** The fields of a request's body, with a new id if it has one. */
function fieldsOf({ request: { body } }: Described, id: string): object {
  if (typeof body !== 'object' || body === null) return {};
  return 'id' in body ? { ...body, id } : body;
}

function random(described: readonly Described[]): fc.Arbitrary<Attempt> {
  const names = [...new Set(described.flatMap(({ operation }) => operation.parameters.map(({ name }) => name)))];
  const addressText = fc.oneof(
    fc.constantFrom(...ADDRESS_TEXTS),
    fc.string({ unit: 'binary', maxLength: 80 }).map(percentEncoded),
    fc.string({ unit: 'grapheme', maxLength: 40 }).map(percentEncoded),
    fc.string({ maxLength: 40 }).map((text) => text.replace(/[\s#]/g, '')),
    fc.integer().map(String),
    fc.date({ noInvalidDate: true }).map((date) => percentEncoded(date.toISOString())),
  );
  const literal = fc.oneof(
    fc.constantFrom(...LITERALS),
    fc.json({ stringUnit: 'binary' }),
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
    fc.double().map(String),
    fc.maxSafeInteger().map(String),
  );
  const header = fc.tuple(
    fc.constantFrom(
      'If-None-Match',
      'Last-Event-ID',
      'X-Forwarded-For',
      'Accept',
      'Range',
      'Authorization',
      'Cookie',
      'Content-Encoding',
      'Origin',
    ),
    fc.oneof(
      fc.constantFrom('*', '""', 'W/"x", "y"', 'Bearer', 'Bearer \x7f', 'bytes=0-', 'null', '::1, [::', ',,,', '0-0'),
      fc.string({ maxLength: 60 }).map((text) => text.replace(/[\r\n]/g, '')),
    ),
  );
  return fc.constantFrom(...described).chain((at) => {
    const example = fieldsOf(at, '');
    const field = fc.oneof(
      fc.constantFrom(...Object.keys(example), '__proto__', 'events', 'at'),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    const changed = fc
      .tuple(fc.uuid(), fc.array(fc.tuple(field, literal), { maxLength: 3 }))
      .map(([id, fields]) =>
        fields.reduce<string>((text, [name, value]) => withFieldText(text, name, value), JSON.stringify(fieldsOf(at, id))),
      );
    return fc.record<Attempt>(
      {
        at: fc.constant(at),
        role: fc.oneof({ weight: 5, arbitrary: fc.constant('owner' as const) }, fc.constantFrom(...CALLERS)),
        variable: fc.option(addressText, { nil: undefined, freq: 1 }),
        query: fc.oneof(
          // Most have no query, so that bodies are read, too.
          { weight: 3, arbitrary: fc.constant([]) },
          fc.array(
            fc.tuple(fc.oneof(fc.constantFrom(...names), addressText), addressText).map((pair) => pair.join('=')),
            { maxLength: 3 },
          ),
        ),
        headers: fc.array(header, { maxLength: 2 }),
        type: fc.oneof({ weight: 4, arbitrary: fc.constant('application/json') }, fc.constantFrom(...CONTENT_TYPES)),
        framing: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('length' as const, 'chunked' as const) }, fc.constantFrom(...FRAMINGS)),
        body: fc.oneof(
          { weight: 4, arbitrary: changed },
          fc.array(changed, { minLength: 1, maxLength: 4 }).map((events) => `{"events":[${events.join(',')}]}`),
          literal,
          fc.uint8Array({ maxLength: 200 }),
          fc.constant(undefined),
        ),
      },
      { requiredKeys: ['at', 'role'] },
    );
  });
}

/** The JSON text of an object with one field set to the literal text `literal`. */
function withField(object: object, field: string, literal: string): string {
  const { [field as never]: _, ...others } = object;
  return withFieldText(JSON.stringify(others), field, literal);
}

function withFieldText(object: string, field: string, literal: string): string {
  return `${object.slice(0, -1)}${object === '{}' ? '' : ','}${JSON.stringify(field)}:${literal}}`;
}

function requestOf(
  { at, role, variable, query = [], headers = [], type = 'application/json', framing = 'length', body }: Attempt,
  server: TrialServer,
): RawRequest {
  const [path = ''] = at.request.target.split('?');
  const filled = variable === undefined ? path : at.path.replace(/\{\w+\}/g, () => variable);
  const target = query.length === 0 ? filled : `${filled}?${query.join('&')}`;
  const authorization = role === 'none' ? [] : [['Authorization', `Bearer ${server.keys[role]}`] as const];
  const framed = body === undefined ? { headers: [], body: [] } : framedBody(framing, Buffer.from(body));
  // A target with a space or a control character would be a different request line, not a different target.
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is meant
  const safe = target.replace(/[\u0000-\u0020\u007f]/g, (character) => encodeURIComponent(character));
  const typed = body === undefined || type === '' ? [] : [['Content-Type', type] as const];
  return {
    method: at.method,
    target: safe,
    headers: [...authorization, ...typed, ...framed.headers, ...headers],
    body: framed.body,
    // If the client closes its half after a complete request, it may look as if it had left.
    isCut: body !== undefined && at.method !== 'GET' && UNENDED.has(framing),
  };
}

function framedBody(framing: Framing, body: Buffer): { headers: [string, string][]; body: (string | Uint8Array)[] } {
  const length = (value: number | string): [string, string] => ['Content-Length', String(value)];
  const chunked: [string, string] = ['Transfer-Encoding', 'chunked'];
  const half = Math.floor(body.length / 2);
  const chunks = [body.subarray(0, half), body.subarray(half)].flatMap((part) =>
    part.length === 0 ? [] : [`${part.length.toString(16)}\r\n`, part, '\r\n'],
  );
  switch (framing) {
    case 'length':
      return { headers: [length(body.length)], body: [body] };
    case 'chunked':
      return { headers: [chunked], body: [...chunks, '0\r\n\r\n'] };
    case 'too long':
      return { headers: [length(body.length + 10)], body: [body] };
    case 'too short':
      return { headers: [length(half)], body: [body] };
    case 'both':
      return { headers: [length(body.length), chunked], body: [...chunks, '0\r\n\r\n'] };
    case 'bad size':
      return { headers: [chunked], body: ['zz\r\n', body, '\r\n0\r\n\r\n'] };
    case 'no end':
      return { headers: [chunked], body: chunks };
    case 'cut size':
      return { headers: [chunked], body: [...chunks, 'fffff'] };
    case 'negative':
      return { headers: [length(-1)], body: [body] };
    case 'twice':
      return { headers: [length(body.length), length(body.length + 1)], body: [body] };
    case 'more after':
      return { headers: [length(body.length)], body: [body, 'and more'] };
    case 'not told':
      return { headers: [], body: [body] };
  }
}

/** Percent-encodes each UTF-8 byte; malformed text becomes replacement characters. */
function percentEncoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function shortened(body: string | Uint8Array | undefined): string {
  return (typeof body === 'string' ? body : Buffer.from(body ?? []).toString('latin1')).slice(0, 200);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
