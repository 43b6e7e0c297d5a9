import type { EndingKind } from '../../../domain/calendar.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useBoards } from '../asking/use-question.ts';
import { periodWords } from '../parts/words/period-words.ts';

interface PeriodLinkProps {
  readonly board: string;
  readonly kind: EndingKind;
  /** Its first day, YYYY-MM-DD. */
  readonly from: string;
}

/** A period by its name, which leads to its results where the board has a page. */
export function PeriodLink({ board, kind, from }: PeriodLinkProps) {
  const { locale } = useNumberFormat();
  const isShown = useBoards().some(({ name, visibility }) => name === board && visibility === 'public');
  const words = periodWords(kind, from, locale);
  return isShown ? <a href={resultsAddress(board, kind, from)}>{words}</a> : words;
}

/** Where the site shows a period of a board: the one with the day `from`, YYYY-MM-DD. */
export function resultsAddress(board: string, kind: EndingKind, from: string): string {
  const shown = kind === 'monthly' ? { mode: kind } : { period: kind };
  return `${kind === 'monthly' ? '/leaderboard' : '/'}?${new URLSearchParams({ board, ...shown, at: from })}`;
}
