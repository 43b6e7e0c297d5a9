import { type AnswerTo, ENDPOINTS } from '../../contract/api.ts';
import type { ApiKeptBoard } from '../../contract/parts/answer-parts.ts';
import type { Visibility } from '../../server/boards/board-visibility.ts';
import type { LiveSettings } from '../../server/operation/live-settings.ts';
import { WEEKDAY_RULE, weekdayName, weekdayOf } from '../../server/operation/weekday.ts';
import { checked, type Command, commandsOf, FLAG, numberIn, parsed, TEXT, UsageError } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';
import { everyBoard, type LiveData } from '../asking/live-data.ts';

const VISIBILITIES = { private: FLAG, public: FLAG } as const;

const CALENDAR = { 'time-zone': TEXT, 'week-start': TEXT } as const;

/** Subcommands that change boards also print the list. */
export const boards: Command = commandsOf({
  async list(args, { data }) {
    parsed(args, []);
    return listed(await data());
  },
  async add(args, { data, settings }) {
    const board = boardIn(args, settings);
    const opened = await data('make');
    if ((await everyBoard(opened)).some(({ name }) => name === board.name)) throw new Error(`A board "${board.name}" already exists.`);
    await opened.ask('makeBoard', { body: board });
    return listed(opened);
  },
  set: asking('changeBoard', {
    args: ['NAME'],
    options: { title: TEXT, unit: TEXT, group: TEXT, ...CALENDAR, ...VISIBILITIES },
    asked([board], { title, unit, group, 'time-zone': timeZone, 'week-start': day, ...flags }) {
      const body = { title, unit: unitIn(unit), group: groupIn(group), visibility: visibilityIn(flags), timeZone, weekStart: dayIn(day) };
      if (Object.values(body).every((each) => each === undefined))
        throw new UsageError('--title, --unit, --group, --time-zone, --week-start, --private or --public is missing.');
      return { board, body };
    },
    says: (_, data) => listed(data),
  }),
  archive: moved('archived'),
  restore: moved('listed'),
  remove: asking('removeBoard', { args: ['NAME'], says: (_, data) => listed(data) }),
  /** Prints a board's limits, after changing any that are given. */
  async limits(args, { data }) {
    const over = { event: TEXT, hour: TEXT, day: TEXT, history: TEXT, names: TEXT, challenge: TEXT, replays: TEXT } as const;
    const ofPlays = { 'play-seconds': TEXT, 'play-rate': TEXT, 'play-hour': TEXT, 'play-day': TEXT, 'play-podium': TEXT } as const;
    const { values, named } = parsed(args, ['NAME'], { ...over, ...ofPlays });
    const [board] = named;
    const given = Object.entries(values);
    const isOfPlay = ([option]: readonly [string, string]) => option.startsWith('play-');
    const change = checked(ENDPOINTS.setLimits.body, {
      ...Object.fromEntries(given.filter((each) => !isOfPlay(each)).map(limitIn)),
      ...(given.some(isOfPlay) && { play: Object.fromEntries(given.filter(isOfPlay).map(limitIn)) }),
    });
    const { ask } = await data();
    const kept = await ask('limits', { board });
    const play = change.play === undefined ? kept.limits.play : { ...kept.limits.play, ...change.play };
    const limits = given.length === 0 ? kept : await ask('setLimits', { board, body: { ...kept.limits, ...change, play } });
    return [...limitLines(limits), ...budgetLines(await ask('cheatingBudget', { board }))];
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

/** A limit by its name in the API. @throws {UsageError} for anything but on or off if it is a switch. */
function limitIn([option, text]: readonly [option: string, text: string]): readonly [rule: string, limit: unknown] {
  const rule = option.replace('play-', '');
  if (!['names', 'podium', 'challenge'].includes(rule)) return [rule, text === 'none' ? null : numberIn(text)];
  if (text !== 'on' && text !== 'off') throw new UsageError(`--${option} must be on or off.`);
  return [rule, text === 'on'];
}

function limitLines({
  board,
  limits: { event, hour, day, history, play, names, challenge, replays },
}: AnswerTo<'limits'>): readonly string[] {
  return [
    `Limits of "${board}"; points over a limit are put on hold:`,
    `  event    ${event ?? 'none'}`,
    `  hour     ${hour ?? 'none'}`,
    `  day      ${day ?? 'none'}`,
    `  history  ${history === null ? 'none' : `${history} times the player's best day`}`,
    `  names    ${names ? 'new names that look like another player’s' : 'none'}`,
    ...(play === null ? [] : [`  plays    ${playWords(play, challenge).join(', ')}`]),
    ...(challenge ? ['  daily    a challenge: plays count for the day on which they began'] : []),
    `  replays  ${replays === 0 ? 'none' : `of the best ${replays} players of a day`}`,
  ];
}

type OfPlays = NonNullable<AnswerTo<'limits'>['limits']['play']>;

function playWords({ seconds, rate, hour, day, podium }: OfPlays, isChallenge: boolean): readonly string[] {
  return [
    ...(seconds === null ? [] : [`at least ${seconds} s`]),
    ...(rate === null ? [] : [`at most ${rate} points per second`]),
    ...(hour === null ? [] : [`${hour} per hour`]),
    ...(day === null ? [] : [isChallenge ? `${day} attempts per day` : `${day} per day`]),
    ...(podium ? ['those that reach the podium are held'] : []),
  ];
}

/** A cheater's possible gain; empty if no public key can play. */
function budgetLines({ kind, player, everybody, missing, plays }: AnswerTo<'cheatingBudget'>): readonly string[] {
  if (plays === 0) return [];
  const per = kind === 'gain' ? 'gain at most' : 'have a result of at best';
  if (player === null) return [`A cheater with a public key could gain any number of points. Set --${missing} first.`];
  const unit = kind === 'gain' ? ' points per hour' : '';
  const all = kind === 'best' || everybody === null ? '' : `, and with many guests ${everybody}`;
  return [`A cheater who knows these limits could ${per} ${player}${unit}${all}.`];
}

/** The board to create. Its calendar defaults to the settings, or to that of the board it copies. */
function boardIn(args: readonly string[], { calendar }: LiveSettings) {
  const rules = { scoring: TEXT, direction: TEXT, unit: TEXT, ...CALENDAR } as const;
  const options = { title: TEXT, copy: TEXT, group: TEXT, ...rules, ...VISIBILITIES };
  const { values, named } = parsed(args, ['NAME'], options);
  const { scoring, direction, unit, copy: copyOf, group, 'time-zone': zone, 'week-start': day, ...flags } = values;
  const [name] = named;
  const own = copyOf === undefined ? calendar : undefined;
  return checked(ENDPOINTS.makeBoard.body, {
    name,
    title: values.title ?? name,
    copyOf,
    scoring,
    direction,
    timeZone: zone ?? own?.timeZone,
    weekStart: dayIn(day) ?? own?.weekStart,
    unit: unitIn(unit),
    group: groupIn(group),
    visibility: visibilityIn(flags),
  });
}

/** @throws {UsageError} unless it is a weekday. */
function dayIn(text: string | undefined) {
  const day = text === undefined ? undefined : weekdayOf(text);
  if (day === undefined && text !== undefined) throw new UsageError(`--week-start ${WEEKDAY_RULE}, not ${JSON.stringify(text)}.`);
  return day;
}

/** An empty text removes the group. */
function groupIn(text: string | undefined): string | null | undefined {
  return text === '' ? null : text;
}

function visibilityIn(flags: { readonly private?: boolean; readonly public?: boolean }): Visibility | undefined {
  if (flags.private === true && flags.public === true) throw new UsageError('Use --private or --public, not both.');
  return flags.private === true ? 'private' : flags.public === true ? 'public' : undefined;
}

/** A unit for the schema to check: its name, or "singular,plural". */
function unitIn(text: string | undefined): unknown {
  if (text?.includes(',') !== true) return text;
  const [one, other, ...more] = text.split(',');
  if (more.length > 0) throw new UsageError('--unit takes two words, singular and plural: coin,coins.');
  return { one, other };
}

function lineOf({ name, title, scoring, direction, timeZone, weekStart, unit, state, visibility, group }: ApiKeptBoard): string {
  const what = typeof unit === 'string' ? unit : unit.other;
  const marks = [
    ...(group === null ? [] : [`group ${group}`]),
    ...(visibility === 'private' ? ['private'] : []),
    ...(state === 'archived' ? ['archived'] : []),
  ];
  const marked = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
  return `${name.padEnd(24)} ${scoring} of ${what}, ${direction} first, ${timeZone}, weeks start on ${weekdayName(weekStart as Parameters<typeof weekdayName>[0])}: ${title}${marked}`;
}
