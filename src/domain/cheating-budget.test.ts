import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Calendar, periodContaining } from './calendar.ts';
import { type CheatingBudget, cheatingBudget, daysInHour } from './cheating-budget.ts';
import { HOUR_MS } from './durations.ts';
import { exceeded, exceededByPlay, type Limits, LONGEST_PLAY_SECONDS, type PlayLimits } from './plausibility.ts';

const WHOLE: Calendar = { timeZone: 'Europe/Berlin', weekStart: 1 };
/** Its midnight is at 18:30 UTC. */
const HALF: Calendar = { timeZone: 'Asia/Kolkata', weekStart: 1 };
const START = Date.UTC(2026, 10, 26, 17);

const SUM = { scoring: 'sum', direction: 'high' } as const;

const perhaps = <T>(some: fc.Arbitrary<T>) => fc.option(some, { freq: 2 });

const gameArbitrary = fc.record({
  limits: fc.record({
    event: perhaps(fc.integer({ min: -3, max: 60 })),
    hour: perhaps(fc.integer({ min: 1, max: 150 })),
    day: perhaps(fc.integer({ min: 1, max: 200 })),
    history: perhaps(fc.integer({ min: 1, max: 3 })),
  }),
  play: fc.record({
    seconds: perhaps(fc.integer({ min: 1, max: 300 })),
    rate: perhaps(fc.constantFrom(0.000_01, 0.001, 0.0025, 0.01, 7)),
    hour: perhaps(fc.integer({ min: 1, max: 6 })),
    day: perhaps(fc.integer({ min: 1, max: 8 })),
  }),
  calendar: fc.constantFrom(WHOLE, HALF),
  plays: fc.integer({ min: 0, max: 25 }),
});

/** A board from the viewpoint of cheaters: plays count or are held, and the public key has its budget. */
class Cheated {
  readonly counted: { readonly player: number; readonly at: number; readonly points: number }[] = [];
  readonly #game: typeof gameArbitrary extends fc.Arbitrary<infer T> ? T : never;

  constructor(game: typeof gameArbitrary extends fc.Arbitrary<infer T> ? T : never) {
    this.#game = game;
  }

  budget(): CheatingBudget {
    const { limits, play, calendar, plays } = this.#game;
    return cheatingBudget(limits, play, { ...SUM, days: daysInHour(calendar, START), plays });
  }

  /** Whether a play counts. */
  play(player: number, at: number, seconds: number, points: number): boolean {
    const { limits, play, plays } = this.#game;
    if (this.counted.filter((each) => hourOf(each.at) === hourOf(at)).length >= plays) return false;
    if (this.#isHeld(limits, play, { player, at, seconds, points })) return false;
    this.counted.push({ player, at, points });
    return true;
  }

  /** Plays for the most points that pass the limits. */
  playBest(player: number, at: number): boolean {
    const { limits, play } = this.#game;
    const isHeld = (points: number) => this.#isHeld(limits, play, { player, at, seconds: LONGEST_PLAY_SECONDS, points });
    let [least, most] = [0, 2 ** 40];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      if (isHeld(middle)) most = middle - 1;
      else least = middle;
    }
    return least > 0 && this.play(player, at, LONGEST_PLAY_SECONDS, least);
  }

  #isHeld(
    limits: Limits,
    play: PlayLimits,
    { player, at, seconds, points }: { readonly player: number; readonly at: number; readonly seconds: number; readonly points: number },
  ): boolean {
    const day = (moment: number) => periodContaining('daily', moment, this.#game.calendar).start;
    const theirs = this.counted.filter((each) => each.player === player);
    const ofHour = theirs.filter((each) => hourOf(each.at) === hourOf(at));
    const ofDay = theirs.filter((each) => day(each.at) === day(at));
    const pace = { hour: sum(ofHour), day: sum(ofDay), best: 0, days: 0 };
    return (
      exceededByPlay(play, { seconds, hour: ofHour.length, day: ofDay.length }, points) !== undefined ||
      exceeded(limits, 'high', pace, points) !== undefined
    );
  }

  /** By how much the highest total of a player, or of all players combined, rose between two moments. */
  gained(from: number, to: number, player?: number): number {
    const players = player === undefined ? new Set(this.counted.map((each) => each.player)) : [player];
    let gained = 0;
    for (const one of players) {
      const theirs = this.counted.filter((each) => each.player === one).toSorted((a, b) => a.at - b.at);
      gained += highest(theirs.filter(({ at }) => at < to)) - highest(theirs.filter(({ at }) => at < from));
    }
    return gained;
  }
}

const hourOf = (at: number) => Math.floor(at / HOUR_MS);

const sum = (plays: readonly { readonly points: number }[]) => plays.reduce((total, { points }) => total + points, 0);

function highest(plays: readonly { readonly points: number }[]): number {
  let [total, most] = [0, 0];
  for (const { points } of plays) most = Math.max(most, (total += points));
  return most;
}

