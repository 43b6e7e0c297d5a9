// The same history over HTTP on every kind of store: their answers are indistinguishable.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { ROOT } from '../scripts/tools/child-process.ts';
import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from '../src/contract/api.ts';
import { type Endpoint, NO_QUERY, targetOf } from '../src/contract/endpoint.ts';
import { pointsFile } from '../src/contract/files/points-rows.ts';
import { MAX_BATCH } from '../src/contract/points-event.ts';
import { ENDING_KINDS, periodContaining } from '../src/domain/calendar.ts';
import { ANY_IMPORT, ANY_SEQ, type Answered, type Answering, startAnswering } from './live/answering-servers.ts';
import { sampleOf } from './live/described-requests.ts';
import { TRIAL_ZONES } from './live/simulated-days.ts';
import { seeded } from './seeded.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A fixed seed. */
const SEED = 20_111_230;

let now: number;
let servers: readonly Answering[];
/** The number of calls of each endpoint, by id and status. */
let answers: Map<string, number>;

beforeEach(() => {
  answers = new Map();
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.end()));
});

/** Allowed differences: event and entry numbers, which have gaps in each database, and their lengths. */
function withoutNumbers(answer: Answered): Answered {
  const body = answer.body.replaceAll(/"(?:next|number)":\d+/g, '');
  if (body === answer.body) return answer;
  return { ...answer, body, headers: answer.headers.replace(/^content-length: \d+$/m, '') };
}

/** Sends a request to all servers, and returns their common answer. */
async function ask(
  id: EndpointId,
  { variables = {}, query, body }: { variables?: Record<string, string>; query?: Record<string, string | number>; body?: object } = {},
  headers: Record<string, string> = {},
): Promise<Answered> {
  const endpoint: Endpoint = ENDPOINTS[id];
  const target = targetOf(endpoint, { ...variables, query });
  const [first, ...others] = await Promise.all(
    servers.map(async (server) => ({ server, answer: await server.ask({ method: endpoint.method, target, body, headers }) })),
  );
  for (const { server, answer } of others)
    expect({ by: server.name, asked: `${endpoint.method} ${target}`, body, answer: withoutNumbers(answer) }).toEqual({
      by: server.name,
      asked: `${endpoint.method} ${target}`,
      body,
      answer: withoutNumbers(first!.answer),
    });
  const what = `${id} ${first!.answer.status}`;
  answers.set(what, (answers.get(what) ?? 0) + 1);
  return first!.answer;
}

/** Lets all servers close ended periods. */
async function close(): Promise<number> {
  const [first, ...others] = await Promise.all(servers.map((server) => server.close()));
  for (const said of others) expect(said).toEqual(first);
  return first!.length;
}

async function expectNoDifferences(): Promise<void> {
  for (const server of servers) expect([server.name, await server.differences()]).toEqual([server.name, []]);
}

/** Answers that depend on the process, not on points. Webhooks have random keys and ids, and seeds follow from a random secret. */
const OF_THE_PROCESS: readonly string[] = [
  'openapi',
  'keys',
  'overview',
  'settings',
  'work',
  'webhooks',
  'webhook',
  'webhookSample',
  'deliveries',
  'challenge',
] satisfies readonly EndpointId[];

/** Every readable endpoint about points. */
const READ = ENDPOINT_IDS.filter((id) => {
  const { method, role, answers: told }: Endpoint = ENDPOINTS[id];
  return method === 'GET' && role !== 'none' && !OF_THE_PROCESS.includes(id) && told[200]?.contentType === undefined;
});

/** The query parameters of each endpoint, with schemas. */
const PARAMETERS = new Map(
  READ.map((id) => [
    id,
    (z.toJSONSchema((ENDPOINTS[id] as Endpoint).query ?? NO_QUERY, { io: 'input' }) as { properties?: Record<string, Parameter> })
      .properties ?? {},
  ]),
);

type Parameter = Readonly<Record<string, unknown>>;

/** The ids in an answer. */
function idsIn(body: string): readonly string[] {
  return [...body.matchAll(/"id":"(\w+)"/g)].map(([, id]) => id!);
}

/** A random reader of everything. */
class Visitor {
  readonly chance = seeded(SEED);
  readonly boards: string[] = ['main'];
  readonly usernames: string[] = ['nobody', 'ada'];
  /** Ids of won prizes. */
  payouts: readonly string[] = ['0000000000000000'];
  /** Years and months to request a history for. */
  readonly #within: readonly string[];
  /** Cursors of the last rankings and receipt. */
  readonly #pages = new Map<string, string>();

  constructor(within: readonly string[]) {
    this.#within = within;
  }

  upTo(limit: number): number {
    return Math.floor(this.chance() * limit);
  }

