import { ENDPOINTS } from '../../contract/api.ts';
import { type ApiHeld, MOST_HELD } from '../../contract/operation/held-answers.ts';
import { checked, type Operation, parsed, UsageError, withData } from '../asking/command.ts';
import { doneIn, PREVIEW, PREVIEW_OPTIONS, previewIn, sayPreview } from '../asking/previews.ts';
import { countOf } from '../words/count-of.ts';

const TEXT = { type: 'string' } as const;

/** `held list`, `held accept` and `held reject`. */
export async function held([action = '', ...args]: readonly string[], operation: Operation): Promise<boolean> {
  switch (action) {
    case 'list':
      return list(args, operation);
    case 'accept':
      return accept(args, operation);
    case 'reject':
      return reject(args, operation);
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

async function accept(args: readonly string[], operation: Operation): Promise<boolean> {
  const { values, named } = parsed(args, ['ID'], PREVIEW_OPTIONS);
  return withData(operation, async (data) => {
    if (values.preview === true) {
      sayPreview(operation, previewIn(await data.ask('acceptHeld', { held: named[0], query: PREVIEW })));
      return true;
    }
    const { event } = doneIn(await data.ask('acceptHeld', { held: named[0], query: { since: values.since } }));
    operation.say(
      `${countOf(event.points, 'point')} of ${event.username} count, ${data.how}. To take them out again: events void ${event.id}`,
    );
    return true;
  });
}

async function reject(args: readonly string[], operation: Operation): Promise<boolean> {
  const { values, named } = parsed(args, ['ID'], { reason: TEXT });
  if (values.reason === undefined) throw new UsageError('--reason TEXT is missing. The text is kept.');
  const body = checked(ENDPOINTS.rejectHeld.body.safeParse({ reason: values.reason }));
  return withData(operation, async (data) => {
    const { event } = await data.ask('rejectHeld', { held: named[0], body });
    operation.say(`${countOf(event.points, 'point')} of ${event.username} do not count, ${data.how}. They can be accepted later.`);
    return true;
  });
}

function lineOf({ id, board, event, state, reason, note }: ApiHeld): string {
  const said = note === null ? '' : ` Rejected: ${note}`;
  return `${id} ${state.padEnd(8)} ${board}, ${event.at}, ${event.username}, event "${event.id}": ${reason}${said}`;
}
