import { ENDPOINTS } from '../../contract/api.ts';
import { type ApiHeld, MOST_HELD } from '../../contract/operation/held-answers.ts';
import { actCommand } from '../asking/act-command.ts';
import { checked, type Operation, parsed, UsageError, withData } from '../asking/command.ts';
import { countOf } from '../words/count-of.ts';

const TEXT = { type: 'string' } as const;

/** `held list`, `held accept` and `held reject`. */
export async function held([action = '', ...args]: readonly string[], operation: Operation): Promise<boolean> {
  switch (action) {
    case 'list':
      return list(args, operation);
    case 'accept':
      return actCommand('acceptHeld', args, operation, {
        done: ({ event: { id, points, username } }, how) =>
          `${countOf(points, 'point')} of ${username} count, ${how}. To take them out again: events void ${id}`,
      });
    case 'reject':
      return actCommand('rejectHeld', args, operation, {
        done: ({ event: { points, username } }, how) =>
          `${countOf(points, 'point')} of ${username} do not count, ${how}. They can be accepted later.`,
        reasonRule: ' The text is kept.',
      });
    default:
      throw new UsageError('Use "held list", "held accept ID" or "held reject ID --reason TEXT".');
  }
}

/** Those that wait, unless another state is named. */
async function list(args: readonly string[], operation: Operation): Promise<boolean> {
  const { board, state = 'waiting' } = parsed(args, [], { board: TEXT, state: TEXT }).values;
  const asked = checked(ENDPOINTS.held.query.safeParse({ board, state, limit: MOST_HELD }));
  return withData(operation, async (data) => {
    let count = 0;
    for (let before: string | null | undefined; before !== null;) {
      const page = await data.ask('held', { query: { ...asked, before } });
      for (const one of page.held) operation.say(lineOf(one));
      count += page.held.length;
      before = page.next;
    }
    if (count === 0) operation.say(state === 'waiting' ? 'Nothing waits.' : `Nothing was ${state}.`);
    return true;
  });
}

function lineOf({ id, board, event, state, reason, note }: ApiHeld): string {
  const said = note === null ? '' : ` Rejected: ${note}`;
  return `${id} ${state.padEnd(8)} ${board}, ${event.at}, ${event.username}, event "${event.id}": ${reason}${said}`;
}
