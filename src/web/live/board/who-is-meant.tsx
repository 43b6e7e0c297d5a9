import { useState } from 'react';

import type { LiveRankingsQuestion } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { shownPlayers } from '../../../domain/board.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import { useNumberFormat, type NumberFormat } from '../../ui/number-format.ts';
import { playersCalled } from '../asking/live-questions.ts';
import { useLive } from '../asking/use-live.ts';
import { isEmpty, isPresent } from '../words/board-view.ts';
import { ONE_PERIOD, PRESENT } from '../words/rank-words.ts';
import styles from './live-board.module.css';
import { Suggestions } from './loaded-parts.ts';

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
    <div className={isNobody ? 'stack' : styles.unseen}>
      <p role="status" className={isNobody ? 'name' : 'visually-hidden'}>
        {q === '' ? '' : matchWords(q, view, format)}
        {found?.entries.length === 0 ? ' No player is called that.' : ''}
      </p>
      {found === undefined || found.entries.length === 0 ? null : <Suggestions found={found} text={q} />}
    </div>
  );
}

/** What a filter left of a period, as a sentence that is true of the period and of nothing beyond. */
export function matchWords(q: string, view: LiveBoardView, format: NumberFormat): string {
  const { several } = unitWords(view.board, format);
  const count = shownPlayers(view);
  if (count > 0) return `${format.count(count)} ${count === 1 ? 'player matches' : 'players match'} “${isolated(q)}”.`;
  const { kind } = view.period;
  const nobody = `Nobody called “${isolated(q)}”`;
  if (view.moment !== null) return `${nobody} had ${several} by then.`;
  if (kind === 'all-time') return `${nobody} has ${several} on this board.`;
  return isPresent(view) ? `${nobody} has ${several} ${PRESENT[kind]}.` : `${nobody} had ${several} that ${ONE_PERIOD[kind]}.`;
}
