import { Section } from '../../ui/section.tsx';
import type { PlayerPage } from '../../../contract/player-answers.ts';
import { missingPoints } from '../../../domain/earning/missing-points.ts';
import { ADDS_UP } from '../../../domain/scoring.ts';
import { isMeasured } from '../../../domain/units/unit.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { TieMark } from '../../board/tie-mark.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import rows from '../../ui/row-table.module.css';
import { TableHead } from '../../ui/table-head.tsx';
import { Total } from '../../ui/total.tsx';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { PlayerLink } from '../links/player-link.tsx';
import { PRESENT } from '../words/rank-words.ts';
import styles from './neighbours.module.css';

/** Who stands right above a player, and what it takes to pass them; and who right below, and how far away. */
export function Neighbours({ page: { player, boards, chosen } }: { readonly page: PlayerPage }) {
  const format = useNumberFormat();
  const own = chosen.neighbours.find(({ player: { id } }) => id === player.username);
  const { board } = boards.find((one) => one.board.name === chosen.board)!;
  const words = useUnitWords(board);
  if (own === undefined) return null;
  const adds = board.direction === 'high' && ADDS_UP[board.scoring];
  /** What it takes to pass somebody above, the same number as on the path to the podium; and how far away somebody below is. */
  const fromOwn = (rank: number, points: number) => {
    if (rank === own.rank) return '';
    if (rank > own.rank || isMeasured(board.unit)) return words.apart(points - own.points);
    return `${words.margin(missingPoints(board.direction, own.points, points))} ${adds ? '' : `${words.better} `}to pass`;
  };
  return (
    <Section id="around" title={`Just above and below, ${PRESENT[chosen.kind]}`}>
      <table aria-labelledby="around" className={`${rows.table} ${styles.table}`}>
        <TableHead columns={[['Rank'], ['Player'], [words.head, rows.points]]} />
        <tbody>
          {chosen.neighbours.map(({ rank, points, tie, player: { id, name, avatar } }) => (
            <tr key={id} aria-current={id === player.username ? 'true' : undefined}>
              <td className={`${rows.rank} ${styles.rank}`}>{format.count(rank)}</td>
              <th scope="row">
                <span className={`line name ${rows.who} ${styles.who}`}>
                  <Bib id={id} name={name} avatar={avatar} size="row" />
                  {id === player.username ? (
                    <strong>
                      <bdi>{name}</bdi>
                    </strong>
                  ) : (
                    <PlayerLink username={id} name={name} kind={chosen.kind} />
                  )}
                  <TieMark tie={tie} total={words.words(points)} />
                </span>
              </th>
              <td className={rows.points}>
                <Total words={words} total={points} />
                <span className="block tiny muted regular">{fromOwn(rank, points)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
