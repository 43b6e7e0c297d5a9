import type { ApiRehearsal } from '../../contract/operation/settlement.ts';
import { asking } from '../asking/endpoint-command.ts';
import { countOf } from '../words/count-of.ts';
import { periodWords } from '../words/period-words.ts';

/** How many of the next ends are named, beside those with a change of clocks. */
const NEXT_ENDS = 4;

export const rehearse = asking('rehearse', {
  args: ['BOARD', 'KIND'],
  asked: ([board, period]) => ({ board, query: { period } }),
  says: linesOf,
});

function linesOf(rehearsal: ApiRehearsal): string[] {
  const { board, period, from, at, finalAt, ranked, prizes, winners, winning, leftOut, held, unclaimed, messages, ends } = rehearsal;
  const won = winners.map(
    ({ rank, prize, points, tie, player }) =>
      `  ${rank}. ${named(player)} wins ${JSON.stringify(prize)} with ${points}${tie.kind === 'tied' ? `, level with others: ${TIES[tie.decidedBy]}` : ''}`,
  );
  const out = leftOut.map(
    ({ rank, prize, points, player, state, reason }) =>
      `  ${named(player)} is ${state}${reason === null ? '' : ` (${reason})`}; would be ${rank}. with ${points} and win ${JSON.stringify(prize)}`,
  );
  const nobody = unclaimed.map(({ from: first, to, prize }) => `  ${first === to ? first : `${first} to ${to}`}: ${JSON.stringify(prize)}`);
  const told = messages.flatMap(({ type, webhooks }) => (webhooks.length === 0 ? [] : [`  ${type}: ${webhooks.join(', ')}`]));
  const shown = ends.filter(({ clockChangeMinutes }, i) => i < NEXT_ENDS || clockChangeMinutes !== 0);
  return [
    `If the ${periodWords({ kind: period.kind, from })} of "${board}" ended now (${at}):`,
    `${countOf(ranked, 'player')} ranked. Its results become final at ${finalAt}.`,
    ...(prizes.length === 0 ? ['Nothing can be won.'] : [`${countOf(winning, 'prize')} won:`, ...won]),
    ...(winning > winners.length ? [`  … and ${countOf(winning - winners.length, 'more winner')}`] : []),
    ...(out.length === 0 ? [] : ['Left out:', ...out]),
    ...(held === 0
      ? []
      : [`${countOf(held, 'event')} of it ${held === 1 ? 'is' : 'are'} held and may change this: laurels held list --board ${board}`]),
    ...(nobody.length === 0 ? [] : ['Nobody wins:', ...nobody]),
    ...(told.length === 0 ? ['No webhook is told of the end.'] : ['Webhooks that are told of the end:', ...told]),
    'The next ends, and all within a year of days, weeks or months in which clocks change:',
    ...shown.map(({ from: day, end, finalAt: final, clockChangeMinutes }) => {
      const change =
        clockChangeMinutes === 0
          ? ''
          : `: clocks change, ${Math.abs(clockChangeMinutes)} minutes ${clockChangeMinutes < 0 ? 'shorter' : 'longer'}`;
      return `  ${periodWords({ kind: period.kind, from: day })} ends at ${end}, final at ${final}${change}`;
    }),
  ];
}

const TIES = { 'reached-first': 'who reached the total first', 'joined-first': 'who joined first' } as const;

function named({ username, displayName }: { readonly username: string; readonly displayName: string }): string {
  return displayName === username ? username : `${username} (${displayName})`;
}
