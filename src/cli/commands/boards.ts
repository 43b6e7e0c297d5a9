import { type AnswerTo, ENDPOINTS } from '../../contract/api.ts';
import type { ApiKeptBoard } from '../../contract/parts/answer-parts.ts';
import type { Visibility } from '../../server/boards/board-visibility.ts';
import type { LiveSettings } from '../../server/operation/live-settings.ts';
import { WEEKDAY_RULE, weekdayOf } from '../../server/operation/weekday.ts';
import { checked, type Command, commandsOf, FLAG, parsed, TEXT, UsageError } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';
import { everyBoard, type LiveData } from '../asking/live-data.ts';

/** Who may read a board, as it is typed. */
const VISIBILITIES = { private: FLAG, public: FLAG } as const;

const USAGE = 'Use "boards list", or "boards add", "set", "limits", "archive", "restore" or "remove" with the name of a board.';

/** `boards list`, what changes them and lists them too: `add`, `set`, `archive`, `restore` and `remove`; and `boards limits`. */
export const boards: Command = commandsOf(USAGE, {
  async list(args, { data }) {
    parsed(args, []);
    return listed(await data());
  },
  async add(args, { data, settings }) {
    const board = boardIn(args, settings);
    const opened = await data('make');
    if ((await everyBoard(opened)).some(({ name }) => name === board.name)) throw new Error(`There is already a board "${board.name}".`);
    await opened.ask('makeBoard', { body: board });
    return listed(opened);
  },
  set: asking('changeBoard', {
    args: ['NAME'],
    options: { title: TEXT, unit: TEXT, ...VISIBILITIES },
    asked([board], { title, unit, ...flags }) {
      const visibility = visibilityIn(flags);
      if (title === undefined && unit === undefined && visibility === undefined)
        throw new UsageError('--title, --unit, --private or --public is missing.');
      return { board, body: { title, unit: unitIn(unit), visibility } };
    },
    says: (_, data) => listed(data),
  }),
  archive: moved('archived'),
  restore: moved('listed'),
  remove: asking('removeBoard', { args: ['NAME'], says: (_, data) => listed(data) }),
  /** Says what a board takes without a look, and changes what is given before. */
  async limits(args, { data }) {
    const { values, named } = parsed(args, ['NAME'], { event: TEXT, hour: TEXT, day: TEXT, history: TEXT, names: TEXT });
    const [board] = named;
    const given = Object.entries(values).map(([rule, text]) => [
      rule,
      rule === 'names' ? namesIn(text) : text === 'none' ? null : numberIn(text),
    ]);
    const change = checked(ENDPOINTS.setLimits.body, Object.fromEntries(given));
    const { ask } = await data();
    const kept = await ask('limits', { board });
    return limitLines(given.length === 0 ? kept : await ask('setLimits', { board, body: { ...kept.limits, ...change } }));
  },
});

function moved(state: ApiKeptBoard['state']): Command {
  return asking('changeBoard', {
    args: ['NAME'],
    asked: ([board]) => ({ board, body: { state } }),
    says: (_, data) => listed(data),
  });
}

async function listed(data: LiveData): Promise<readonly string[]> {
  return (await everyBoard(data)).map(lineOf);
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

function limitLines({ board, limits: { event, hour, day, history, names } }: AnswerTo<'limits'>): readonly string[] {
  return [
    `What "${board}" takes without a look; anything else is held:`,
    `  event    ${event ?? 'any'}`,
    `  hour     ${hour ?? 'any'}`,
    `  day      ${day ?? 'any'}`,
    `  history  ${history === null ? 'any' : `${history} times the best day of the player's before`}`,
    `  names    ${names ? 'new ones only if they look like nobody else' : 'any'}`,
  ];
}

/** The board that is to be made: its calendar is that of the settings, unless another one is typed. */
function boardIn(args: readonly string[], { calendar }: LiveSettings) {
  const options = { title: TEXT, scoring: TEXT, direction: TEXT, unit: TEXT, 'time-zone': TEXT, 'week-start': TEXT, ...VISIBILITIES };
  const { values, named } = parsed(args, ['NAME'], options);
  const { scoring, direction, unit, 'time-zone': timeZone = calendar.timeZone, 'week-start': day, ...flags } = values;
  const [name] = named;
  const weekStart = day === undefined ? calendar.weekStart : weekdayOf(day);
  if (weekStart === undefined) throw new UsageError(`--week-start ${WEEKDAY_RULE}; it is ${JSON.stringify(day)}.`);
  const title = values.title ?? name;
  const board = checked(ENDPOINTS.makeBoard.body, { name, title, scoring, direction, timeZone, weekStart, unit: unitIn(unit) });
  return { ...board, visibility: visibilityIn(flags) };
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