  any<T>(of: readonly T[]): T {
    return of[this.upTo(of.length)]!;
  }

  /** A past moment, usually recent. */
  past = () => {
    const kind = this.chance();
    return now - (kind < 0.5 ? this.upTo(HOUR) : kind < 0.9 ? this.upTo(3 * DAY) : this.upTo(40 * DAY));
  };

  /** Sends a random read request. */
  async read(id = this.any(READ)): Promise<void> {
    const query: Record<string, string | number> = {};
    for (const [name, schema] of Object.entries(PARAMETERS.get(id)!))
      if (this.chance() < (name === 'cursor' ? 0.2 : 0.6)) query[name] = this.#value(id, name, schema);
    // A cursor excludes the parameters that it implies.
    if ('cursor' in query) for (const name of ['at', 'around', 'q', 'period']) delete query[name];
    const variables = { board: this.any(this.boards), username: this.any(this.usernames), payout: this.any(this.payouts) };
    const named = Object.fromEntries(Object.entries(variables).filter(([name]) => ENDPOINTS[id].path.includes(`{${name}}`)));
    const { body, headers } = await ask(id, { variables: named, query });
    for (const name of ['next', 'previous', 'before'])
      this.#pages.set(`${id} ${name}`, new RegExp(`"${name}":"([^"]+)"`).exec(body)?.[1] ?? '2');
    const etag = /^etag: (.+)$/m.exec(headers)?.[1];
    if (etag !== undefined && this.chance() < 0.1) await ask(id, { variables: named, query }, { 'if-none-match': etag });
  }

