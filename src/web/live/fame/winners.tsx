import { Section } from '../../ui/section.tsx';
import type { HallOfFame } from '../../../contract/page-answers.ts';
import type { EndingKind } from '../../../domain/calendar.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { Bib } from '../../board/bib/bib.tsx';
import control from '../../ui/control.module.css';
import { useNumberFormat, useUnitWords } from '../../ui/number-format.ts';
import rows from '../../ui/row-table.module.css';
import { TableHead } from '../../ui/table-head.tsx';
import section from '../../ui/section-title.module.css';
import { kindSearch } from '../links/addresses.ts';
import { PlayerLink } from '../links/player-link.tsx';
import { ONE_PERIOD } from '../words/rank-words.ts';
import { countWords, mostWon } from '../words/count-words.ts';
import { HALL, periodWithin, stretchName } from './hall-words.ts';
import styles from './winners.module.css';

/** The winner of each period of a month or a year, newest first. The period links to its board, the winner to their page. */
export function WinnersTable({ hall: { board, kind, from, winners } }: { readonly hall: HallOfFame }) {
  const words = useUnitWords(board);
  const { view } = useView();
  return (
    <table aria-label={HALL.winners(stretchName(kind, from))} className={`${rows.table} ${styles.table}`}>
      <TableHead columns={[[ONE_PERIOD[kind].replace(/^./, (letter) => letter.toUpperCase()), styles.period], [HALL.winner]]} />
      <tbody>
        {winners.map(({ day, period, places: [first, ...others] }) => (
          <tr key={day}>
            <th scope="row" className={styles.period}>
              <Link
                to={{ pathname: '/leaderboard', search: kindSearch(kind, { ...view, at: day }) }}
                className={`pressable ${control.link}`}
              >
                {periodWithin(period, board.timeZone)}
              </Link>
            </th>
            <td>
              <span className={`line ${rows.who}`}>
                <Bib id={first!.player.id} name={first!.player.name} avatar={first!.player.avatar} size="row" />
                <span>
                  <span className="name">
                    <PlayerLink username={first!.player.id} name={first!.player.name} kind={kind} />
                  </span>
                  <span className="block tiny muted anywhere">
                    {words.words(first!.points)}
                    {HALL.aheadOf(others.map(({ player, points }) => `${isolated(player.name)} (${words.figure(points)})`))}
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

/** The players with the most wins: in the month or year shown, and of all time. */
export function MostWins({ hall: { kind, from, most } }: { readonly hall: HallOfFame }) {
  if (most.ever.length === 0) return null;
  return (
    <Section id="most" title={mostWon(ONE_PERIOD[kind])}>
      <div className={styles.lists}>
        <Champions name={HALL.allTime} kind={kind} champions={most.ever} />
        {/* If nobody won twice, the grid already shows everything. */}
        {(most.here[0]?.wins ?? 0) < 2 ? null : <Champions name={stretchName(kind, from)} kind={kind} champions={most.here} />}
      </div>
    </Section>
  );
}

const MEDALS = ['gold', 'silver', 'bronze'] as const;

interface ChampionsProps {
  readonly name: string;
  readonly kind: EndingKind;
  readonly champions: HallOfFame['most']['ever'];
}

function Champions({ name, kind, champions }: ChampionsProps) {
  const format = useNumberFormat();
  return (
    <div>
      <h3 className={section.part}>{name}</h3>
      <ol className={`rows ${styles.list}`}>
        {champions.map(({ player: { id, name: called, avatar }, wins }, i) => (
          <li key={id} className={`line loose spread ground ${styles.champion}`}>
            <span className={`tabular ${styles.place}`} data-medal={MEDALS[i]}>
              {i + 1}
            </span>
            <span className={`line grow name ${rows.who}`}>
              <Bib id={id} name={called} avatar={avatar} size="row" />
              <PlayerLink username={id} name={called} kind={kind} />
            </span>
            <span className={`tabular ${styles.wins}`}>{countWords(wins, 'win', format)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
