import { type AnswerTo, ENDPOINTS } from '../../contract/api.ts';
import { type ApiHeld, MOST_HELD } from '../../contract/operation/held.ts';
import { checked, type Command, commandsOf, FLAG, parsed, TEXT } from '../asking/command.ts';
import { type LiveData, pagesOf } from '../asking/live-data.ts';
import { confirmed, itemsIn, selectionIn } from '../asking/many.ts';
import { asking } from '../asking/endpoint-command.ts';
import { countOf } from '../words/count-of.ts';
import { momentWords } from '../../contract/parts/time-words.ts';

export const held: Command = commandsOf({
  /** Defaults to waiting ones. */
  async list(args, { data, say }) {
    const { board, state = 'waiting' } = parsed(args, [], { board: TEXT, state: TEXT }).values;
    const asked = checked(ENDPOINTS.held.query, { board, state, limit: MOST_HELD });
    const { ask } = await data();
    let count = 0;
    for await (const { held: page } of pagesOf((before?: string) => ask('held', { query: { ...asked, before } }))) {
      for (const one of page) say(lineOf(one));
      count += page.length;
    }
    if (count > 0) return [];
    return state === 'waiting' ? 'No points on hold.' : `No ${state} points.`;
  },
  accept: (args, operation) => (itemsIn(args, FILTERS).areMany ? decidingMany('accept', args) : accept)(args, operation),
  reject: (args, operation) => (itemsIn(args, FILTERS).areMany ? decidingMany('reject', args) : reject)(args, operation),
});

const REASON = 'It is recorded in the audit log.';

const accept = asking('acceptHeld', {
  args: ['ID'],
  says: ({ event }, { how }) =>
    `${countOf(event.points, 'point')} of ${event.username} accepted ${how}. To remove them again: events void ${event.id}`,
});

const reject = asking('rejectHeld', {
  args: ['ID'],
  reason: REASON,
  asked: ([held], _, reason) => ({ held, body: { reason } }),
  says: ({ event }, { how }) => `${countOf(event.points, 'point')} of ${event.username} rejected ${how}. You can still accept them later.`,
});

/** The filters that `held accept` and `held reject` take instead of one ID. */
const FILTERS = { board: TEXT, player: TEXT } as const;

/** Several IDs, or everything that waits and matches the filters. */
function decidingMany(does: 'accept' | 'reject', typed: readonly string[]): Command {
  const { items } = itemsIn(typed, FILTERS);
  const says = ({ held: count, refused, entries }: Exclude<AnswerTo<'decideHeld'>, { preview: true }>, { how }: LiveData) => [
    `${countOf(count, 'held event')} ${does === 'accept' ? 'accepted' : 'rejected'} ${how}. To undo it: ${entries.map((entry) => `undo ${entry}`).join(', ')}`,
    ...(refused > 0 ? [`${countOf(refused, 'event')} cannot be recorded and stay on hold.`] : []),
  ];
  const parts = {
    args: items.map(() => 'ID'),
    options: { ...FILTERS, yes: FLAG },
    asked: (ids: readonly string[], { board, player }: { readonly board?: string; readonly player?: string }, reason?: string) => ({
      body: { does, reason, held: selectionIn(ids, { board, player }) },
    }),
    says,
  };
  return confirmed(asking('decideHeld', does === 'reject' ? { ...parts, reason: REASON } : parts));
}

function lineOf({ id, board, event, state, reason, note }: ApiHeld): string {
  const said = note === null ? '' : ` Rejected: ${note}`;
  return `${id} ${state.padEnd(8)} ${board}, ${momentWords(event.at)}, ${event.username}, event "${event.id}": ${reason}${said}`;
}
