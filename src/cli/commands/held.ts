import { ENDPOINTS } from '../../contract/api.ts';
import { type ApiHeld, MOST_HELD } from '../../contract/operation/held.ts';
import { checked, type Command, commandsOf, parsed, TEXT } from '../asking/command.ts';
import { pagesOf } from '../asking/live-data.ts';
import { asking } from '../asking/endpoint-command.ts';
import { countOf } from '../words/count-of.ts';
import { momentWords } from '../../contract/parts/time-words.ts';

export const held: Command = commandsOf({
  /** Waiting ones by default. */
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
  accept: asking('acceptHeld', {
    args: ['ID'],
    says: ({ event }, { how }) =>
      `${countOf(event.points, 'point')} of ${event.username} accepted ${how}. To remove them again: events void ${event.id}`,
  }),
  reject: asking('rejectHeld', {
    args: ['ID'],
    reason: 'It is recorded in the audit log.',
    asked: ([held], _, reason) => ({ held, body: { reason } }),
    says: ({ event }, { how }) =>
      `${countOf(event.points, 'point')} of ${event.username} rejected ${how}. You can still accept them later.`,
  }),
});

function lineOf({ id, board, event, state, reason, note }: ApiHeld): string {
  const said = note === null ? '' : ` Rejected: ${note}`;
  return `${id} ${state.padEnd(8)} ${board}, ${momentWords(event.at)}, ${event.username}, event "${event.id}": ${reason}${said}`;
}
