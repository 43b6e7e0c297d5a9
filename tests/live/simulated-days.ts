import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PERIOD_KINDS, periodContaining, type PeriodKind } from '../../src/domain/calendar.ts';
import { closeOnce } from '../../src/server/boards/closing.ts';
import { LiveBoards } from '../../src/server/boards/live-boards.ts';
import { parseEvent } from '../../src/server/boards/points/points-intake.ts';
import type { PointsStore } from '../../src/server/store/points-store.ts';
import { type PeriodKey, PLAIN_BOARD } from '../../src/server/store/stored-values.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { seeded } from '../seeded.ts';

/**
 * Zones that disagree about days: two with summer time on two continents, one whose summer time is half an hour, one that skipped 30
 * December 2011, and one that is three quarters of an hour off.
 */
export const TRIAL_ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu'] as const;

/** From here, 400 days contain every change of summer time twice, Samoa's missing day, a New Year and a leap day. */
const FIRST_DAY = Date.parse('2011-03-01T00:00:00Z');

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GRACE_MS = 60_000;

export interface SimulatedFigures {
  readonly events: number;
  /** The number of closed periods, and of those that received events afterwards. */
  readonly closed: number;
  readonly tooLate: number;
  /** The number of downtimes, and of days that ended during them. */
  readonly downtimes: number;
  readonly slept: number;
  /** Errors found. */
  readonly wrong: readonly string[];
}

interface FoldedTotal {
  points: number;
  reachedAt: number;
  /** Whether any of its events had points other than zero. */
  isMoved: boolean;
  /** Lower for earlier arrivals. */
  readonly number: number;
}

interface Closing {
  readonly period: PeriodKey;
  readonly text: string;
  readonly end: number;
  readonly digest: string;
}

/**
 * Simulates `days` days of a board in a zone with its own clock: events on time, late, far too late and slightly ahead, and downtimes while
 * periods end. Folds the same events by local dates, without the program's calendar, store or order, and compares. `seed` repeats a run.
 */
