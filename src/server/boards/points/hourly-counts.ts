import { setImmediate as nextTurn } from 'node:timers/promises';

import * as z from 'zod/mini';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { StoredRecord } from '../../store/records.ts';
import type { Change, NewEvent } from '../../store/stored-values.ts';

/** The record kind of an hour's counts. */
const HOUR = 'hour';

/** The prefix of authors that are keys. */
const BY_KEY = 'key:';

const HOURS = 24;

const DAYS = 30;

/** Records parsed per turn of the event loop. */
const AT_ONCE = 50;

/** How long hours are kept. */
const KEPT_MS = (DAYS + 1) * DAY_MS;

const figuresSchema = z.object({
  events: z.int(),
  refused: z.int(),
  players: z.int(),
  /** Different players since the day began, in UTC. */
  playersOfDay: z.int(),
});

const namedSchema = z.array(z.tuple([z.string(), z.int()]));

const recordSchema = z.object({ ...figuresSchema.shape, boards: namedSchema, keys: namedSchema });

/** Counts of an hour, or several. */
class Counts {
  events = 0;
  refused = 0;
  players = 0;
  playersOfDay = 0;
  /** Events by board. */
  readonly boards = new Map<string, number>();
  /** Events by the id of the key that posted them. */
  readonly keys = new Map<string, number>();

  /** Adds counts that each process made of its own events, and takes the maximum of those that every process made of all. */
  add(other: Counts): this {
    this.events += other.events;
    this.refused += other.refused;
    this.players = Math.max(this.players, other.players);
    this.playersOfDay = Math.max(this.playersOfDay, other.playersOfDay);
    for (const [name, count] of other.boards) addTo(this.boards, name, count);
    for (const [id, count] of other.keys) addTo(this.keys, id, count);
    return this;
  }
}

const NONE = new Counts();

