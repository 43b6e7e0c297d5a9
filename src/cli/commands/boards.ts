import { ENDPOINTS } from '../../contract/api.ts';
import type { ApiKeptBoard } from '../../contract/parts/answer-parts.ts';
import { boardNameSchema } from '../../contract/parts/text-rules.ts';
import { rulesFor } from '../../domain/units/unit.ts';
import type { LiveSettings } from '../../server/operation/live-settings.ts';
import { WEEKDAY_RULE, weekdayOf } from '../../server/operation/weekday.ts';
import type { Visibility } from '../../server/boards/board-visibility.ts';
import type { BoardSettings } from '../../server/store/stored-values.ts';
import type { ApiBoardLimits } from '../../contract/operation/held-answers.ts';
import { checked, type Operation, parsed, UsageError, withData } from '../asking/command.ts';
import { everyBoard, type LiveData } from '../asking/live-data.ts';

const TEXT = { type: 'string' } as const;

/** Who may read a board, as it is typed. */
const VISIBILITIES = { private: { type: 'boolean' }, public: { type: 'boolean' } } as const;

/** What a board is changed to by the commands that need nothing but its name. */
const STATES = { archive: 'archived', restore: 'listed' } as const;

/** `boards list`, what changes them and lists them too: `add`, `set`, `archive`, `restore` and `remove`; and `boards limits`. */
export async function boards([action = '', ...args]: readonly string[], operation: Operation): Promise<boolean> {
  if (action === 'limits') return limits(args, operation);
  const act = actOf(action, args, operation.settings);
  return withData(
    operation,
    async (data) => {
      await act(data);
      for (const board of await everyBoard(data)) operation.say(lineOf(board));
      return true;
    },
    action === 'add' ? 'make' : 'refuse',
  );
}

/** Everything typed is checked before the data is opened. */
function actOf(action: string, args: readonly string[], settings: LiveSettings): (data: LiveData) => Promise<unknown> {
  switch (action) {
    case 'list':
      parsed(args, []);
      return async () => {};
    case 'add': {
      const { board, visibility } = boardIn(args, settings);
      return async (data) => {
        if ((await everyBoard(data)).some(({ name }) => name === board.name)) throw new Error(`There is already a board "${board.name}".`);
        const { calendar, state: _, ...settings } = board;
        await data.ask('makeBoard', { body: { ...settings, ...calendar, visibility } });
      };
    }
    case 'set': {
      const {
        values: { title, unit, ...flags },
        named: [name],
      } = parsed(args, ['NAME'], { title: TEXT, unit: TEXT, ...VISIBILITIES });
      const visibility = visibilityIn(flags);
      if (title === undefined && unit === undefined && visibility === undefined)
        throw new UsageError('--title, --unit, --private or --public is missing.');
      const change = checked(ENDPOINTS.changeBoard.body.safeParse({ title, unit: unitIn(unit), visibility }));
      return (data) => data.ask('changeBoard', { board: name, body: change });
    }
    case 'archive':
    case 'restore': {
      const [name] = parsed(args, ['NAME']).named;
      return (data) => data.ask('changeBoard', { board: name, body: { state: STATES[action] } });
    }
    case 'remove': {
      const [name] = parsed(args, ['NAME']).named;
      return (data) => data.ask('removeBoard', { board: name });
    }
    default:
      throw new UsageError(
        'Use "boards list", or "boards add", "set", "limits", "archive", "restore" or "remove" with the name of a board.',
      );
  }
}

/** Says what a board takes without a look, and changes what is given before. */
async function limits(args: readonly string[], operation: Operation): Promise<boolean> {
  const {
    values,
    named: [name],
  } = parsed(args, ['NAME'], { event: TEXT, hour: TEXT, day: TEXT, history: TEXT, names: TEXT });
  const given = Object.entries(values).map(([rule, text]) => [
    rule,
    rule === 'names' ? namesIn(text) : text === 'none' ? null : numberIn(text),
  ]);
  const change = checked(ENDPOINTS.setLimits.body.safeParse(Object.fromEntries(given)));
  return withData(operation, async (data) => {
    const kept = await data.ask('limits', { board: name });
    sayLimits(operation, given.length === 0 ? kept : await data.ask('setLimits', { board: name, body: { ...kept.limits, ...change } }));
    return true;
  });
}

/** Whether names are looked at. @throws {UsageError} for anything else. */
function namesIn(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new UsageError('--names must be on or off.');
  return text === 'on';
}

/** A number as it is typed; anything else as it is, for the schema to refuse. */
function numberIn(text: string): unknown {
  return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;
}

function sayLimits({ say }: Operation, { board, limits: { event, hour, day, history, names } }: ApiBoardLimits): void {
  say(`What "${board}" takes without a look; anything else is held:`);
  say(`  event    ${event ?? 'any'}`);
  say(`  hour     ${hour ?? 'any'}`);
  say(`  day      ${day ?? 'any'}`);
  say(`  history  ${history === null ? 'any' : `${history} times the best day of the player's before`}`);
  say(`  names    ${names ? 'new ones only if they look like nobody else' : 'any'}`);
}

function boardIn(
  args: readonly string[],
  { calendar }: LiveSettings,
): { readonly board: BoardSettings; readonly visibility: Visibility | undefined } {
  const options = { title: TEXT, scoring: TEXT, direction: TEXT, unit: TEXT, 'time-zone': TEXT, 'week-start': TEXT, ...VISIBILITIES };
  const {
    values,
    named: [name],
  } = parsed(args, ['NAME'], options);
  const { title = name, scoring, direction, 'time-zone': timeZone = calendar.timeZone, 'week-start': givenStart } = values;
  const weekStart = givenStart === undefined ? calendar.weekStart : weekdayOf(givenStart);
  if (weekStart === undefined) throw new UsageError(`--week-start ${WEEKDAY_RULE}; it is ${JSON.stringify(givenStart)}.`);
  const board = checked(
    ENDPOINTS.makeBoard.body.safeParse({
      name,
      title,
      scoring,
      direction,
      timeZone,
      weekStart,
      unit: unitIn(values.unit),
    }),
  );
  const { unit = 'points' } = board;
  return {
    board: {
      name: boardNameSchema.parse(name),
      title: board.title,
      scoring: board.scoring ?? rulesFor(unit).scoring,
      direction: board.direction ?? rulesFor(unit).direction,
      calendar: { timeZone: board.timeZone!, weekStart },
      unit,
      state: 'listed',
    },
    visibility: visibilityIn(values),
  };
}

function visibilityIn(flags: { readonly private?: boolean; readonly public?: boolean }): Visibility | undefined {
  if (flags.private === true && flags.public === true) throw new UsageError('Use --private or --public, not both.');
  return flags.private === true ? 'private' : flags.public === true ? 'public' : undefined;
}

/** A unit as it is typed, for the schema to check: its name, or a word for one and one for several. */
function unitIn(text: string | undefined): unknown {
  if (text?.includes(',') !== true) return text;
  const [one, other, ...more] = text.split(',');
  if (more.length > 0) throw new UsageError('--unit has more than two words: one for one and one for several, such as coin,coins.');
  return { one, other };
}

function lineOf({ name, title, scoring, direction, timeZone, weekStart, unit, state, visibility }: ApiKeptBoard): string {
  const what = typeof unit === 'string' ? unit : unit.other;
  const marks = [...(visibility === 'private' ? ['private'] : []), ...(state === 'archived' ? ['archived'] : [])];
  const marked = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
  return `${name.padEnd(24)} ${scoring} of ${what}, ${direction} first, ${timeZone}, weeks start on day ${weekStart}: ${title}${marked}`;
}