  /** Prefers existing values over random ones; other parameters follow their schema. */
  #value(id: EndpointId, name: string, schema: Parameter): string | number {
    if (Array.isArray(schema['enum'])) return this.any(schema['enum'] as readonly string[]);
    switch (name) {
      case 'board':
        return this.any(this.boards);
      case 'at':
      case 'from':
      case 'until': {
        const moment = new Date(this.past()).toISOString();
        return this.any([moment, moment.slice(0, 10), moment.slice(0, 10), '2031-01-01', '2011-02-31']);
      }
      case 'limit':
        return 1 + this.upTo(5);
      case 'page':
        return 1 + this.upTo(3);
      case 'cursor':
        return this.#pages.get(`${id} ${this.any(['next', 'previous'])}`) ?? '2';
      case 'before':
        return this.any([ANY_SEQ, this.#pages.get(`${id} next`) ?? '2', new Date(this.past()).toISOString().slice(0, 10)]);
      case 'by':
        return this.any(['OWN', 'nobody']);
      case 'author':
        return this.any(['key:OWN', 'person:OWN', 'command']);
      case 'import':
        return ANY_IMPORT;
      case 'event':
      case 'id':
        return String(this.upTo(50));
      case 'around':
        return this.any(this.usernames);
      case 'q':
      case 'text':
        return this.any(['a', 'player', '1', '']) || 'e';
      case 'within':
        return this.any([...this.#within, 'never']);
      case 'player':
        return this.any(this.usernames);
      default:
        return String(sampleOf(schema));
    }
  }
}

// The memory store recomputes everything for every answer, and closes one season while the others close all.
test.each([
  ['two seasons', '2012', ['memory', 'SQLite', 'PostgreSQL'], 80],
  ['sixteen seasons', '2027', ['SQLite', 'PostgreSQL'], 700],
] as const)('%s of points: import, closings and reads', async (_, before, kinds, leastClosed) => {
  now = Date.parse('2026-08-01T12:00:00Z');
  servers = await startAnswering(kinds, () => now);
  const visitor = new Visitor(['2010', '2012-05', '2013']);
  const { rows } = pointsFile(readFileSync(join(ROOT, 'docs/examples/f1-points.csv'), 'utf8'), 'f1-points.csv', now, 'unset');
  const events = [...rows].flatMap((row) => ('event' in row && row.event.at! < before ? row.event : []));
  visitor.usernames.push(...new Set(events.map(({ username }) => username)));
  visitor.past = () => Date.parse('2010-03-01') + visitor.upTo(Date.parse(`${before}-01-01`) - Date.parse('2010-03-01'));
  await ask('makeBoard', { body: { name: 'main', title: 'Grand Prix', timeZone: 'Europe/Berlin' } });
  await ask('beginImport', { body: { board: 'main', file: 'f1.csv' } });
  for (let from = 0; from < events.length; from += MAX_BATCH)
    await ask('submitPoints', { body: { events: events.slice(from, from + MAX_BATCH) } });
  await ask('endImport', { variables: { import: ANY_IMPORT } });
  expect(await close()).toBeGreaterThan(leastClosed);
  for (let i = 0; i < 3; i += 1) for (const id of READ) await visitor.read(id);
  await expectNoDifferences();
});

/** Special ranges of days: summer time begins and ends on three continents, and Samoa skips a day. */
const STRETCHES = [
  ['2011-03-11', '2011-03-15'],
  ['2011-03-25', '2011-04-04'],
  ['2011-09-23', '2011-10-03'],
  ['2011-10-29', '2011-11-07'],
  ['2011-12-27', '2012-01-03'],
] as const;

test('periods over five time zones, and all actions of games and operators', async () => {
  now = Date.parse(STRETCHES[0][0]);
  servers = await startAnswering(['memory', 'SQLite', 'PostgreSQL'], () => now);
  const visitor = new Visitor(['2011', '2011-03', '2012']);
  const life = new Life(visitor);
  const scorings = ['sum', 'best', 'latest', 'sum', 'best'];
  for (const [i, timeZone] of TRIAL_ZONES.entries()) {
    const name = i === 0 ? 'main' : `board-${i}`;
    if (i > 0) visitor.boards.push(name);
    const weekStart = 1 + ((i * 3) % 7);
    await ask('makeBoard', {
      body: { name, title: timeZone, timeZone, weekStart, scoring: scorings[i], direction: i < 3 ? 'high' : 'low' },
    });
    await ask('setLimits', { variables: { board: name }, body: i < 3 ? { event: 25 } : { event: 0 } });
  }
  let closed = 0;
  for (const [first, last] of STRETCHES) {
    for (now = Math.max(now, Date.parse(first)); now < Date.parse(last);) {
      await life.step();
      if (visitor.chance() < 0.6) closed += await close();
      await visitor.read();
      now = life.later();
    }
  }
  // Actions that chance has not chosen yet.
  for (const id of life.acts) for (let i = 0; i < 50 && timesAnswered(id, [200, 201]) === 0; i += 1) await life.step(id);
  now += 40 * DAY;
  closed += await close();
  for (const id of READ) for (let i = 0; i < 50 && (i === 0 || timesAnswered(id, [200]) === 0); i += 1) await visitor.read(id);
  await expectNoDifferences();

  // Enough happened, all of it was read, and many requests were refused.
  expect(closed).toBeGreaterThan(100);
  for (const id of [...READ, ...life.acts]) expect([id, timesAnswered(id, [200, 201])]).not.toEqual([id, 0]);
  expect([409, 404, 400].map((status) => timesAnswered(undefined, [status]) > 0)).toEqual([true, true, true]);
});

function timesAnswered(id: EndpointId | undefined, statuses: readonly number[]): number {
  return [...answers].filter(
    ([what]) => statuses.some((status) => what.endsWith(` ${status}`)) && (id === undefined || what.startsWith(`${id} `)),
  ).length;
}

/** Random actions of games and operators. */
class Life {
  readonly #visitor: Visitor;
  readonly #sent: { readonly board: string; readonly event: { readonly id: string; readonly points: number } }[] = [];
  #steps = 0;
  /** The ids of the actions, in a fixed order. */
  readonly acts: readonly EndpointId[];
  readonly #acts: Partial<Record<EndpointId, () => Promise<unknown>>>;

  constructor(visitor: Visitor) {
    this.#visitor = visitor;
    const { any, board, usernames } = {
      any: visitor.any.bind(visitor),
      board: () => visitor.any(visitor.boards),
      usernames: visitor.usernames,
    };
    const reason = 'a reason';
    this.#acts = {
      submitPoints: () => this.#play(),
      postByHand: () =>
        ask('postByHand', {
          variables: { board: board() },
          query: any([{}, {}, { preview: '1' }]),
          body: { id: `by hand ${visitor.upTo(60)}`, username: any(usernames), points: visitor.upTo(60) - 10 },
        }),
      reviseEvent: async () => {
        if (this.#sent.length === 0) return;
        const { board: of, event } = any(this.#sent);
        await ask('reviseEvent', { variables: { board: of }, body: { event: event.id, does: any(['void', 'void', 'restore']), reason } });
      },
      setPlayerVisibility: () =>
        ask('setPlayerVisibility', {
          variables: { username: any(usernames) },
          body: any([{ state: 'hidden' }, { state: 'removed', reason }, { state: 'shown' }, { state: 'shown' }]),
        }),
      reopenPeriod: async () => {
        const variables = { board: board() };
        const period = any(ENDING_KINDS);
        for (let days = 1; days < 60; days += period === 'daily' ? 1 : 7) {
          const date = new Date(now - days * DAY).toISOString().slice(0, 10);
          if ((await ask('reopenPeriod', { variables, body: { period, date, reason } })).status === 200) return;
        }
      },
      changeBoard: () =>
        ask('changeBoard', {
          variables: { board: board() },
          body: any([{ title: `Title ${visitor.upTo(9)}` }, { state: 'archived' }, { state: 'listed' }, { unit: 'laps' }]),
        }),
      makeBoard: () => ask('makeBoard', { body: { name: any(['new', 'newer', 'main']), title: 'New' } }),
      removeBoard: () => ask('removeBoard', { variables: { board: any(['new', 'newer', 'main', 'board-1']) } }),
      replaceCatalogue: () => ask('replaceCatalogue', { body: any([ENDPOINTS.replaceCatalogue.example, {}, { prizes: 'none' }]) }),
      replaceAppearance: () => ask('replaceAppearance', { body: any([{ name: 'Lantern Run' }, {}, { colour: 'loud' }]) }),
      setReview: () => ask('setReview', { variables: { board: board() }, body: { reviewMinutes: any([0, 60, 2880]) } }),
      markPayout: async () => {
        const { body } = await ask('payouts');
        const ids = idsIn(body);
        if (ids.length > 0) visitor.payouts = ids;
        const payout = any(ids);
        if (payout !== undefined) await ask('markPayout', { variables: { payout }, body: { state: any(['paid', 'declined', 'due']) } });
      },
      setLimits: () =>
        ask('setLimits', {
          variables: { board: board() },
          body: any([{ event: 25 }, { hour: 40, day: 60 }, { day: 50, history: 2, names: true }, { event: 'many' }]),
        }),
      acceptHeld: async () => {
        const held = await this.#held();
        if (held !== undefined) await ask('acceptHeld', { variables: { held }, query: any([{}, {}, { preview: '1' }]) });
      },
      rejectHeld: async () => {
        const held = await this.#held();
        if (held !== undefined) await ask('rejectHeld', { variables: { held }, body: { reason } });
      },
      beginImport: () => ask('beginImport', { body: { board: board(), file: 'past.csv' } }),
      importPoints: () =>
        ask('importPoints', {
          query: { board: board() },
          body: { id: `epoch ${visitor.upTo(9)}`, username: 'ada', points: 1, at: '1970-01-01T00:00:00Z' },
        }),
      endImport: () => ask('endImport', { variables: { import: ANY_IMPORT } }),
    };
    this.acts = Object.keys(this.#acts) as EndpointId[];
  }

  async step(id = this.acts[(this.#steps += 1) % this.acts.length]!): Promise<void> {
    await this.#play();
    await this.#acts[id]!();
  }

  /** The next moment: some hours later, or around midnight in some zone. */
  later(): number {
    const { chance, upTo } = { chance: this.#visitor.chance, upTo: (limit: number) => this.#visitor.upTo(limit) };
    if (chance() < 0.5) return now + upTo(18 * HOUR);
    const { end } = periodContaining('daily', now, { timeZone: this.#visitor.any(TRIAL_ZONES), weekStart: 1 });
    return Math.max(now, end + upTo(3) - 1);
  }

  /** The id of a current or former held event. */
  async #held(): Promise<string | undefined> {
    const { body } = await ask('held');
    return this.#visitor.any([...body.matchAll(/"id":"([0-9a-f]{16})","board"/g)].map(([, id]) => id!));
  }

  async #play(): Promise<void> {
    const visitor = this.#visitor;
    const board = visitor.any(visitor.boards);
    const events = Array.from({ length: 1 + visitor.upTo(5) }, () => this.#event(board));
    const body = events.length === 1 ? events[0]! : { events };
    await ask('submitPoints', { query: board === 'main' ? {} : { board }, body });
    for (const event of events) this.#sent.push({ board, event });
  }

  #event(board: string) {
    const visitor = this.#visitor;
    const kind = visitor.chance();
    const sent = this.#sent.filter((other) => other.board === board);
    if (sent.length > 0 && kind < 0.1) return visitor.any(sent).event;
    if (sent.length > 0 && kind < 0.15) return { ...visitor.any(sent).event, points: 77 };
    const number = visitor.upTo(12);
    const username = `Player ${number}`;
    if (!visitor.usernames.includes(username)) visitor.usernames.push(username);
    return {
      id: `event ${this.#sent.length} ${visitor.upTo(1e6)}`,
      username: visitor.chance() < 0.1 ? username.toUpperCase() : username,
      points: kind < 0.2 ? 0.5 : visitor.upTo(40) - 5,
      ...(kind < 0.9 && { at: new Date(visitor.chance() < 0.05 ? now + visitor.upTo(HOUR / 4) : visitor.past()).toISOString() }),
      ...(kind > 0.8 && { activity: visitor.any(['race', 'sprint']) }),
      ...(kind > 0.9 && { displayName: `The ${number}th`, avatar: visitor.any(['🦊', '🐝']) }),
    };
  }
}
