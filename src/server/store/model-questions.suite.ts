import { standingsOf } from './store-under-test.suite.ts';
import { PERIOD_KINDS, periodContaining } from '../../domain/calendar.ts';
import type { Score } from '../../domain/scoring.ts';
import { START } from './model-commands.suite.ts';
import type { PointsStore } from './points-store.ts';
import type { BoardSettings, PeriodKey, PlayedEvent, StoredEvent } from './stored-values.ts';

const DAY = 86_400_000;

/** A store's answers about one period. */
interface PeriodAnswers {
  readonly period: PeriodKey;
  readonly standings: readonly (readonly [player: number, total: Score])[];
  readonly scores: readonly (Score | undefined)[];
  readonly finals: Awaited<ReturnType<PointsStore['finalStandings']>>;
  readonly finalRanks: readonly (number | undefined)[];
  readonly counted: readonly (readonly [player: number, at: number, points: number])[];
  readonly more: unknown;
}

/** A store's answers about one board. `events`: by player, newest first. */
interface BoardAnswers {
  readonly name: string;
  readonly periods: readonly PeriodAnswers[];
  readonly events: readonly (readonly StoredEvent[])[];
  /** The events of all players, newest first. */
  readonly newest: readonly PlayedEvent[];
  readonly days: Awaited<ReturnType<PointsStore['activityDays']>>;
  /** For every kind, the first two of each closed period. */
  readonly results: readonly Awaited<ReturnType<PointsStore['results']>>[];
  readonly more: unknown;
}

/** All answers of the interface. `more`: answers that are only compared with those of the other store. */
export interface Answers {
  readonly boards: readonly BoardAnswers[];
  readonly verified: Awaited<ReturnType<PointsStore['verify']>>;
  readonly more: unknown;
}

/** Two stores with the same commands must give the same answers; each `seq` is replaced by the event's index on its board. */
export async function everythingAsked(store: PointsStore): Promise<Answers> {
  const boards = await store.boards();
  const count = await store.playerCount();
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  const names = ['ann', 'BOB', 'ｂｏｂ', 'C\u0327elik', 'strasse', 'nobody'];
  return {
    boards: await collected(boards, (board) => boardAsked(store, board, numbers)),
    verified: await store.verify(),
    more: {
      boards,
      count,
      documents: await collected(['site', '', 'none'], (name) => store.document(name)),
      newest: await store.newestReceivedAt(),
      ended: await collected([START + DAY, START + 4 * DAY, Infinity], (now) => store.endedPeriods(now)),
      players: await store.players(numbers.toReversed()),
      named: await collected(names, (name) => store.playerNamed(name)),
      matching: await collected(['', 'CA', 'ss', 'é'], (text) => store.playersMatching(text, 5)),
      since: await store.playersKnownSince(numbers),
      before: await collected([START, START + DAY, START + 2 * DAY, Infinity], (at) => store.playersKnownBefore(at)),
    },
  };
}

