import { ENDPOINTS } from '../contract/api.ts';
import { boardNameSchema } from '../contract/parts/text-rules.ts';
import { type LiveSettings, WEEKDAY_RULE, weekdayOf } from '../server/operation/live-settings.ts';
import type { BoardSettings } from '../server/store/stored-values.ts';
import { checked, type Operation, parsed, UsageError, withData } from './command.ts';

const TEXT = { type: 'string' } as const;

/** `boards list` and `boards add`, which lists them too. */
export async function boards([action, ...args]: readonly string[], operation: Operation): Promise<boolean> {
  let added: BoardSettings | undefined;
  if (action === 'list') parsed(args, []);
  else if (action === 'add') added = boardIn(args, operation.settings);
  else throw new UsageError('Use "boards list" or "boards add NAME".');
  return withData(
    operation,
    async (data) => {
      if (added !== undefined) {
        if ((await data.boards()).some(({ name }) => name === added.name)) throw new Error(`There is already a board "${added.name}".`);
        await data.addBoard(added);
      }
      for (const { name, title, scoring, direction, timeZone, weekStart } of await data.boards()) {
        operation.say(`${name.padEnd(24)} ${scoring}, ${direction} first, ${timeZone}, weeks start on day ${weekStart}: ${title}`);
      }
      return true;
    },
    added === undefined ? 'refuse' : 'make',
  );
}

function boardIn(args: readonly string[], { calendar }: LiveSettings): BoardSettings {
  const options = { title: TEXT, scoring: TEXT, direction: TEXT, 'time-zone': TEXT, 'week-start': TEXT };
  const {
    values,
    named: [name],
  } = parsed(args, ['NAME'], options);
  const { title = name, scoring = 'sum', direction = 'high', 'time-zone': timeZone = calendar.timeZone, 'week-start': givenStart } = values;
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
    }),
  );
  return {
    name: boardNameSchema.parse(name),
    title: board.title,
    scoring: board.scoring ?? 'sum',
    direction: board.direction ?? 'high',
    calendar: { timeZone: board.timeZone!, weekStart },
  };
}
