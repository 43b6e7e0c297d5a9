import { useRef } from 'react';
import { useLocation } from 'react-router';

import type { Highlights } from '../../../contract/page-answers.ts';
import { viewToSearch } from '../../../contract/view.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { RowMoves } from '../../ui/row-moves.ts';
import side from '../../beside/side.module.css';
import { Total } from '../../ui/total.tsx';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { hallOfFame } from '../links/addresses.ts';
import { PlayerLink } from '../links/player-link.tsx';
import { periodName } from '../words/time-words.ts';
import styles from './last-winners.module.css';

/** Who won the last periods, each with a way to it. Nothing where none is over. */
export function LastWinners({ winners, board, period: { kind } }: Pick<Highlights, 'winners' | 'board' | 'period'>) {
  const { view } = useView();
  const { pathname } = useLocation();
  const words = useUnitWords(board);
  const list = useRef<HTMLUListElement>(null);
  if (winners.length === 0) return null;
  return (
    <section aria-labelledby="winners" className={side.section}>
      <h2 id="winners" className={side.title}>
        Last winners
      </h2>
      <ul ref={list} className={`${side.people} ${styles.winners}`}>
        {winners.map(({ day, period, points, player: { id, name, avatar } }) => (
          <li key={day} data-player={day}>
            <Bib id={id} name={name} avatar={avatar} size="small" />
            <span className={side.who}>
              <PlayerLink username={id} name={name} kind={kind} />
              <span className={side.note}>
                <Link
                  to={{
                    pathname,
                    search: viewToSearch({ ...view, ...(kind === 'all-time' && { mode: 'monthly' }), at: day, q: '', page: 1 }),
                  }}
                  className={side.link}
                >
                  {periodName(period, board.timeZone, 'short')}
                </Link>
              </span>
            </span>
            <Total words={words} total={points} />
          </li>
        ))}
        <RowMoves list={list} />
      </ul>
      <p className={side.note}>
        <Link to={hallOfFame(kind, view)} className={side.link}>
          Hall of fame
        </Link>
      </p>
    </section>
  );
}
