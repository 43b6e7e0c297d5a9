import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { PERIOD_KINDS, periodContaining, type PeriodSpan } from '../../domain/calendar.ts';
import { isSamePlayer } from '../../domain/names/username-key.ts';
import { textMatcher } from '../../domain/search/text-match.ts';
import { score, SCORING_RULES, type Score } from '../../domain/scoring.ts';
import type { PointsStore } from './points-store.ts';
import type { StorePlace } from './store-under-test.suite.ts';
import type {
  ActivityDay,
  BoardSettings,
  NewEvent,
  PeriodChange,
  PeriodKey,
  Recorded,
  StoredEvent,
  StoredPlayer,
} from './stored-values.ts';

/** The bar is 1,000 runs (`MODEL_RUNS=1000`); a few hundred are enough to notice a mistake on the way. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 250);

/** Few, so that a handful of players is closed little by little. */
const ROWS_PER_COMMIT = 2;

const DAY = 86_400_000;
const START = Date.UTC(2026, 2, 26);
const MAX = Number.MAX_SAFE_INTEGER;

type Command =
  | { readonly does: 'record'; readonly events: readonly NewEvent[]; readonly throws: boolean }
  /** Closes the oldest period that has ended by a moment, or stops before so many commits of ranks. */
  | { readonly does: 'close'; readonly now: number; readonly stopsAt: number }
  /** Takes away what closed periods left, or stops before so many commits. */
  | { readonly does: 'clear'; readonly stopsAt: number }
  | { readonly does: 'reopen' };

const eventArbitrary = fc.record({
  id: fc.integer({ min: 0, max: 150 }).map((n) => `event ${n}`),
  username: fc.constantFrom('ann', 'ANN', 'Bob', 'ｂｏｂ', 'Çelik', 'çelik', 'Straße', 'STRASSE', 'Eve', 'finn'),
  points: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: -3, max: 6 }) },
    { weight: 1, arbitrary: fc.constantFrom(-0, MAX, -MAX, MAX - 3, 2 ** 52) },
  ),
  // Around the spring change in Berlin and the end of a month, so that all four kinds roll over.
  at: fc.oneof(
    fc.integer({ min: START, max: START + 9 * DAY }),
    fc.integer({ min: 0, max: 9 * 24 }).map((hours) => START + hours * 3_600_000),
  ),
  activity: fc.constantFrom('', 'Quest', 'Arena'),
  displayName: fc.option(fc.constantFrom('Captain', 'Ace'), { nil: undefined, freq: 4 }),
  avatar: fc.option(fc.constantFrom('🦊', '🐙'), { nil: undefined, freq: 4 }),
  digest: fc.constantFrom('one body', 'one body', 'one body', 'another body'),
});

const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constant('record' as const),
      events: fc.array(eventArbitrary, { maxLength: 6 }),
      throws: fc.integer({ min: 0, max: 15 }).map((n) => n === 0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('close' as const),
      now: fc.integer({ min: START, max: START + 40 * DAY }),
      stopsAt: fc.constantFrom(0, 1, 2, Infinity, Infinity, Infinity),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('clear' as const), stopsAt: fc.constantFrom(1, Infinity) }) },
  { weight: 1, arbitrary: fc.constant({ does: 'reopen' as const }) },
);

