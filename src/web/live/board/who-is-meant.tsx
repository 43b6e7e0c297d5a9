import { useState } from 'react';

import type { LiveRankingsQuestion } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { playersCalled } from '../asking/live-questions.ts';
import { useLive } from '../asking/use-live.ts';
import { isEmpty } from '../words/board-view.ts';
import styles from './live-board.module.css';
import { Suggestions } from './loaded-parts.ts';
import { matchWords, noPlayerMatches } from '../words/board-words.ts';

export interface WhoIsMeantProps {
  readonly view: LiveBoardView;
  readonly asked: LiveRankingsQuestion;
  /** Whether `view` answers a previous question. */
  readonly busy: boolean;
}

/**
 * How many players a filter matches, for screen readers; nothing without a filter. Without matches the text is visible and suggests other
 * players: a player without points in a period still exists.
 */
export function WhoIsMeant({ view, asked, busy }: WhoIsMeantProps) {
  const format = useNumberFormat();
  const [answered, setAnswered] = useState(asked.q);
  if (!busy && answered !== asked.q) setAnswered(asked.q);
  const q = busy ? answered : asked.q;
  const isNobody = q !== '' && isEmpty(view);
  const { data } = useLive('search', [playersCalled(q, asked.board)], { isAsked: isNobody });
  const found = isNobody ? data : undefined;
  return (
    <div className={isNobody ? 'stack' : styles.unseen}>
      <p role="status" className={isNobody ? 'name' : 'visually-hidden'}>
        {q === '' ? '' : found?.entries.length === 0 ? noPlayerMatches(q) : matchWords(q, view, format)}
      </p>
      {found === undefined || found.entries.length === 0 ? null : <Suggestions found={found} text={q} />}
    </div>
  );
}
