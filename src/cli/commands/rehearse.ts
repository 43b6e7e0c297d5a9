import type { ApiRehearsal } from '../../contract/operation/settlement.ts';
import { asking } from '../asking/endpoint-command.ts';
import { countOf } from '../words/count-of.ts';
import { momentWords, periodWords } from '../../contract/parts/time-words.ts';

/** How many of the next period ends are listed, besides those with a clock change. */
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
      `  ${rank}. ${named(player)} wins ${JSON.stringify(prize)} with ${points}${tie.kind === 'tied' ? `, tied, ${TIES[tie.decidedBy]}` : ''}`,
  );
  const out = leftOut.map(
    ({ rank, prize, points, player, state, reason }) =>
      `  ${named(player)} is ${state}${reason === null ? '' : ` (${reason})`}; would rank ${rank} with ${points} and win ${JSON.stringify(prize)}`,
  );
  const nobody = unclaimed.map(({ from: first, to, prize }) => `  ${first === to ? first : `${first} to ${to}`}: ${JSON.stringify(prize)}`);
  const told = messages.flatMap(({ type, webhooks }) => (webhooks.length === 0 ? [] : [`  ${type}: ${webhooks.join(', ')}`]));
  const shown = ends.filter(({ clockChangeMinutes }, i) => i < NEXT_ENDS || clockChangeMinutes !== 0);
  return [
    `Final results of "${board}", ${periodWords({ kind: period.kind, from })}, if it ended now (${momentWords(at)}):`,
    `${countOf(ranked, 'player')} ranked. Results become final ${momentWords(finalAt)}.`,
    ...(prizes.length === 0 ? ['No prizes.'] : [`${countOf(winning, 'prize')} won:`, ...won]),
    ...(winning > winners.length ? [`  … and ${countOf(winning - winners.length, 'more winner')}`] : []),
    ...(out.length === 0 ? [] : ['Left out:', ...out]),
    ...(held === 0 ? [] : [`${countOf(held, 'event')} on hold may change this: laurels held list --board ${board}`]),
    ...(nobody.length === 0 ? [] : ['Prizes without a winner:', ...nobody]),
    ...(told.length === 0 ? ['No webhooks receive the end of the period.'] : ['Webhooks that receive the end of the period:', ...told]),
    'Next period ends, and those of the coming year with a clock change:',
    ...shown.map(({ from: day, end, finalAt: final, clockChangeMinutes }) => {
      const change =
        clockChangeMinutes === 0
          ? ''
          : `: clocks change, ${Math.abs(clockChangeMinutes)} minutes ${clockChangeMinutes < 0 ? 'shorter' : 'longer'}`;
      return `  ${periodWords({ kind: period.kind, from: day })}: ends ${momentWords(end)}, final ${momentWords(final)}${change}`;
    }),
  ];
}

const TIES = { 'reached-first': 'decided by who reached the total first', 'joined-first': 'decided by who joined first' } as const;

function named({ username, displayName }: { readonly username: string; readonly displayName: string }): string {
  return displayName === username ? username : `${username} (${displayName})`;
}