test('law: plays within the limits gain at most the budget in a clock hour, and at most twice as much in any 60 minutes', () => {
  const moves = fc.array(
    fc.record({
      player: fc.nat(2),
      // Around the boundaries of hours, and of the day in Kolkata.
      at: fc.tuple(fc.nat(7), fc.integer({ min: -3, max: 3 })).map(([half, near]) => START + (half * HOUR_MS) / 2 + near),
      seconds: fc.oneof(fc.nat(400), fc.constant(LONGEST_PLAY_SECONDS)),
      points: fc.oneof(fc.constant('best' as const), fc.integer({ min: -40, max: 80 })),
    }),
    { minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(gameArbitrary, moves, (game, made) => {
      const cheated = new Cheated(game);
      for (const { player, at, seconds, points } of made.toSorted((a, b) => a.at - b.at)) {
        if (points === 'best') cheated.playBest(player, at);
        else cheated.play(player, at, seconds, points);
      }
      const { player: most, everybody } = cheated.budget();
      const hours = [-1, 0, 1, 2, 3].map((hour) => START + hour * HOUR_MS);
      for (const player of [0, 1, 2]) {
        for (const from of hours) expect(cheated.gained(from, from + HOUR_MS, player)).toBeLessThanOrEqual(most ?? Infinity);
        for (const { at } of cheated.counted) expect(cheated.gained(at, at + HOUR_MS, player)).toBeLessThanOrEqual(2 * (most ?? Infinity));
      }
      for (const from of hours) expect(cheated.gained(from, from + HOUR_MS)).toBeLessThanOrEqual(everybody ?? Infinity);
    }),
    { numRuns: 200 },
  );
});

test('law: some plays reach the budget of a player and, with enough guests, the budget for all players', () => {
  fc.assert(
    fc.property(gameArbitrary, (game) => {
      const { player, everybody, missing } = new Cheated(game).budget();
      if (player === null) {
        expect(missing).toBe('hour');
        expect(new Cheated(game).playBest(0, START) || game.plays === 0).toBe(true);
        return;
      }
      expect(missing).toBeUndefined();
      // The hour that contains midnight in Kolkata.
      const from = START + HOUR_MS;
      const best = Math.max(
        // Either side of midnight may be the better one to fill first.
        ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 25].map((before) => {
          const cheated = new Cheated(game);
          for (let i = 0; i < before; i += 1) cheated.playBest(0, from + i);
          while (cheated.playBest(0, from + HOUR_MS - 1));
          return cheated.gained(from, from + HOUR_MS, 0);
        }),
      );
      expect(best).toBe(player);
      if (everybody === null) return;
      const guests = new Cheated(game);
      for (let i = 0; i < game.plays; i += 1) guests.playBest(i, from);
      expect(guests.gained(from, from + HOUR_MS)).toBe(everybody);
    }),
    { numRuns: 50 },
  );
});

const NONE: Limits = { event: null, hour: null, day: null, history: null };
const FREE: PlayLimits = { seconds: null, rate: null, hour: null, day: null };

test('the budget is the best result where points do not add up to a better total', () => {
  const of = (
    limits: Partial<Limits>,
    play: Partial<PlayLimits>,
    rules: { readonly scoring: 'best' | 'latest'; readonly direction: 'high' | 'low' },
  ) => cheatingBudget({ ...NONE, ...limits }, { ...FREE, ...play }, { ...rules, days: 1, plays: 10_000 });
  const best = { scoring: 'best', direction: 'high' } as const;
  expect(of({}, { seconds: 60, hour: 1 }, best)).toEqual({ kind: 'best', player: null, everybody: null, missing: 'event' });
  expect(of({ event: 500 }, {}, best)).toEqual({ kind: 'best', player: 500, everybody: 500, missing: undefined });
  expect(of({ event: 500 }, { rate: 0.01 }, best)).toMatchObject({ player: 216 });
  expect(of({ event: 9000 }, {}, { scoring: 'best', direction: 'low' })).toMatchObject({ kind: 'best', player: 9000 });
  expect(of({}, {}, { scoring: 'latest', direction: 'low' })).toMatchObject({ player: null, missing: 'event' });
});

test('neither a minimum duration nor history bounds the budget, because plays overlap and new guests have no history', () => {
  const { player, everybody, missing } = cheatingBudget(
    { ...NONE, history: 2 },
    { ...FREE, seconds: 3600 },
    { ...SUM, days: 1, plays: 100 },
  );
  expect([player, everybody, missing]).toEqual([null, null, 'hour']);
});

test('without limits of plays, the limits of points bound the budget of a board', () => {
  const budget = cheatingBudget({ ...NONE, event: 50 }, undefined, { ...SUM, days: 1, plays: 10 });
  expect(budget).toEqual({ kind: 'gain', player: 500, everybody: 500, missing: undefined });
});
