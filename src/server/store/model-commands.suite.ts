import fc from 'fast-check';

import { PERIOD_KINDS, type PeriodKind } from '../../domain/calendar.ts';
import { SCORING_RULES } from '../../domain/scoring.ts';
import type { Unit } from '../../domain/units/unit.ts';
import type { Author, BoardSettings, NewEvent, Revision } from './stored-values.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The earliest event time: shortly before Berlin's spring clock change and the end of a month, so that all kinds of periods roll over. */
export const START = Date.UTC(2026, 2, 26);
const MAX = Number.MAX_SAFE_INTEGER;

/** A command to a store. Times are epoch milliseconds; `stopsAt` is how many stop checks return false. */
export type Command =
  /** Records events that a period counts until `grace` milliseconds after its end; or throws while deciding. */
  | {
      readonly does: 'append';
      readonly board: string;
      readonly events: readonly NewEvent[];
      readonly grace: number;
      readonly throws: boolean;
    }
  /** Voids or restores an event; periods become final `grace` milliseconds after they ended or were reopened. */
  | { readonly does: 'revise'; readonly board: string; readonly id: string; readonly revision: Revision; readonly grace: number }
  /** Voids or restores several events at once. `instead`: an event to restore, or the number of a player who gets a copy. */
  | {
      readonly does: 'revise together';
      readonly revising: readonly {
        readonly board: string;
        readonly id: string;
        readonly does: Revision['does'];
        readonly instead: string | number | undefined;
      }[];
      readonly at: number;
      readonly grace: number;
      /** Prepares the revisions ahead of the commit, with another command in between. */
      readonly ahead: { readonly meanwhile: Command | undefined } | undefined;
    }
  /** Seals one of the ended periods. */
  | { readonly does: 'seal'; readonly now: number; readonly which: number }
  /** Seals and closes the oldest ended period, hiding the players whose bit is set. */
  | {
      readonly does: 'close';
      readonly now: number;
      readonly stopsAt: number;
      readonly hidden: number;
      readonly mistake: 'none' | 'not sealed' | 'one too few';
    }
  /** Reopens the latest closed period, or any other. */
  | { readonly does: 'reopen'; readonly board: string; readonly kind: PeriodKind; readonly which: number | 'latest'; readonly at: number }
  | { readonly does: 'maintain'; readonly stopsAt: number }
  | { readonly does: 'save document'; readonly name: string; readonly text: string }
  | { readonly does: 'save board'; readonly board: string; readonly title: string; readonly isOther: boolean }
  /** Renames a player, by number; the name may be taken. */
  | { readonly does: 'rename'; readonly player: number; readonly username: string }
  | { readonly does: 'erase'; readonly player: number }
  /** Removes the board without events. */
  | { readonly does: 'remove board' }
  /** Closes and reopens the store. */
  | { readonly does: 'restart' };

const board = fc.constantFrom('main', 'main', 'main', 'other');
const id = fc.integer({ min: 0, max: 150 }).map((n) => `event ${n}`);
const now = fc.integer({ min: START, max: START + 40 * DAY });
const stopsAt = fc.constantFrom(0, 1, 2, Infinity, Infinity, Infinity);

const AUTHORS: readonly (Author | undefined)[] = [
  undefined,
  { by: 'key:a' },
  { by: 'key:a', import: 'i' },
  { by: 'key:b', import: 'i' },
  { by: 'person:c' },
];