async function boardAsked(store: PointsStore, { name, calendar }: BoardSettings, numbers: readonly number[]): Promise<BoardAnswers> {
  const paged = await collected([...numbers, numbers.length + 1], (player) => pagesOf(store, name, player));
  const seqs = paged
    .flat()
    .map(({ seq }) => seq)
    .toSorted((a, b) => a - b);
  const third = seqs[2] ?? 0;
  const sizes = await collected(PERIOD_KINDS, (kind) => store.periodSizes(name, kind, -Infinity, Infinity));
  const periods = PERIOD_KINDS.flatMap((kind, i) => sizes[i]!.map(({ start }): PeriodKey => ({ board: name, kind, start })));
  const empty: PeriodKey = { board: name, kind: 'daily', start: periodContaining('daily', START - 20 * DAY, calendar).start };
  return {
    name,
    periods: await collected([...periods, empty], (period) => periodAsked(store, period, numbers, third)),
    events: paged.map((events) => events.map((event) => Object.assign({ ...event }, { seq: seqs.indexOf(event.seq) + 1 }))),
    newest: (await newestEvents((stretch) => store.eventsBefore(name, stretch))).map((event) =>
      Object.assign({ ...event }, { seq: seqs.indexOf(event.seq) + 1 }),
    ),
    days: await store.activityDays(name, -Infinity, Infinity),
    results: await collected(PERIOD_KINDS, (kind) => store.results(name, kind, { from: -Infinity, before: Infinity, most: 100 }, 2)),
    more: {
      sizes,
      someSizes: await store.periodSizes(name, 'daily', START + DAY, START + 3 * DAY),
      someDays: await store.activityDays(name, START + DAY, START + 3 * DAY),
      firsts: await collected(PERIOD_KINDS, (kind) => store.firstPeriod(name, kind)),
      closed: await collected(PERIOD_KINDS, (kind) => store.latestClosed(name, kind)),
      someEvents: await newestEvents((stretch) => store.eventsBefore(name, { from: START + DAY, to: START + 3 * DAY, ...stretch })).then(
        idsOf,
      ),
      posted: await collected([{ by: 'key:a' }, { import: 'i' }], (posted) =>
        newestEvents((stretch) => store.eventsPostedBy(name, posted, { ...stretch, from: START + DAY, limit: 30, look: 20 })).then(idsOf),
      ),
      withIds: await collected(paged.flat(), ({ id }) => store.eventWithId(name, id)).then((all) => all.map((one) => one?.player)),
      someResults: await collected(PERIOD_KINDS, (kind) =>
        store.results(name, kind, { from: START + DAY, before: START + 5 * DAY, most: 2 }, 2),
      ),
      players: await collected([...numbers, numbers.length + 1], (player) => playerAsked(store, name, player)),
    },
  };
}

async function periodAsked(store: PointsStore, period: PeriodKey, numbers: readonly number[], third: number): Promise<PeriodAnswers> {
  const standings = (await standingsOf(store, period)).map(({ number, ...total }): [number, Score] => [number, total]);
  return {
    period,
    standings: standings.toSorted(([a], [b]) => a - b),
    scores: await collected(numbers, (player) => store.scoreOf(period, player)),
    finals: await store.finalStandings(period, 1, 100),
    finalRanks: await store.finalRanks(period, numbers).then((ranks) => numbers.map((number) => ranks.get(number))),
    counted: await countedAfter(store, period, 0),
    more: {
      countedLater: await countedAfter(store, period, third),
      stretch: await store.finalStandings(period, 2, 2),
      beside: await store.periodsBeside(period),
    },
  };
}

async function playerAsked(store: PointsStore, board: string, player: number): Promise<unknown> {
  const within = { from: START, to: START + 4 * DAY, arrivedFrom: -Infinity };
  return {
    counts: await collected([2, 1000], (look) => store.countEvents(board, player, { ...within, look })),
    totals: await collected(PERIOD_KINDS, (kind) =>
      collected([-Infinity, START + 2 * DAY], (from) => store.totalsSince(board, kind, player, from)),
    ),
    places: await collected(PERIOD_KINDS, (kind) => store.finalPlaces(board, kind, player)),
  };
}

async function pagesOf(store: PointsStore, board: string, player: number): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = [];
  let page = await store.eventsOf(board, player, { limit: 7 });
  while (page.length > 0) {
    events.push(...page);
    page = await store.eventsOf(board, player, { before: page.at(-1)!.seq, limit: 7 });
  }
  return events;
}

type Stretch = Parameters<PointsStore['eventsBefore']>[1];

const idsOf = (events: readonly StoredEvent[]) => events.map(({ id }) => id);

/** Collects all pages, each of which examines few entries. */
async function newestEvents(page: (stretch: Stretch) => ReturnType<PointsStore['eventsBefore']>) {
  const found: PlayedEvent[] = [];
  for (let before: number | undefined; ;) {
    const { events, next } = await page({ before, limit: 7, look: 10 });
    found.push(...events);
    if (next === undefined) return found;
    before = next;
  }
}

async function countedAfter(store: PointsStore, period: PeriodKey, after: number): Promise<[number, number, number][]> {
  const found: [number, number, number][] = [];
  for await (const { players, at, points } of store.countedEvents(period, after))
    for (let i = 0; i < players.length; i += 1) found.push([players[i]!, at[i]!, points[i]!]);
  return found;
}

/** Sequentially, so that waiting stores are called in the same order as others. */
async function collected<Item, Result>(items: readonly Item[], ask: (item: Item) => Promise<Result>): Promise<Result[]> {
  const found: Result[] = [];
  for (const item of items) found.push(await ask(item));
  return found;
}
