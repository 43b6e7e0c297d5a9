import type { HallOfFame } from '../../../contract/page-answers.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { isolated } from '../../../domain/names/isolated.ts';
import control from '../../ui/control.module.css';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import rows from '../../ui/row-table.module.css';
import { kindSearch } from '../links/addresses.ts';
import { PlayerLink } from '../links/player-link.tsx';
import { KIND_WORDS, periodWithin, stretchName } from './hall-words.ts';
import styles from './winners-table.module.css';

/** Who won each period of a month or a year, the newest first: the period leads to its board, the winner to their page. */
export function WinnersTable({ hall: { board, kind, from, winners } }: { readonly hall: HallOfFame }) {
  const words = useUnitWords(board);
  const { view } = useView();
  return (
    <table aria-label={`Winners, ${stretchName(kind, from)}`} className={`${rows.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col" className={styles.period}>
            {KIND_WORDS[kind].one.replace(/^./, (letter) => letter.toUpperCase())}
          </th>
          <th scope="col">Winner</th>
        </tr>
      </thead>
      <tbody>
        {winners.map(({ day, period, places: [first, ...others] }) => (
          <tr key={day}>
            <th scope="row" className={styles.period}>
              <Link
                to={{ pathname: '/leaderboard', search: kindSearch(kind, { ...view, at: day }) }}
                className={`${control.link} ${styles.link}`}
              >
                {periodWithin(period, board.timeZone)}
              </Link>
            </th>
            <td>
              <span className={rows.who}>
                <Bib id={first!.player.id} name={first!.player.name} avatar={first!.player.avatar} size="row" />
                <span>
                  <span className="name">
                    <PlayerLink username={first!.player.id} name={first!.player.name} kind={kind} />
                  </span>
                  <span className={`tiny ${styles.others}`}>
                    {words.words(first!.points)}
                    {others.length === 0
                      ? ''
                      : `, ahead of ${others.map(({ player, points }) => `${isolated(player.name)} (${words.figure(points)})`).join(' and ')}`}
                  </span>
                </span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
