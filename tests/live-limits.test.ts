// The events that limits hold, for events of any date and after any actions, compared with plain sums over all of a player's events.
/* oxlint-disable vitest/no-standalone-expect -- a run of the property is a class */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ENDPOINTS, type EndpointId } from '../src/contract/api.ts';
import { type Endpoint, targetOf } from '../src/contract/endpoint.ts';
import type { ApiResults } from '../src/contract/game-answers.ts';
import { useTrialApi } from '../src/server/api/trial-api.suite.ts';
import { closeOnce } from '../src/server/boards/closing.ts';
import { openMemoryStore } from './oracle/memory-store.ts';
import { openSqliteStore } from '../src/server/store/sqlite/sqlite-store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Runs per store. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 6);
/** The maximum duration of a run, in milliseconds. */
const RUN_MS = 20_000;

const NAMES = ['ada', 'bob'];

/** Ages of events: today and the days before, within the year that a day is compared with, and older. */
const AGES = [0, HOUR / 2, 2 * HOUR, DAY, DAY + HOUR / 2, 2 * DAY, 3 * DAY, 5 * DAY, 8 * DAY, 30 * DAY, 240 * DAY, 380 * DAY];

interface PlainEvent {
  readonly id: string;
  player: string;
  readonly at: number;
  readonly points: number;
  /** `held`: it has never counted. */
  state: 'counts' | 'voided' | 'merged' | 'held' | 'rejected';
  /** The id of its held record. */
  held?: string;
}

type Limits = Readonly<Partial<Record<'event' | 'hour' | 'day' | 'history', number>>>;

const stepArbitrary = fc.record({
  act: fc.constantFrom('post', 'post', 'post', 'import', 'limit', 'void', 'restore', 'accept', 'reject', 'merge', 'wait', 'look'),
  which: fc.nat(999),
  sent: fc.array(fc.record({ name: fc.nat(1), points: fc.integer({ min: -5, max: 30 }), age: fc.nat(AGES.length - 1) }), {
    minLength: 1,
    maxLength: 4,
  }),
  limits: fc.record(
    {
      event: fc.integer({ min: 10, max: 30 }),
      hour: fc.integer({ min: 10, max: 60 }),
      day: fc.integer({ min: 20, max: 90 }),
      history: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: [] },
  ),
});

type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never;

const berlin = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' });

/** Days since 1970 of a moment's date on the board's calendar. */
function dayOf(at: number): number {
  return Date.parse(berlin.format(at)) / DAY;
}

/** The first limit that an event exceeds, judging by the player's counted events. */
function exceeded(
  { event, hour, day, history }: Limits,
  all: readonly PlainEvent[],
  { player, at, points }: PlainEvent,
): string | undefined {
  const theirs = all.filter((other) => other.player === player && other.state === 'counts');
  const sum = (some: readonly PlainEvent[]) => some.reduce((total, other) => total + other.points, 0);
  if (event !== undefined && points > event) return 'event';
  if (points <= 0) return undefined;
  const ofHour = sum(theirs.filter((other) => Math.floor(other.at / HOUR) === Math.floor(at / HOUR)));
  if (hour !== undefined && ofHour + points > hour) return 'hour';
  const ofDay = sum(theirs.filter((other) => dayOf(other.at) === dayOf(at)));
  if (day !== undefined && ofDay + points > day) return 'day';
  const before = Map.groupBy(
    theirs.filter((other) => dayOf(other.at) < dayOf(at) && dayOf(other.at) >= dayOf(at) - 366),
    (other) => dayOf(other.at),
  );
  const won = Array.from(before.values(), sum).filter((points) => points > 0);
  return history !== undefined && won.length >= 3 && ofDay + points > history * Math.max(...won) ? 'history' : undefined;
}

/** A game with limits, on the server and as a list of events. */
class Run {
  readonly #trial: ReturnType<typeof useTrialApi>;
  readonly #events: PlainEvent[] = [];
  #limits: Limits = {};

  constructor(trial: ReturnType<typeof useTrialApi>) {
    this.#trial = trial;
  }