function addTo(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

/** Counts of events, players and refusals in an hour or a day. Times are epoch milliseconds. */
interface Counted {
  readonly start: number;
  readonly events: number;
  readonly players: number;
  readonly refused: number;
}

/** The last 24 hours and 30 days (UTC), oldest first, including the current ones, and the events of these hours by board and by key. */
export interface Activity {
  readonly since: number;
  readonly hours: readonly Counted[];
  readonly days: readonly Counted[];
  readonly boards: ReadonlyMap<string, number>;
  readonly keys: ReadonlyMap<string, number>;
}

/**
 * Counts posted events by hour. Every process counts its own and adds them to the hour's record, at most once a minute: a killed process
 * loses its last minute, and others see it up to a minute later. Players are counted from the changes of all processes, from the start of
 * this one: after a restart, an hour or a day has the higher of the two counts.
 */
export class HourlyCounts {
  readonly #store: Pick<PointsStore, 'records' | 'changeRecords'>;
  readonly #clock: () => number;
  readonly #since: number;
  readonly #hour = new Seen();
  readonly #day = new Seen();
  /** By start of the hour. */
  #unsaved = new Map<number, Counts>();
  #saved: Map<number, Counts> | undefined;
  #readAt = -Infinity;
  /** The running or latest read or save; they run one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  /** `clock` returns epoch milliseconds. */
  constructor(store: Pick<PointsStore, 'records' | 'changeRecords'>, clock: () => number) {
    this.#store = store;
    this.#clock = clock;
    this.#since = clock();
  }

  /** Counts events that this process recorded on a board. */
  recorded(board: string, events: readonly Pick<NewEvent, 'author'>[]): void {
    if (events.length === 0) return;
    const counts = this.#current();
    counts.events += events.length;
    addTo(counts.boards, board, events.length);
    for (const { author } of events) if (author?.by.startsWith(BY_KEY) === true) addTo(counts.keys, author.by.slice(BY_KEY.length), 1);
  }

  /** Counts refused events, or refused requests. */
  refused(count: number): void {
    this.#current().refused += count;
  }

  /** Applies a change of the store. */
  follow(change: Change): void {
    if (change.kind !== 'recorded' || change.totals.length === 0) return;
    const now = this.#clock();
    this.#hour.begin(Math.floor(now / HOUR_MS));
    this.#day.begin(Math.floor(now / DAY_MS));
    for (const { player } of change.totals) {
      this.#hour.add(player);
      this.#day.add(player);
    }
    const counts = this.#current();
    counts.players = this.#hour.count;
    counts.playersOfDay = this.#day.count;
  }

  /** The cost does not depend on the number of events and players. */
  async activity(): Promise<Activity> {
    const now = this.#clock();
    const saved = await this.#alone(() => this.#read());
    const known = new Map([
      ...saved,
      ...Array.from(this.#unsaved, ([start, counts]) => [start, sumOf([saved.get(start), counts])] as const),
    ]);
    const hoursFrom = (start: number, hours: number) => Array.from({ length: hours }, (_, i) => known.get(start + i * HOUR_MS) ?? NONE);
    const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
    const day = Math.floor(now / DAY_MS) * DAY_MS;
    const firstHour = hour - (HOURS - 1) * HOUR_MS;
    const hours = hoursFrom(firstHour, HOURS).map(({ events, players, refused }, i) => ({
      start: firstHour + i * HOUR_MS,
      events,
      players,
      refused,
    }));
    // Without boards and keys, which would take most of the time.
    const days = Array.from({ length: DAYS }, (_, i) => {
      const start = day - (DAYS - 1 - i) * DAY_MS;
      const sum = { start, events: 0, players: 0, refused: 0 };
      for (const { events, playersOfDay, refused } of hoursFrom(start, DAY_MS / HOUR_MS)) {
        sum.events += events;
        sum.players = Math.max(sum.players, playersOfDay);
        sum.refused += refused;
      }
      return sum;
    });
    const { boards, keys } = sumOf(hoursFrom(firstHour, HOURS));
    const first = Math.min(...known.keys());
    return { since: first > this.#since - HOUR_MS ? this.#since : first, hours, days, boards, keys };
  }

  /** Saves the remaining counts. */
  async close(): Promise<void> {
    await this.#save();
  }

  /** The counts of the current hour, to be increased. */
  #current(): Counts {
    const start = Math.floor(this.#clock() / HOUR_MS) * HOUR_MS;
    let counts = this.#unsaved.get(start);
    if (counts === undefined) this.#unsaved.set(start, (counts = new Counts()));
    this.#timer ??= setTimeout(() => void this.#save(), MINUTE_MS).unref();
    return counts;
  }

  #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  #save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#alone(() => this.#saveAll());
  }

  async #saveAll(): Promise<void> {
    const counted = this.#unsaved;
    this.#unsaved = new Map();
    if (counted.size === 0) return;
    try {
      const saved = await this.#read();
      for (const [start, counts] of counted) {
        const key = keyOf(start);
        const old = saved.has(start) ? [] : [...saved.keys()].filter((each) => each < start - KEPT_MS);
        let now = counts;
        await this.#store.changeRecords({
          of: [key],
          change: ([kept]) => {
            now = sumOf([kept && countsIn(kept), counts]);
            const text = JSON.stringify({ ...now, boards: [...now.boards], keys: [...now.keys] });
            return [{ ...key, at: start, state: 'counted', text }, ...old.map((each) => ({ ...keyOf(each), text: undefined }))];
          },
        });
        for (const each of old) saved.delete(each);
        saved.set(start, now);
        counted.delete(start);
      }
    } catch {
      // Readiness reports the problem; the next save includes these counts.
      for (const [start, counts] of counted) this.#unsaved.set(start, sumOf([this.#unsaved.get(start), counts]));
    }
  }

  /** The saved hours: all at first, then every minute the newest two, which other processes may have changed. */
  async #read(): Promise<Map<number, Counts>> {
    const now = this.#clock();
    const known = this.#saved;
    if (known !== undefined && Math.abs(now - this.#readAt) < MINUTE_MS) return known;
    const records = await this.#store.records(HOUR, { limit: known === undefined ? (2 * KEPT_MS) / HOUR_MS : 2 });
    const saved = known ?? new Map<number, Counts>();
    for (const [i, record] of records.entries()) {
      if (i % AT_ONCE === AT_ONCE - 1) await nextTurn();
      // Boards and keys of earlier hours, which are most of the text, are not shown.
      saved.set(record.at, record.at < now - DAY_MS ? figuresIn(record) : countsIn(record));
    }
    this.#saved = saved;
    this.#readAt = now;
    return saved;
  }
}

/** Different players of an hour or a day, by number, as bits. */
class Seen {
  #of = -1;
  #bits = new Uint8Array(1024);
  count = 0;

  begin(of: number): void {
    if (of === this.#of) return;
    this.#of = of;
    this.#bits.fill(0);
    this.count = 0;
  }

  add(player: number): void {
    const place = player >>> 3;
    const bit = 1 << (player & 7);
    if (place >= this.#bits.length) {
      const more = new Uint8Array(place * 2);
      more.set(this.#bits);
      this.#bits = more;
    }
    if ((this.#bits[place]! & bit) !== 0) return;
    this.#bits[place]! |= bit;
    this.count += 1;
  }
}

function keyOf(start: number) {
  return { kind: HOUR, id: new Date(start).toISOString() };
}

function figuresIn({ text }: StoredRecord): Counts {
  return Object.assign(new Counts(), figuresSchema.parse(JSON.parse(text)));
}

function countsIn({ text }: StoredRecord): Counts {
  const { boards, keys, ...counts } = recordSchema.parse(JSON.parse(text));
  return Object.assign(new Counts(), counts, { boards: new Map(boards), keys: new Map(keys) });
}

function sumOf(several: readonly (Counts | undefined)[]): Counts {
  return several.reduce<Counts>((sum, counts) => (counts === undefined ? sum : sum.add(counts)), new Counts());
}
