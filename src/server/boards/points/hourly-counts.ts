import * as z from 'zod/mini';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { StoredRecord } from '../../store/records.ts';
import type { Change, NewEvent } from '../../store/stored-values.ts';

/** The record kind of an hour's counts. */
const HOUR = 'hour';

/** What the authors of events that a key posted begin with. */
const BY_KEY = 'key:';

const HOURS = 24;

const DAYS = 30;

/** How long hours are kept. */
const KEPT_MS = (DAYS + 1) * DAY_MS;

const namedSchema = z.array(z.tuple([z.string(), z.int()]));

const recordSchema = z.object({
  events: z.int(),
  refused: z.int(),
  players: z.int(),
  /** Different players since the day began, in UTC. */
  playersOfDay: z.int(),
  boards: namedSchema,
  keys: namedSchema,
});

type Named = ReadonlyMap<string, number>;

/** Counts of an hour. `boards`: events by name; `keys`: events by the id of the key that posted them. */
export interface HourCounts extends Readonly<Omit<z.infer<typeof recordSchema>, 'boards' | 'keys'>> {
  readonly boards: Named;
  readonly keys: Named;
}

const NONE: HourCounts = { events: 0, refused: 0, players: 0, playersOfDay: 0, boards: new Map(), keys: new Map() };

/** Events, players and refusals of a while. Times are epoch milliseconds. */
interface Counted {
  readonly start: number;
  readonly events: number;
  readonly players: number;
  readonly refused: number;
}

/** The last 24 hours and 30 days (UTC), oldest first, the current ones included; and the events of these hours by board and by key. */
export interface Activity {
  readonly since: number;
  readonly hours: readonly Counted[];
  readonly days: readonly Counted[];
  readonly boards: Named;
  readonly keys: Named;
}

/**
 * What is posted, by hour. Every process counts what it takes and adds it to the record of the hour, at most once a minute: a process that
 * is killed loses its last minute, and others see it up to a minute later. Players are counted from the changes of all processes, from the
 * start of the process: after a restart, an hour or a day has the higher of the two counts.
 */
export class HourlyCounts {
  readonly #store: Pick<PointsStore, 'records' | 'changeRecords'>;
  readonly #clock: () => number;
  readonly #since: number;
  readonly #hour = new Seen();
  readonly #day = new Seen();
  /** By start of the hour. */
  #unsaved = new Map<number, HourCounts>();
  #saved: Map<number, HourCounts> | undefined;
  #readAt = -Infinity;
  #saving: Promise<void> = Promise.resolve();
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
    const keys = new Map<string, number>();
    for (const { author } of events) {
      if (author?.by.startsWith(BY_KEY) !== true) continue;
      const id = author.by.slice(BY_KEY.length);
      keys.set(id, (keys.get(id) ?? 0) + 1);
    }
    this.#add({ ...NONE, events: events.length, boards: new Map([[board, events.length]]), keys });
  }

  /** Counts refused events, or refused requests. */
  refused(count: number): void {
    this.#add({ ...NONE, refused: count });
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
    this.#add({ ...NONE, players: this.#hour.count, playersOfDay: this.#day.count });
  }

  /** Costs the same whatever the number of events and players. */
  async activity(): Promise<Activity> {
    const now = this.#clock();
    const saved = await this.#read();
    const known = new Map(saved);
    for (const [start, counts] of this.#unsaved) known.set(start, together(known.get(start), counts));
    const hourOf = (start: number) => ({ start, ...(known.get(start) ?? NONE) });
    const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
    const day = Math.floor(now / DAY_MS) * DAY_MS;
    const hours = Array.from({ length: HOURS }, (_, i) => hourOf(hour - (HOURS - 1 - i) * HOUR_MS));
    const days = Array.from({ length: DAYS }, (_, i) => {
      const start = day - (DAYS - 1 - i) * DAY_MS;
      const inDay = Array.from({ length: DAY_MS / HOUR_MS }, (__, j) => hourOf(start + j * HOUR_MS));
      const { events, refused, playersOfDay } = inDay.reduce(together, NONE);
      return { start, events, refused, players: playersOfDay };
    });
    const { boards, keys } = hours.reduce(together, NONE);
    return {
      since: Math.min(this.#since, ...known.keys()),
      hours: hours.map(({ start, events, refused, players }) => ({ start, events, refused, players })),
      days,
      boards,
      keys,
    };
  }

  /** Saves what is counted, at the end. */
  async close(): Promise<void> {
    this.#save();
    await this.#saving;
  }

  #add(counts: HourCounts): void {
    const start = Math.floor(this.#clock() / HOUR_MS) * HOUR_MS;
    this.#unsaved.set(start, together(this.#unsaved.get(start), counts));
    this.#timer ??= setTimeout(() => this.#save(), MINUTE_MS).unref();
  }

  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counted = this.#unsaved;
    if (counted.size === 0) return;
    this.#unsaved = new Map();
    this.#saving = this.#saving.then(() => this.#saveAll(counted));
  }

  async #saveAll(counted: Map<number, HourCounts>): Promise<void> {
    try {
      const saved = await this.#read();
      for (const [start, counts] of counted) {
        const key = keyOf(start);
        const old = saved.has(start) ? [] : [...saved.keys()].filter((each) => each < start - KEPT_MS);
        let now = counts;
        await this.#store.changeRecords({
          of: [key],
          change: ([kept]) => {
            now = together(kept && countsIn(kept), counts);
            const text = JSON.stringify({ ...now, boards: [...now.boards], keys: [...now.keys] });
            return [{ ...key, at: start, state: 'counted', text }, ...old.map((each) => ({ ...keyOf(each), text: undefined }))];
          },
        });
        for (const each of old) saved.delete(each);
        saved.set(start, now);
        counted.delete(start);
      }
    } catch {
      // Readiness reports the trouble; the next save has these counts, too.
      for (const [start, counts] of counted) this.#unsaved.set(start, together(this.#unsaved.get(start), counts));
    }
  }

  /** The saved hours: all at first, then every minute the newest two, which other processes may have changed. */
  async #read(): Promise<Map<number, HourCounts>> {
    const now = this.#clock();
    const known = this.#saved;
    if (known !== undefined && Math.abs(now - this.#readAt) < MINUTE_MS) return known;
    const records = await this.#store.records(HOUR, { limit: known === undefined ? (2 * KEPT_MS) / HOUR_MS : 2 });
    this.#saved ??= new Map();
    for (const record of records) this.#saved.set(record.at, countsIn(record));
    this.#readAt = now;
    return this.#saved;
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

function countsIn({ text }: StoredRecord): HourCounts {
  const { boards, keys, ...counts } = recordSchema.parse(JSON.parse(text));
  return { ...counts, boards: new Map(boards), keys: new Map(keys) };
}

/** Sums of what each process counted alone, and the larger of what all of them counted. */
function together(a: HourCounts = NONE, b: HourCounts): HourCounts {
  return {
    events: a.events + b.events,
    refused: a.refused + b.refused,
    players: Math.max(a.players, b.players),
    playersOfDay: Math.max(a.playersOfDay, b.playersOfDay),
    boards: added(a.boards, b.boards),
    keys: added(a.keys, b.keys),
  };
}

function added(a: Named, b: Named): Named {
  if (b.size === 0) return a;
  const sums = new Map(a);
  for (const [name, count] of b) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}