const event: fc.Arbitrary<NewEvent> = fc
  .record({
    id,
    username: fc.constantFrom('ann', 'ANN', 'Bob', 'ｂｏｂ', 'Çelik', 'çelik', 'Straße', 'STRASSE', 'Eve', 'finn'),
    points: fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: -3, max: 6 }) },
      { weight: 1, arbitrary: fc.constantFrom(-0, MAX, -MAX, MAX - 3, 2 ** 52) },
    ),
    at: fc.oneof(
      fc.integer({ min: START, max: START + 9 * DAY }),
      fc.integer({ min: 0, max: 9 * 24 }).map((hours) => START + hours * HOUR),
    ),
    delay: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: -HOUR, max: HOUR }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 * DAY }) },
    ),
    activity: fc.constantFrom('', 'Quest', 'Arena'),
    displayName: fc.option(fc.constantFrom('Captain', 'Ace'), { nil: undefined, freq: 4 }),
    avatar: fc.option(fc.constantFrom('🦊', '🐙'), { nil: undefined, freq: 4 }),
    keepsNames: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
    digest: fc.constantFrom('one body', 'one body', 'one body', 'another body'),
    author: fc.constantFrom(...AUTHORS),
  })
  .map(({ delay, ...one }) => Object.assign(one, { receivedAt: one.at + delay }));

const appending = fc.record({
  does: fc.constant('append' as const),
  board,
  events: fc.array(event, { maxLength: 6 }),
  grace: fc.constantFrom(0, DAY, Infinity, Infinity),
  throws: fc.integer({ min: 0, max: 15 }).map((n) => n === 0),
});

const revisingOne = fc.record({
  does: fc.constant('revise' as const),
  board,
  id,
  revision: fc.record({
    does: fc.constantFrom('void', 'void', 'restore'),
    reason: fc.constantFrom('A bot', ''),
    at: now,
  }),
  grace: fc.constantFrom(0, 9 * DAY, Infinity, Infinity),
});

const closing = fc.record({
  does: fc.constant('close' as const),
  now,
  stopsAt,
  hidden: fc.nat({ max: 63 }).map((bits) => bits & (bits >> 3)),
  mistake: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'none', 'not sealed', 'one too few'),
});

const reopening = fc.record({
  does: fc.constant('reopen' as const),
  board,
  kind: fc.constantFrom(...PERIOD_KINDS),
  which: fc.oneof(fc.constant('latest' as const), fc.nat({ max: 8 })),
  at: now,
});

export const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 24,
    arbitrary: appending,
  },
  {
    weight: 6,
    arbitrary: revisingOne,
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('revise together' as const),
      revising: fc.array(
        fc.record({
          board,
          id,
          does: fc.constantFrom('void', 'void', 'restore'),
          instead: fc.oneof(fc.constant(undefined), id, fc.integer({ min: 1, max: 3 })),
        }),
        { maxLength: 40, size: 'max' },
      ),
      at: now,
      grace: fc.constantFrom(0, 9 * DAY, Infinity, Infinity),
      ahead: fc.option(
        fc.record({ meanwhile: fc.option(fc.oneof(appending, appending, revisingOne, closing, reopening), { nil: undefined }) }),
        {
          nil: undefined,
        },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('seal' as const), now, which: fc.nat({ max: 5 }) }) },
  {
    weight: 5,
    arbitrary: closing,
  },
  {
    weight: 2,
    arbitrary: reopening,
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('maintain' as const), stopsAt }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('save document' as const),
      name: fc.constantFrom('site', ''),
      text: fc.string({ maxLength: 5 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('save board' as const),
      board: fc.constantFrom('main', 'other', 'third'),
      title: fc.string({ minLength: 1, maxLength: 5 }),
      isOther: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('rename' as const),
      player: fc.integer({ min: 1, max: 7 }),
      username: fc.constantFrom('ann', 'BOB', 'gil', 'Hal'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('erase' as const), player: fc.integer({ min: 1, max: 7 }) }) },
  { weight: 1, arbitrary: fc.constant({ does: 'remove board' as const }) },
  { weight: 2, arbitrary: fc.constant({ does: 'restart' as const }) },
);

export const boardArbitrary: fc.Arbitrary<BoardSettings> = fc.record({
  name: fc.constant('main'),
  title: fc.constant('Main'),
  scoring: fc.constantFrom(...SCORING_RULES),
  direction: fc.constantFrom('high', 'low'),
  unit: fc.constantFrom<Unit[]>('points', 'time', { one: 'coin', other: 'coins' }),
  state: fc.constantFrom('listed', 'archived'),
  calendar: fc.record({ timeZone: fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu'), weekStart: fc.constantFrom(1, 7) }),
});