export async function simulateDays(timeZone: string, days: number, seed: number, hoursBetween = 8): Promise<SimulatedFigures> {
  const chance = seeded(seed);
  const upTo = (limit: number) => Math.floor(chance() * limit);
  const folder = mkdtempSync(join(tmpdir(), 'laurels-days-'));
  const wrong: string[] = [];
  const wall = wallDates(timeZone);
  const folded = new Map<string, Map<string, FoldedTotal>>();
  const numbers = new Map<string, number>();
  const closings = new Map<string, Closing>();
  const touchedClosed = new Set<string>();
  let now = FIRST_DAY;
  let events = 0;
  let downtimes = 0;
  let slept = 0;
  let lastEnd = -Infinity;
  let endInLook = -Infinity;

  const clock = () => now;
  let store: PointsStore;
  let boards: LiveBoards;

  async function open(): Promise<void> {
    store = await openSqliteStore(folder);
    boards = await LiveBoards.open(watched(store, closed), { clock, graceMs: GRACE_MS });
  }

  async function closed(period: PeriodKey): Promise<void> {
    const text = wall.textOf(period.kind, period.start);
    const { end } = periodContaining(period.kind, period.start, { timeZone, weekStart: 1 });
    if (closings.has(text)) wrong.push(`${text} closed twice`);
    if (end + GRACE_MS > now) wrong.push(`${text} closed before it was final`);
    const bounds = [period.start - 1, period.start, end - 1, end].map((at) => wall.textOf(period.kind, at) === text);
    if (bounds.join() !== 'false,true,true,false') wrong.push(`${text} is from ${period.start} to ${end}`);
    if (end < endInLook) wrong.push(`${text} closed after one that ended later`);
    endInLook = end;
    if (end < lastEnd) wrong.push(`${text} closed in a later look than one that ended later`);
    lastEnd = Math.max(lastEnd, end);
    const digest = digestOf(await finalsOf(store, period));
    if (digest !== digestOf(foldedOrder(folded.get(text)))) wrong.push(`${text} is not what its events add up to`);
    closings.set(text, { period, text, end, digest });
  }

  async function look(): Promise<void> {
    endInLook = -Infinity;
    const said: string[] = [];
    const before = closings.size;
    await closeOnce(boards, (text) => said.push(text));
    if (said.length !== closings.size - before) wrong.push(`${closings.size - before} periods closed, and of ${said.length} it was said`);
    for (const { kind, start, end } of await store.endedPeriods(now - GRACE_MS))
      wrong.push(`${wall.textOf(kind, start)} was final at ${end + GRACE_MS} and is still open`);
  }

  async function play(): Promise<void> {
    const batch = Array.from({ length: 1 + upTo(6) }, () => {
      const kind = chance();
      const ago = kind < 0.75 ? upTo(HOUR) : kind < 0.9 ? upTo(3 * DAY) : kind < 0.97 ? upTo(40 * DAY) : -upTo(HOUR / 12);
      return { id: String((events += 1)), username: `player ${upTo(12)}`, points: upTo(40) - 5, at: new Date(now - ago).toISOString() };
    });
    const results = await boards.commits.submit(
      boards.board('main'),
      batch.map((event) => parseEvent(event, now)),
    );
    if (results.some(({ kind }) => kind !== 'report')) wrong.push(`an event was refused: ${JSON.stringify(results)}`);
    for (const { username, points, at } of batch) {
      const moment = Date.parse(at);
      if (!numbers.has(username)) numbers.set(username, numbers.size + 1);
      for (const kind of PERIOD_KINDS) {
        const text = wall.textOf(kind, moment);
        if (now >= periodContaining(kind, moment, { timeZone, weekStart: 1 }).end + GRACE_MS) {
          touchedClosed.add(text);
          continue;
        }
        const totals = folded.get(text) ?? new Map<string, FoldedTotal>();
        folded.set(text, totals);
        const total = totals.get(username);
        if (total === undefined) totals.set(username, { points, reachedAt: moment, isMoved: points !== 0, number: numbers.get(username)! });
        else if (points !== 0) {
          total.points += points;
          total.reachedAt = total.isMoved ? Math.max(total.reachedAt, moment) : moment;
          total.isMoved = true;
        } else if (!total.isMoved) total.reachedAt = Math.min(total.reachedAt, moment);
      }
    }
  }

  try {
    await open();
    await boards!.editing.make({
      name: 'main',
      title: 'Main',
      ...PLAIN_BOARD,
      calendar: { timeZone, weekStart: 1 },
    });
    while (now < FIRST_DAY + days * DAY) {
      const what = chance();
      if (what < 0.02) {
        await boards!.commits.settled();
        await store!.close();
        const away = upTo(9 * DAY);
        downtimes += 1;
        slept += Math.floor((now + away) / DAY) - Math.floor(now / DAY);
        now += away;
        await open();
      } else if (what < 0.15) {
        // To a midnight, or a moment before or after one.
        now = Math.max(now, periodContaining('daily', now, { timeZone, weekStart: 1 }).end + upTo(3) - 1);
      } else now += what < 0.3 ? upTo(2 * GRACE_MS) : upTo(2 * hoursBetween * HOUR);
      if (chance() < 0.85) await play();
      if (chance() < 0.8) await look();
    }
    now += 40 * DAY;
    await look();

    const texts = [...folded.keys()].filter((text) => !text.startsWith('all-time'));
    for (const text of texts) if (!closings.has(text)) wrong.push(`${text} never closed`);
    if (closings.size !== texts.length) wrong.push(`${closings.size} periods closed, and ${texts.length} had events`);
    for (const { period, text, digest } of closings.values()) {
      if (digestOf(await finalsOf(store!, period)) !== digest) wrong.push(`${text} changed after it was closed`);
    }
    const whole = await boards!.reading.page(boards!.board('main'), 'all-time', now, { after: 0 }, 1000);
    const allTime = whole.standings.map(({ rank, player, points }) => [rank, player.username, points] as const);
    if (digestOf(allTime) !== digestOf(foldedOrder(folded.get('all-time')))) wrong.push('all time is not what all events add up to');
    wrong.push(...(await store!.verify()).differences);
    return { events, closed: closings.size, tooLate: touchedClosed.size, downtimes, slept, wrong };
  } finally {
    await store!.close();
    rmSync(folder, { recursive: true });
  }
}

/** The store, reporting each closed period. */
function watched(store: PointsStore, closed: (period: PeriodKey) => Promise<void>): PointsStore {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'closePeriod') {
        return async (...given: Parameters<PointsStore['closePeriod']>) => {
          const isClosed = await target.closePeriod(...given);
          await closed(given[0]);
          return isClosed;
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

type Place = readonly [rank: number, username: string, points: number];

async function finalsOf(store: PointsStore, period: PeriodKey): Promise<readonly Place[]> {
  const final = await store.finalStandings(period, 1, 1000);
  return (final?.standings ?? []).map(({ rank, player, score }) => [rank, player.username, score.points]);
}

function foldedOrder(totals: ReadonlyMap<string, FoldedTotal> = new Map()): readonly Place[] {
  return [...totals]
    .toSorted(([, a], [, b]) => b.points - a.points || a.reachedAt - b.reachedAt || a.number - b.number)
    .map(([username, { points }], i) => [i + 1, username, points]);
}

function digestOf(places: readonly Place[]): string {
  return hash('sha256', JSON.stringify(places));
}

/** The period of a moment, by the local date in the zone. */
function wallDates(timeZone: string): { textOf(kind: PeriodKind, at: number): string } {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return {
    textOf(kind, at) {
      if (kind === 'all-time') return kind;
      const date = format.format(at);
      if (kind === 'daily') return `daily ${date}`;
      if (kind === 'monthly') return `monthly ${date.slice(0, 7)}`;
      const noon = Date.parse(`${date}T12:00:00Z`);
      const sinceMonday = (new Date(noon).getUTCDay() + 6) % 7;
      return `weekly ${new Date(noon - sinceMonday * DAY).toISOString().slice(0, 10)}`;
    },
  };
}