const boardArbitrary: fc.Arbitrary<BoardSettings> = fc.record({
  name: fc.constant('main'),
  title: fc.constant('Main'),
  scoring: fc.constantFrom(...SCORING_RULES),
  direction: fc.constantFrom('high', 'low'),
  calendar: fc.record({ timeZone: fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu'), weekStart: fc.constantFrom(1, 7) }),
});

/** Plain arrays, folded with domain's rule for every answer. */
class Model {
  readonly #board: BoardSettings;
  players: StoredPlayer[] = [];
  ledger: { event: NewEvent; answer: string; player: number; kept: StoredEvent }[] = [];
  /** When each player came, as far as the clock went forward. */
  knownSince: number[] = [];
  /** What counted, by period, then by player. */
  counted = new Map<string, { span: PeriodSpan; byPlayer: Map<number, NewEvent[]> }>();
  closed = new Map<string, { player: number; total: Score }[]>();
  /** Periods whose closing was stopped: no event changes them, and they are shown open. */
  readonly closing = new Set<string>();

  constructor(board: BoardSettings) {
    this.#board = board;
  }

  record(events: readonly NewEvent[], receivedAt: number, mayThrow: boolean, answer: (event: NewEvent) => string): Recorded[] {
    const { players, ledger, counted, knownSince } = this;
    // Two deep: what is in them is replaced and never changed.
    const spans = () => [...counted].map(([name, { span, byPlayer }]) => [name, { span, byPlayer: new Map(byPlayer) }] as const);
    const kept = mayThrow ? { players: [...players], ledger: [...ledger], counted: new Map(spans()), knownSince: [...knownSince] } : {};
    try {
      return events.map((event) => this.#one(event, receivedAt, answer));
    } catch (error) {
      Object.assign(this, kept);
      throw error;
    }
  }

  #one(event: NewEvent, receivedAt: number, answer: (event: NewEvent) => string): Recorded {
    const earlier = this.ledger.find((other) => other.event.id === event.id);
    if (earlier !== undefined) {
      return earlier.event.digest === event.digest
        ? { outcome: 'repeated', answer: earlier.answer }
        : { outcome: 'refused', reason: 'known id, another body' };
    }
    const known = this.players.find(({ username }) => isSamePlayer(username, event.username));
    const number = known?.number ?? this.players.length + 1;
    const changes: PeriodChange[] = [];
    const spans = this.#spans(event.at);
    for (const span of spans) {
      const period = this.#key(span);
      if (this.#takesNothing(span)) {
        changes.push({ state: 'closed', period });
        continue;
      }
      const before = this.fold(this.counted.get(nameOf(span))?.byPlayer.get(number) ?? []);
      try {
        changes.push({ state: 'counted', period, before, after: score(this.#board.scoring, this.#board.direction, before, plain(event)) });
      } catch {
        return { outcome: 'refused', reason: 'total out of range' };
      }
    }
    const player = {
      number,
      username: known?.username ?? event.username,
      displayName: event.displayName ?? known?.displayName ?? event.username,
      avatar: event.avatar ?? known?.avatar ?? '🎮',
    };
    this.players[number - 1] = player;
    this.knownSince[number - 1] ??= Math.max(this.knownSince.at(-1) ?? 0, receivedAt);
    for (const span of spans) {
      if (this.#takesNothing(span)) continue;
      const period = this.counted.get(nameOf(span)) ?? { span, byPlayer: new Map<number, NewEvent[]>() };
      this.counted.set(nameOf(span), period);
      period.byPlayer.set(number, [...(period.byPlayer.get(number) ?? []), event]);
    }
    const text = answer(event);
    const counted = changes.flatMap(({ state, period }) => (state === 'counted' ? [period.kind] : []));
    const { id, at, activity } = event;
    const stored = { seq: this.ledger.length + 1, id, points: event.points + 0, at, receivedAt, activity, counted };
    this.ledger.push({ event, answer: text, player: number, kept: stored });
    return { outcome: 'recorded', player, changes, answer: text };
  }

  activityDays(): ActivityDay[] {
    const days = new Map<number, Map<string, { events: number; points: bigint }>>();
    for (const { event, kept } of this.ledger) {
      const { start } = periodContaining('daily', event.at, this.#board.calendar);
      const activities = days.get(start) ?? new Map<string, { events: number; points: bigint }>();
      days.set(start, activities);
      const { events, points } = activities.get(event.activity) ?? { events: 0, points: 0n };
      activities.set(event.activity, { events: events + 1, points: points + BigInt(kept.points) });
    }
    return [...days]
      .toSorted(([a], [b]) => a - b)
      .flatMap(([start, activities]) =>
        [...activities]
          .toSorted(([a, { points: x }], [b, { points: y }]) =>
            a === '' || b === '' ? (a === '' ? 1 : -1) : Number(y) - Number(x) || (a < b ? -1 : 1),
          )
          .map(([activity, { events, points: won }]): ActivityDay => {
            const points = Math.max(-MAX, Math.min(MAX, Number(won)));
            return activity === '' ? { kind: 'none', start, events, points } : { kind: 'named', activity, start, events, points };
          }),
      );
  }

  #takesNothing(span: PeriodSpan): boolean {
    return this.closed.has(nameOf(span)) || this.closing.has(nameOf(span));
  }

  ended(now: number): (PeriodKey & { end: number })[] {
    return [...this.counted.values()]
      .map(({ span }) => span)
      .filter((span) => span.end <= now && !this.closed.has(nameOf(span)))
      .toSorted((a, b) => a.end - b.end || PERIOD_KINDS.indexOf(a.kind) - PERIOD_KINDS.indexOf(b.kind))
      .map((span) => Object.assign(this.#key(span), { end: span.end }));
  }

  totals(span: { kind: string; start: number }): Map<number, Score> {
    const byPlayer = this.counted.get(nameOf(span))?.byPlayer ?? new Map<number, NewEvent[]>();
    return new Map([...byPlayer].map(([player, events]) => [player, this.fold(events)!]));
  }

  fold(events: readonly NewEvent[]): Score | undefined {
    return events.reduce<Score | undefined>(
      (total, event) => score(this.#board.scoring, this.#board.direction, total, plain(event)),
      undefined,
    );
  }

  #spans(at: number): PeriodSpan[] {
    return PERIOD_KINDS.map((kind) => periodContaining(kind, at, this.#board.calendar));
  }

  #key({ kind, start }: PeriodSpan): PeriodKey {
    return { board: this.#board.name, kind, start };
  }
}

function plain({ points, at }: NewEvent): { points: number; at: number } {
  return { points: points === 0 ? 0 : points, at };
}

function nameOf({ kind, start }: { kind: string; start: number }): string {
  return `${kind} ${start}`;
}

async function standingsOf(store: PointsStore, period: PeriodKey): Promise<Map<number, Score>> {
  const found = new Map<number, Score>();
  for await (const { number, ...total } of store.standings(period)) {
    if (found.has(number)) expect.fail(`player ${number} stands twice`);
    found.set(number, total);
  }
  return found;
}

/** `expect` says what differs, and takes its time over what does not. */
function agree(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toStrictEqual(expected);
}

function stoppingAt(count: number): () => boolean {
  let asked = -1;
  return () => (asked += 1) >= count;
}

async function run(place: StorePlace, board: BoardSettings, commands: readonly Command[]): Promise<void> {
  const model = new Model(board);
  const open = () => place.open({ rowsPerCommit: ROWS_PER_COMMIT });
  let store = await open();
  try {
    await store.saveBoard(board);
    let answers = 0;
    for (const command of commands) {
      if (command.does === 'reopen') {
        await store.close();
        store = await open();
      } else if (command.does === 'close') {
        const ended = model.ended(command.now);
        agree(await store.endedPeriods(command.now), ended);
        const [oldest] = ended;
        if (oldest === undefined) continue;
        const order = [...model.totals(oldest)].toSorted(([a], [b]) => b - a).map(([player, total]) => ({ player, total }));
        const atOnce = order.length <= ROWS_PER_COMMIT && !model.closing.has(nameOf(oldest));
        const isClosed = atOnce || command.stopsAt >= Math.ceil(order.length / ROWS_PER_COMMIT);
        const numbers = order.map(({ player }) => player);
        agree(await store.closePeriod(oldest, numbers, command.now, stoppingAt(command.stopsAt)), isClosed);
        if (isClosed) model.closed.set(nameOf(oldest), order);
        else model.closing.add(nameOf(oldest));
        if (isClosed) model.closing.delete(nameOf(oldest));
      } else if (command.does === 'clear') {
        await store.clearClosed(stoppingAt(command.stopsAt));
        await store.packLedger(stoppingAt(command.stopsAt));
      } else {
        const { events, throws } = command;
        let asked = 0;
        const answer = ({ id }: NewEvent) => {
          if (throws && asked === 2) throw new Error('planned');
          asked += 1;
          answers += 1;
          return `${id}: answer ${answers}`;
        };
        let expected: Recorded[] | 'thrown';
        try {
          expected = model.record(events, events.length, throws, answer);
        } catch {
          expected = 'thrown';
        }
        answers -= asked;
        asked = 0;
        const recorded = await store.record('main', events, command.events.length, (_, event) => answer(event)).catch(() => 'thrown');
        agree(recorded, expected);
        const matching = textMatcher('ca');
        agree(
          await store.playersMatching('CA', 1000),
          model.players.flatMap(({ number, username, displayName }) => (matching(username) || matching(displayName) ? [number] : [])),
        );
      }
    }

    for (const { span } of model.counted.values()) {
      const key = { board: 'main', kind: span.kind, start: span.start };
      agree(await standingsOf(store, key), model.totals(span));
      const final = model.closed.get(nameOf(span));
      expect(await store.finalStandings(key, 1, 100)).toEqual(
        final && {
          total: final.length,
          standings: final.map(({ player, total }, i) => ({ rank: i + 1, player: model.players[player - 1], score: total })),
        },
      );
      const counted = model.ledger.filter(
        ({ event, kept }) => kept.counted.includes(span.kind) && event.at >= span.start && event.at < span.end,
      );
      for (const after of [0, 3]) {
        agree(
          await playedIn(store, key, after),
          counted.flatMap(({ player, kept: { seq, at, points } }) => (seq > after ? [[player, at, points]] : [])),
        );
      }
    }
    expect(await store.players(model.players.map(({ number }) => number))).toEqual(model.players);
    for (let player = 1; player <= model.players.length + 1; player += 1) {
      const theirs = model.ledger.flatMap(({ player: other, kept }) => (other === player ? [kept] : [])).toReversed();
      const pages: StoredEvent[] = [];
      for (let page: readonly StoredEvent[]; pages.length <= theirs.length; pages.push(...page)) {
        page = await store.eventsOf('main', player, { before: pages.at(-1)?.seq ?? Infinity, limit: 3 });
        if (page.length === 0) break;
      }
      agree(pages, theirs);
      const happened = { from: START, to: START + 4 * DAY };
      for (const look of [2, 1000]) {
        expect(await store.countEvents('main', player, { ...happened, arrivedFrom: -Infinity, look })).toEqual({
          count: theirs.slice(0, look).filter(({ at }) => at >= happened.from && at < happened.to).length,
          all: theirs.length <= look,
        });
      }
      await agreeOnPlaces(store, model, player);
    }
    for (const { number } of model.players) expect(await store.knownSince(number)).toBe(model.knownSince[number - 1]);
    expect(await store.playerCount()).toBe(model.players.length);
    for (let at = 0; at < 8; at += 1)
      expect(await store.playersKnownBefore(at)).toBe(model.knownSince.filter((since) => since < at).length);
    for (const kind of PERIOD_KINDS) {
      const sizes = [...model.counted.values()].flatMap(({ span, byPlayer }) =>
        span.kind === kind ? [{ start: span.start, standings: byPlayer.size }] : [],
      );
      expect(await store.firstPeriod('main', kind)).toBe(sizes.length === 0 ? undefined : Math.min(...sizes.map(({ start }) => start)));
      agree(
        await store.periodSizes('main', kind, -Infinity, Infinity),
        sizes.toSorted((a, b) => a.start - b.start),
      );
    }
    agree(await store.activityDays('main', -Infinity, Infinity), model.activityDays());
    expect(await store.playersMatching('', 1000)).toHaveLength(model.players.length);
    const standings = [...model.counted.values()].reduce((sum, { byPlayer }) => sum + byPlayer.size, 0);
    expect(await store.verify()).toEqual({ events: model.ledger.length, standings, differences: [] });
  } finally {
    await store.close();
    place.remove();
  }
}

/** What a player has and had, period by period. */
async function agreeOnPlaces(store: PointsStore, model: Model, player: number): Promise<void> {
  const spans = [...model.counted.values()].map(({ span }) => span).toSorted((a, b) => a.start - b.start);
  const places = spans.flatMap(({ kind, start, end }) => {
    const final = model.closed.get(nameOf({ kind, start })) ?? [];
    const index = final.findIndex((place) => place.player === player);
    const points = final[index]?.total.points;
    return points === undefined ? [] : [{ kind, start, end, rank: index + 1, total: final.length, points }];
  });
  for (const kind of PERIOD_KINDS) {
    const totals = spans.flatMap((span) => {
      const points = span.kind === kind ? model.totals(span).get(player)?.points : undefined;
      return points === undefined ? [] : [{ start: span.start, points }];
    });
    for (const { start } of totals)
      expect(await store.scoreOf({ board: 'main', kind, start }, player)).toEqual(model.totals({ kind, start }).get(player));
    for (const from of [-Infinity, START + 2 * DAY])
      expect(await store.totalsSince('main', kind, player, from)).toEqual(totals.filter(({ start }) => start >= from));
    const newest = places.filter((place) => place.kind === kind).toReversed();
    expect(await store.finalPlaces('main', kind, player, 2)).toEqual(
      newest.slice(0, 2).map(({ start, rank, total, points }) => ({ start, rank, total, points })),
    );
  }
  const [best] = places.toSorted((a, b) => a.rank - b.rank || a.end - b.end || b.start - a.start);
  const { end: _, ...told } = best ?? {};
  expect(await store.bestFinalPlace('main', player)).toEqual(best && told);
}

async function playedIn(store: PointsStore, period: PeriodKey, after: number): Promise<number[][]> {
  const found: number[][] = [];
  for await (const { players, at, points } of store.countedEvents(period, after))
    for (let i = 0; i < players.length; i += 1) found.push([players[i]!, at[i]!, points[i]!]);
  return found;
}

/** Random commands, after which every store must say what plain arrays say. `makePlace` makes an empty place for one. */
export function describePointsStoreModel(name: string, makePlace: () => StorePlace): void {
  // oxlint-disable-next-line vitest/expect-expect -- the property expects
  it(`${name} agrees with plain arrays over ${RUNS} runs of random commands`, { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(boardArbitrary, fc.array(commandArbitrary, { maxLength: 200, size: 'max' }), (board, commands) =>
        run(makePlace(), board, commands),
      ),
      { numRuns: RUNS, endOnFailure: false },
    );
  });
}
