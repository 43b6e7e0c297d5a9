import { ENDPOINTS } from '../../contract/api.ts';
import { checked, type Command, commandsOf, parsed } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';
import { countOf } from '../words/count-of.ts';
import { periodWords } from '../words/period-words.ts';

const USAGE =
  'Use "periods review BOARD [MINUTES]", "periods reopen BOARD KIND DATE --reason TEXT" or "periods settle BOARD --period KIND --date DAY".';

export const periods: Command = commandsOf(USAGE, {
  async review([board, minutes, ...more], { data }) {
    const typed = [board, ...more].filter((arg) => arg !== undefined);
    const [name] = parsed(typed, ['BOARD']).named;
    const reviewMinutes = /^\d{1,9}$/.test(minutes ?? '') ? Number(minutes) : minutes;
    const body = minutes === undefined ? undefined : checked(ENDPOINTS.setReview.body, { reviewMinutes });
    const { ask } = await data();
    const kept = await (body === undefined ? ask('review', { board: name }) : ask('setReview', { board: name, body }));
    return [
      kept.reviewMinutes === 0
        ? `Results of "${name}" are final as soon as a period is closed: no time of review is set.`
        : `Results of "${name}" in which something can be won are under review for ${countOf(kept.reviewMinutes, 'minute')}.`,
      ...kept.provisional.map(
        ({ period, from, finalAt }) => `Provisional: ${periodWords({ kind: period.kind, from })}, final at ${finalAt}.`,
      ),
    ];
  },
  reopen: asking('reopenPeriod', {
    args: ['BOARD', 'KIND', 'DATE'],
    reason: 'The text is kept.',
    asked: ([board, period, date], _, reason) => ({ board, body: { period, date, reason } }),
    says: ({ board, period: { kind }, from, finalAt }, { how }) => [
      `Open again on "${board}", ${how}: ${periodWords({ kind, from })}.`,
      `Its results become final at ${finalAt}, unless an import holds it open.`,
    ],
  }),
});
