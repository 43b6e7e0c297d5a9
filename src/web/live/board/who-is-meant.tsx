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
 * How many players a filter left, for a screen reader; nothing without a filter. If it left nobody everybody reads it, with the
 * players who may be meant: a player without points in a period still exists.
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
        {q === '' ? '' : found?.entries.length === 0 ? `No player matches “${isolated(q)}”.` : matchWords(q, view, format)}
      </p>
      {found === undefined || found.entries.length === 0 ? null : <Suggestions found={found} text={q} />}
    </div>
  );
}

/** How many a filter left of a period, as a sentence about that period alone. */
export function matchWords(q: string, view: LiveBoardView, format: NumberFormat): string {
  const { several } = unitWords(view.board, format);
  const count = shownPlayers(view);
  if (count > 0) return `${format.count(count)} ${count === 1 ? 'player matches' : 'players match'} “${isolated(q)}”.`;
  const { kind } = view.period;
  const none = `No match for “${isolated(q)}” with ${several}`;
  if (view.moment !== null) return `${none} by then.`;
  if (kind === 'all-time') return `${none} on this board.`;
  return `${none} ${isPresent(view) ? PRESENT[kind] : `that ${ONE_PERIOD[kind]}`}.`;
}
