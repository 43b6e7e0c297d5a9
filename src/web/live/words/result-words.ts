import type { PlayerPage } from '../../../contract/player-answers.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import { rankWords } from './rank-words.ts';

const LAST: Readonly<Record<PeriodKind, string>> = { daily: 'Yesterday', weekly: 'Last week', monthly: 'Last month', 'all-time': '' };

const SETTLED = { provisional: 'provisional', final: 'final' } as const;

/** How the newest period that is over ended: "Yesterday: 2nd of 40, provisional". `''` where there is nothing to say, or it still takes points. */
export function resultWords({ last }: Pick<PlayerPage['chosen'], 'last'>, format: NumberFormat): string {
  if (last === null || last.period.state === 'open') return '';
  return `${LAST[last.period.kind]}: ${rankWords(last.rank, format)} of ${format.count(last.total)}, ${SETTLED[last.period.state]}`;
}
