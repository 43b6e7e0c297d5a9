import { useState } from 'react';

import type { LiveRankingsQuestion } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { playersCalled } from '../asking/live-questions.ts';
import { useLive } from '../asking/use-live.ts';
import { Suggestions } from './loaded-parts.ts';
import { isEmpty } from '../words/board-view.ts';
import { matchWords } from '../words/match-words.ts';
import styles from './live-board.module.css';

interface WhoIsMeantProps {
  readonly view: LiveBoardView;
  readonly asked: LiveRankingsQuestion;
  /** Whether `view` is of an earlier question. */
  readonly busy: boolean;
}

/**
 * What a filter left of the board, said to a screen reader; nothing while nothing is filtered. If it left nobody everybody
 * reads it, and who is meant: that somebody has no points in a period does not say that there is no such player.
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
    <div className={isNobody ? styles.meant : styles.unseen}>
      <p role="status" className={isNobody ? styles.nobody : 'visually-hidden'}>
        {q === '' ? '' : matchWords(q, view, format)}
        {found?.entries.length === 0 ? ' No player is called that.' : ''}
      </p>
      {found === undefined || found.entries.length === 0 ? null : <Suggestions found={found} text={q} />}
    </div>
  );
}
