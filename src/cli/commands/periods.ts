import { ENDPOINTS } from '../../contract/api.ts';
import { checked, type Command, commandsOf, numberIn, parsed } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';
import { countOf } from '../words/count-of.ts';
import { momentWords, periodWords } from '../../contract/parts/time-words.ts';

export const periods: Command = commandsOf({
  async review([board, minutes, ...more], { data }) {
    const typed = [board, ...more].filter((arg) => arg !== undefined);
    const [name] = parsed(typed, ['BOARD']).named;
    const reviewMinutes = numberIn(minutes);
    const body = minutes === undefined ? undefined : checked(ENDPOINTS.setReview.body, { reviewMinutes });
    const { ask } = await data();
    const kept = await (body === undefined ? ask('review', { board: name }) : ask('setReview', { board: name, body }));
    return [
      kept.reviewMinutes === 0
        ? `No review period on "${name}": results are final as soon as a period closes.`
        : `Results with prizes on "${name}" are under review for ${countOf(kept.reviewMinutes, 'minute')}.`,
      ...kept.provisional.map(
        ({ period, from, finalAt }) => `Provisional: ${periodWords({ kind: period.kind, from })}, final ${momentWords(finalAt)}.`,
      ),
    ];
  },
  reopen: asking('reopenPeriod', {
    args: ['BOARD', 'KIND', 'DATE'],
    reason: 'It is recorded in the audit log.',
    asked: ([board, period, date], _, reason) => ({ board, body: { period, date, reason } }),
    says: ({ board, period: { kind }, from, finalAt }, { how }) => [
      `Reopened on "${board}" ${how}: ${periodWords({ kind, from })}.`,
      `Results become final ${momentWords(finalAt)}, unless an import holds the period open.`,
    ],
  }),
});
