// Operators' actions in any order, over the API, compared with a game of plain arrays: totals, ranks, refusals and previews.
/* oxlint-disable vitest/no-standalone-expect -- a run of the property is a class */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ENDPOINTS, type EndpointId } from '../src/contract/api.ts';
import { type Endpoint, targetOf } from '../src/contract/endpoint.ts';
import type { ApiRankings, ApiReport } from '../src/contract/game-answers.ts';
import type { ApiAuditEntry } from '../src/contract/operation/audit.ts';
import type { ApiRevised } from '../src/contract/operation/ledger.ts';
import type { PlayerEvents } from '../src/contract/operation/players.ts';
import type { ApiPreview } from '../src/contract/operation/previews.ts';
import { useTrialApi } from '../src/server/api/trial-api.suite.ts';
import { closeOnce } from '../src/server/boards/closing.ts';
import type { PointsStore } from '../src/server/store/points-store.ts';
import { openMemoryStore } from './oracle/memory-store.ts';
import { postgresPlace } from '../src/server/store/postgres/postgres-place.suite.ts';
import { openSqliteStore } from '../src/server/store/sqlite/sqlite-store.ts';
import * as plain from './acts/plain-game.ts';

/** A Saturday shortly before the end of a week and of a month. */
const BEGIN = Date.parse('2026-11-28T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Runs per store. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 6);
/** The maximum duration of a run, in milliseconds. */
const RUN_MS = 20_000;
const MOST_ACTS = 40;

const NAMES = ['ada', 'bob', 'cy', 'dee'];
const OTHER_NAMES = [...NAMES, 'flo', 'gus'];
const FILE = 'season.csv';

/** Random numbers that choose among the possible actions. */
type Pick = readonly [number, number, number];

/** A requested action, and its effect on the plain game. */
interface Asked {
  readonly endpoint: EndpointId;
  readonly addressed?: object;
  readonly body?: object;
  readonly does: (game: plain.PlainGame) => plain.Status;
  /** Checks the answer, after the action. */
  readonly tells?: (answer: unknown, before: plain.PlainGame, after: plain.PlainGame) => void;
  readonly hasPreview?: true;
}

/** The possible actions; `undefined` if there is nothing to act on. To add an action, add a line here and its effect in plain-game.ts. */
const ACTS: Readonly<Record<string, (game: plain.PlainGame, pick: Pick, run: Run) => Asked | undefined>> = {
  post: (game, [name, points, age]) => {
    const at = game.now - [0, 0, 0, HOUR, 5 * HOUR, DAY, 2 * DAY, 8 * DAY][age % 8]!;
    const event = { id: `e${game.events.length}`, username: NAMES[name % NAMES.length]!, points: (points % 8) - 2, at };
    return {
      endpoint: 'submitPoints',
      body: { ...event, at: new Date(at).toISOString() },
      does: (played) => plain.post(played, event),
      tells: (answer, _, after) => {
        const posted = after.events.at(-1)!;
        const expected = plain.KINDS.map((kind) => {
          if (!posted.took.includes(kind)) return { kind, state: 'closed' };
          const { rank, points: total } = plain.placeOf(after, plain.spanOf(kind, at), posted.player);
          return { kind, state: 'counted', rank, points: total };
        });
        expect((answer as ApiReport).periods).toMatchObject(expected);
      },
    };
  },
  'post again': (game, [number, other]) => {
    const sent = game.events.filter(({ copyOf }) => copyOf === null);
    const event = sent[number % sent.length];
    if (event === undefined) return undefined;
    const isOther = other % 3 === 0;
    const { id, at, sentAs: username } = event;
    return {
      endpoint: 'submitPoints',
      body: { id, username, points: event.points + (isOther ? 1 : 0), at: new Date(at).toISOString() },
      does: () => (isOther ? 409 : 200),
    };
  },
  void: (game, pick) => revising(game, pick, 'void'),
  restore: (game, pick) => revising(game, pick, 'restore'),
  'void many': (game, pick) => revisingMany(game, pick, 'void'),
  'restore many': (game, pick) => revisingMany(game, pick, 'restore'),
  hide: (game, pick) => seeing(game, pick, { state: 'hidden' }),
  show: (game, pick) => seeing(game, pick, { state: 'shown' }),
  remove: (game, pick) => seeing(game, pick, { state: 'removed', reason: `Reason ${pick[1] % 2}` }),
  'see many': (game, [which, how]) => {
    const state = (['hidden', 'removed', 'shown'] as const)[how % 3]!;
    const after: plain.Visibility = state === 'removed' ? { state, reason: `Reason ${how % 2}` } : { state };
    const chosen = [...game.players.keys()].filter((player) => (which >> player) % 2 === 0);
    if (chosen.length === 0) return undefined;
    const others = chosen.filter((player) => game.players[player]!.visibility.state !== state);
    return {
      endpoint: 'setVisibilities',
      body: { ...after, players: { ids: chosen.map((player) => game.players[player]!.username) } },
      does: (played) =>
        plain.turnMany(
          played,
          others.map((player) => [player, game.players[player]!.visibility, after]),
        ),
      tells: (answer) => expect(answer).toMatchObject({ state, players: others.length }),
      hasPreview: true,
    };
  },
  ban: (game, [number, age, why]) => {
    const player = number % game.players.length;
    const from = game.now - [0, HOUR, DAY, 9 * DAY][age % 4]!;
    const reason = `Reason ${why % 2}`;
    if (game.players.length === 0) return undefined;
    return {
      endpoint: 'banPlayer',
      addressed: { username: game.players[player]!.username },
      body: { reason, voidFrom: new Date(from).toISOString() },
      does: (played) => plain.ban(played, player, from, reason),
      tells: (answer, _, after) => expect(answer).toMatchObject({ held: 0, events: plain.revisedIn(after) }),
      hasPreview: true,
    };
  },
  rename: (game, [number, name]) => {
    const [player, username] = [number % game.players.length, OTHER_NAMES[name % OTHER_NAMES.length]!];
    if (game.players[player] === undefined || game.players[player].username === username) return undefined;
    return {
      endpoint: 'renamePlayer',
      addressed: { username: game.players[player].username },
      body: { username },
      does: (played) => plain.rename(played, player, username),
    };
  },
  merge: (game, [first, second]) => {
    const [from, into] = [first, second].map((number) => number % game.players.length) as [number, number];
    if (game.players.length === 0) return undefined;
    return {
      endpoint: 'mergePlayers',
      addressed: { username: game.players[from]!.username },
      body: { into: game.players[into]!.username },
      does: (played) => plain.merge(played, from, into),
      tells: (answer, before) => {
        const moved = before.events.filter(({ player, voided }) => player === from && voided === null);
        expect(answer).toEqual({ events: moved.length });
      },
      hasPreview: true,
    };
  },
  reopen: (game, [kind, which, isLatest]) => {
    const name = (['daily', 'daily', 'weekly', 'monthly'] as const)[kind % 4]!;
    const ended = plain.spansOf(game).filter((span) => span.kind === name && span.end <= game.now);
    const spans = ended.toSorted((a, b) => b.start - a.start);
    const span = isLatest % 3 === 0 ? spans[which % spans.length] : spans.find((each) => plain.isClosed(game, each));
    if (span === undefined) return undefined;
    return {
      endpoint: 'reopenPeriod',
      addressed: { board: 'main' },
      body: { period: span.kind, date: plain.dateOf(span), reason: 'A mistake' },
      does: (played) => plain.reopen(played, span),
      hasPreview: true,
    };
  },
  'begin an import': () => ({
    endpoint: 'beginImport',
    body: { board: 'main', file: FILE },
    does: plain.beginImport,
  }),
  'end an import': (_, __, { imported }) =>
    imported === undefined ? undefined : { endpoint: 'endImport', addressed: { import: imported }, does: plain.endImport },
  undo: (game, [last], { entries }) => {
    const undoable = game.acts.flatMap(({ act }, i) => (act.endsWith('import') ? [] : [i]));
    // Usually one of the last few.
    const chosen = undoable.at(-1 - (last % Math.min(undoable.length, 5)));
    if (chosen === undefined) return undefined;
    return {
      endpoint: 'undoAct',
      addressed: { entry: String(entries[chosen]) },
      does: (played) => plain.undo(played, chosen),
      hasPreview: true,
    };
  },
};

function revising(game: plain.PlainGame, [number, why]: Pick, does: 'void' | 'restore'): Asked | undefined {
  const event = number % game.events.length;
  if (game.events.length === 0) return undefined;
  const reason = `Reason ${why % 2}`;
  return {
    endpoint: 'reviseEvent',
    addressed: { board: 'main' },
    body: { event: game.events[event]!.id, does, reason },
    does: (played) => plain.revise(played, event, does, reason),
    tells: (answer, before) => expect((answer as ApiRevised).periods).toMatchObject(plain.revisedStates(before, event, does)),
    hasPreview: true,
  };
}

/** By id, including an unknown one; by player; or by time. */
function revisingMany(game: plain.PlainGame, [how, which, why]: Pick, does: 'void' | 'restore'): Asked | undefined {
  if (game.events.length === 0) return undefined;
  const reason = `Reason ${why % 2}`;
  const player = which % game.players.length;
  const until = game.events[which % game.events.length]!.at;
  const [events, chosen] = (
    [
      [{ board: 'main', ids: ['unknown'] }, (i: number) => (which >> (i % 10)) % 2 === 0],
      [{ match: { player: game.players[player]!.username } }, (i: number) => game.events[i]!.player === player],
      [{ match: { board: 'main', until: new Date(until).toISOString() } }, (i: number) => game.events[i]!.at < until],
    ] as const
  )[how % 3]!;
  const isMatched = 'match' in events;
  const own = [...game.events.keys()].filter((i) => chosen(i) && (!isMatched || (game.events[i]!.voided === null) === (does === 'void')));
  const body = isMatched ? events : { ...events, ids: [...events.ids, ...own.map((i) => game.events[i]!.id!)] };
  return {
    endpoint: 'reviseEvents',
    body: { does, reason, events: body },
    does: (played) => plain.reviseMany(played, own, does, reason),
    tells: (answer, _, after) => {
      const revised = plain.revisedIn(after);
      expect(answer).toMatchObject({ does, events: revised, refused: own.length - revised + (isMatched ? 0 : 1) });
    },
    hasPreview: true,
  };
}

function seeing(game: plain.PlainGame, [number]: Pick, visibility: plain.Visibility): Asked | undefined {
  const player = number % game.players.length;
  if (game.players.length === 0) return undefined;
  return {
    endpoint: 'setPlayerVisibility',
    addressed: { username: game.players[player]!.username },
    body: visibility,
    does: (played) => plain.setVisibility(played, player, visibility),
    hasPreview: true,
  };
}

/** Waits, or runs the closing. */
const TIMES: Readonly<Record<string, (pick: Pick) => number>> = {
  'wait a little': () => 10 * MINUTE,
  'wait some hours': ([hours]) => (1 + (hours % 6)) * HOUR,
  'wait a day': () => DAY,
  look: () => 0,
};

const stepArbitrary = fc.record({
  act: fc.constantFrom('post', 'post', 'post', 'undo', ...Object.keys(ACTS), ...Object.keys(TIMES)),
  pick: fc.tuple(fc.nat(999), fc.nat(999), fc.nat(999)),
  how: fc.constantFrom('plain', 'previewed', 'since'),
});

type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never;

const steps = (...acts: readonly (readonly [act: string, ...pick: Pick])[]) =>
  acts.map(([act, ...pick]): Step => ({ act, pick, how: 'since' }));

/** An event voided by a merge, in a reopened day that was final then. */
const VOIDED_TWICE = steps(
  ['post', 0, 5, 0],
  ['post', 1, 5, 0],
  ['wait a day', 0, 0, 0],
  ['look', 0, 0, 0],
  ['merge', 0, 1, 0],
  ['reopen', 0, 0, 1],
  ['void', 0, 0, 0],
  ['restore', 0, 0, 0],
);

/** A banned player whose one event only counts in an ended day. */
const BANNED_LATE: Step[] = [
  { act: 'post', pick: [0, 0, 0], how: 'plain' },
  { act: 'wait a day', pick: [0, 0, 0], how: 'plain' },
  { act: 'void many', pick: [0, 0, 0], how: 'plain' },
  { act: 'ban', pick: [0, 0, 0], how: 'previewed' },
];

const POSTED = [
  ['post', 0, 5, 0],
  ['post', 1, 5, 0],
] as const;
const DAY_ENDS = [
  ['wait a day', 0, 0, 0],
  ['look', 0, 0, 0],
] as const;
const ONCE_MORE = [
  ['reopen', 0, 0, 1],
  ['merge', 0, 1, 0],
  ['undo', 0, 0, 0],
  ['merge', 0, 1, 0],
] as const;

/** A merge that is undone, and repeated in a reopened day that was final at the merge, or at its undo. */
const MERGED_TWICE = [
  steps(...POSTED, ...DAY_ENDS, ['merge', 0, 1, 0], ['undo', 0, 0, 0], ...ONCE_MORE),
  steps(...POSTED, ['merge', 0, 1, 0], ...DAY_ENDS, ['undo', 1, 0, 0], ...ONCE_MORE),
];

type Trial = ReturnType<typeof useTrialApi>;

function expectStatus(act: string, { status, text }: { readonly status: number; readonly text: string }, expected: plain.Status): void {
  expect(`${act}: ${status}${status === expected ? '' : ` ${text}`}`).toBe(`${act}: ${expected}`);
}

/** One game, on the server and in plain arrays. */
class Run {
  readonly #trial: Trial;
  #game = plain.newGame(BEGIN);
  /** The numbers of audit entries, by index of the actions in the plain game. */
  readonly entries: number[] = [];
  /** The id of the import. */
  imported: string | undefined;
  #lastEntry = 0;

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  async all(steps: readonly Step[]): Promise<void> {
    const { boards } = this.#trial;
    for (const { id } of boards.imports.list()) await boards.imports.end(id);
    this.#trial.now = BEGIN;
    this.#lastEntry = (await this.#newEntries()).at(-1)?.number ?? 0;
    for (const step of steps) await this.#do(step);
    await this.#compare();
    expect(await boards.store.verify()).toMatchObject({ differences: [] });
  }

  async #do({ act, pick, how }: Step): Promise<void> {
    const wait = TIMES[act];
    if (wait !== undefined) {
      this.#trial.now = this.#game.now += wait(pick);
      // Servers close every second. Nothing that is due changes before that, unless a silent import holds it open.
      if (act !== 'look' && !plain.isSilent(this.#game)) return;
      await closeOnce(this.#trial.boards, () => {});
      plain.look(this.#game);
      return this.#follow();
    }
    const asked = ACTS[act]!(this.#game, pick, this);
    if (asked === undefined) return;
    const before = this.#game;
    const after = structuredClone(before);
    const status = asked.does(after);
    let since: string | undefined;
    if (asked.hasPreview && how !== 'plain') {
      const preview = await this.#ask(asked, { preview: '1' });
      expectStatus(act, preview, status);
      if (preview.status < 300) {
        this.#expectForetold(preview.body as ApiPreview, before, after);
        if (how === 'since') ({ since } = preview.body as ApiPreview);
      }
    }
    const answer = await this.#ask(asked, { since });
    expectStatus(act, answer, status);
    this.#game = after;
    if (status < 300) asked.tells?.(answer.body, before, after);
    if (asked.endpoint === 'beginImport' && status < 300) this.imported = (answer.body as { import: { id: string } }).import.id;
    await this.#follow();
  }

  #ask({ endpoint, addressed = {}, body }: Asked, query: object) {
    return this.#trial.ask(targetOf<Endpoint>(ENDPOINTS[endpoint], { ...addressed, query }), {
      method: ENDPOINTS[endpoint].method,
      headers: { authorization: `Bearer ${this.#trial.tokens.owner}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async #read<T>(endpoint: EndpointId, addressed: object, query: object = {}): Promise<T> {
    const { status, text, body } = await this.#ask({ endpoint, addressed, does: () => 200 }, query);
    expect([endpoint, status, status === 200 ? '' : text]).toEqual([endpoint, 200, '']);
    return body as T;
  }

  /** The audit entries since the last call, oldest first. A small page usually suffices. */
  async #newEntries(limit = 5): Promise<readonly ApiAuditEntry[]> {
    const { entries } = await this.#read<{ entries: ApiAuditEntry[] }>('audit', {}, { limit });
    const since = entries.filter(({ number }) => number > this.#lastEntry);
    return since.length === limit && limit < 200 ? this.#newEntries(200) : since.toReversed();
  }

  /** Finds the action's audit entries, and the ids of copies. */
  async #follow(): Promise<void> {
    const told = await this.#newEntries();
    this.#lastEntry = told.at(-1)?.number ?? this.#lastEntry;
    const left = told.filter(({ act, reason }) => !act.endsWith('-event') || (reason !== plain.MERGED && reason !== plain.SPLIT));
    for (const act of this.#game.acts.slice(this.entries.length)) {
      const subject = 'span' in act ? `${act.span.kind} from ${new Date(act.span.start).toISOString()}` : undefined;
      const found = left.findIndex((entry) => entry.act === act.act && (subject === undefined || entry.subject === subject));
      expect([act.act, subject, found >= 0]).toEqual([act.act, subject, true]);
      this.entries.push(left.splice(found, 1)[0]!.number);
    }
    expect(left).toEqual([]);
    if (this.#game.events.some(({ id }) => id === null)) await this.#compareEvents();
  }

  #expectForetold({ periods }: ApiPreview, before: plain.PlainGame, after: plain.PlainGame): void {
    const told = new Map(periods.map((period) => [`${period.kind} ${period.from}`, period]));
    for (const span of plain.spansOf(after)) {
      const text = `${span.kind} ${plain.dateOf(span)}`;
      // Periods that are due close right before some actions, without moving any player.
      if (!plain.isClosed(before, span) && plain.isClosed(after, span)) continue;
      const [was, is] = [before, after].map((game) => plain.ranked(game, span).map(({ player, points }) => ({ player, points })));
      const placeIn = (places: typeof was, player: number) => {
        const index = places!.findIndex((place) => place.player === player);
        return index < 0 ? null : { rank: index + 1, points: places![index]!.points };
      };
      const moved = after.players.flatMap((_, player) => {
        const [from, to] = [placeIn(was, player), placeIn(is, player)];
        return from?.rank === to?.rank && from?.points === to?.points
          ? []
          : [{ player: after.players[player]!.username, before: from, after: to }];
      });
      const period = told.get(text);
      told.delete(text);
      if (moved.length === 0) {
        expect([text, period]).toEqual([text, undefined]);
        continue;
      }
      const places = period?.players.map((place) => ({ ...place, player: place.player.username }));
      expect([text, ...moved]).toEqual(expect.arrayContaining([text, ...(places ?? ['foretold'])]));
      expect([text, places!.length + period!.others]).toEqual([text, moved.length]);
      const names = (list: typeof was) => list!.slice(0, 3).map(({ player }) => after.players[player]!.username);
      const podium = [period!.podium.before, period!.podium.after].map((lane) => lane.map(({ username }) => username));
      expect([text, podium]).toEqual([text, [names(was), names(is)]]);
    }
    expect([...told.keys()]).toEqual([]);
  }

  /** Compares everything that is stored and shown. */
  async #compare(): Promise<void> {
    const game = this.#game;
    await this.#compareEvents();
    for (const span of plain.spansOf(game)) {
      const date = plain.dateOf(span);
      const { standings, period } = await this.#read<ApiRankings>(
        'rankings',
        { board: 'main' },
        { period: span.kind, limit: 1000, ...(date !== null && { at: date }) },
      );
      const isClosed = plain.isClosed(game, span);
      const expected = plain.ranked(game, span).map(({ player, points, reachedAt }, i) => ({
        rank: i + 1,
        points,
        reachedAt: new Date(reachedAt).toISOString(),
        // Players hidden since then keep their places in final results, without a name.
        player: { displayName: plain.isShown(game, player) ? game.players[player]!.username : 'Hidden player' },
      }));
      expect([span.kind, date, period.closed, standings.length]).toEqual([span.kind, date, isClosed, expected.length]);
      expect([span.kind, date, ...standings]).toMatchObject([span.kind, date, ...expected]);
    }
  }

  async #compareEvents(): Promise<void> {
    for (const [number, { username }] of this.#game.players.entries()) {
      const theirs = this.#game.events.filter(({ player }) => player === number);
      const { events } = await this.#read<PlayerEvents>('playerEvents', { username });
      // The order of copies does not matter, and their ids are not known in advance.
      for (const { id, points, at, counted } of events.toReversed()) {
        if (theirs.some((event) => event.id === id)) continue;
        const isSame = (event: (typeof theirs)[number]) =>
          event.points === points && new Date(event.at).toISOString() === at && String(event.counts) === String(counted);
        const copy = theirs.find((event) => event.id === null && isSame(event));
        if (copy !== undefined) copy.id = id;
      }
      const byId = <Event extends { readonly id: string | null }>(some: readonly Event[]) =>
        some.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
      const found = events
        .toReversed()
        .map(({ id, points, at, counted, voided }) => ({ id, points, at, counted, voided: voided?.reason ?? null }));
      const expected = theirs.map(({ id, points, at, counts, voided }) => ({
        id,
        points,
        at: new Date(at).toISOString(),
        counted: counts,
        voided,
      }));
      expect([username, ...byId(found)]).toEqual([username, ...byId(expected)]);
    }
  }
}

const STORES: readonly (readonly [name: string, openStore: (folder: string) => Promise<PointsStore>])[] =
  process.env['MODEL_STORE'] === 'PostgreSQL'
    ? [['on PostgreSQL', () => postgresPlace().open()]]
    : [
        ['in memory', () => openMemoryStore()],
        ['on SQLite', openSqliteStore],
      ];

describe.each(STORES)('actions in any order, %s,', (_, openStore) => {
  const trial = useTrialApi({ openStore });

  // oxlint-disable-next-line vitest/expect-expect -- the property expects
  it(`match plain arrays over ${RUNS} runs`, { timeout: RUN_MS * RUNS }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { maxLength: MOST_ACTS, size: 'max' }), async (steps) => {
        await trial.renew();
        await new Run(trial).all(steps);
      }),
      { numRuns: RUNS, endOnFailure: false, examples: [VOIDED_TWICE, BANNED_LATE, ...MERGED_TWICE].map((each): [Step[]] => [each]) },
    );
  });
});