  async all(steps: readonly Step[]): Promise<void> {
    for (const { id } of this.#trial.boards.imports.list()) await this.#trial.boards.imports.end(id);
    for (const step of steps) await this.#do(step);
  }

  async #do({ act, which, sent, limits }: Step): Promise<void> {
    const one = (...states: readonly PlainEvent['state'][]) => {
      const some = this.#events.filter(({ id, state }) => id !== '' && states.includes(state));
      return some[which % some.length];
    };
    switch (act) {
      case 'post':
      case 'import':
        return this.#send(act, sent);
      case 'limit':
        this.#limits = limits;
        return this.#ask('setLimits', { board: 'main' }, limits);
      case 'void':
      case 'restore': {
        const event = one(act === 'void' ? 'counts' : 'voided');
        if (event === undefined) return;
        event.state = act === 'void' ? 'voided' : 'counts';
        return this.#ask('reviseEvent', { board: 'main' }, { event: event.id, does: act, reason: 'A test' });
      }
      case 'accept': {
        const event = one('held', 'rejected');
        if (event === undefined) return;
        event.state = 'counts';
        return this.#ask('acceptHeld', { held: event.held });
      }
      case 'reject': {
        const event = one('held');
        if (event === undefined) return;
        event.state = 'rejected';
        return this.#ask('rejectHeld', { held: event.held }, { reason: 'A test' });
      }
      case 'merge':
        return this.#merge(NAMES[which % 2]!, NAMES[(which + 1) % 2]!);
      case 'wait':
        this.#trial.now += [HOUR / 2, 5 * HOUR, DAY][which % 3]!;
        return;
      case 'look':
        return closeOnce(this.#trial.boards, () => {});
    }
  }

  async #send(act: 'post' | 'import', sent: Step['sent']): Promise<void> {
    const { now, tokens } = this.#trial;
    const events = sent.map(({ name, points, age }, i): PlainEvent => ({
      id: `e${this.#events.length + i}`,
      player: NAMES[name]!,
      points,
      at: now - AGES[age]!,
      state: 'counts',
    }));
    const body = { events: events.map(({ id, player, points, at }) => ({ id, username: player, points, at: new Date(at).toISOString() })) };
    const answer = await this.#trial.send(act === 'post' ? 'submitPoints' : 'importPoints', { body }, tokens.owner);
    const { results } = answer.body as ApiResults;
    for (const [i, event] of events.entries()) {
      const result = results[i]!;
      const rule = act === 'import' ? undefined : exceeded(this.#limits, this.#events, event);
      const found = 'held' in result ? result.held.rule : result.status;
      expect([event.id, found, this.#limits]).toEqual([event.id, rule ?? 201, this.#limits]);
      this.#events.push('held' in result ? { ...event, state: 'held', held: result.held.held } : event);
    }
  }

  async #merge(from: string, into: string): Promise<void> {
    const isKnown = (name: string) => this.#events.some(({ player, state }) => player === name && state !== 'held' && state !== 'rejected');
    if (!isKnown(from) || !isKnown(into)) return;
    await this.#ask('mergePlayers', { username: from }, { into });
    for (const event of this.#events.filter(({ player, state }) => player === from && state !== 'voided')) {
      // Held events move with the player, and counted ones become copies with unknown ids.
      if (event.state !== 'counts') event.player = into;
      else this.#events[this.#events.indexOf(event)] = { ...event, id: '', player: into };
    }
  }

  async #ask(endpoint: EndpointId, addressed: object, body?: object): Promise<void> {
    const { status, text } = await this.#trial.ask(targetOf<Endpoint>(ENDPOINTS[endpoint], addressed), {
      method: ENDPOINTS[endpoint].method,
      headers: { authorization: `Bearer ${this.#trial.tokens.owner}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(`${endpoint} ${status < 300 ? 'done' : text}`).toBe(`${endpoint} done`);
  }
}

describe.each([
  ['in memory', () => openMemoryStore()],
  ['on SQLite', openSqliteStore],
] as const)('limits, %s,', (_, openStore) => {
  const trial = useTrialApi({ openStore });

  // oxlint-disable-next-line vitest/expect-expect -- the property expects
  it(`match plain sums over ${RUNS} runs`, { timeout: RUN_MS * RUNS }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 40, size: 'max' }), async (steps) => {
        await trial.renew();
        await new Run(trial).all(steps);
      }),
      { numRuns: RUNS, endOnFailure: false },
    );
  });
});
