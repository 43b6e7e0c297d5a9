import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import type { PlayerPage } from '../../../contract/player-answers.ts';
import { missingPoints } from '../../../domain/earning/missing-points.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { TieMark } from '../../board/tie-mark.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import { PlayerLink } from '../links/player-link.tsx';
import rows from '../../ui/row-table.module.css';
import section from '../../ui/section-title.module.css';
import styles from './neighbours.module.css';
import { PRESENT } from '../words/rank-words.ts';

/** Who stands right above a player, and what it takes to pass them; and who right below, and how far away. */
export function Neighbours({ page: { player, boards, chosen } }: { readonly page: PlayerPage }) {
  const format = useNumberFormat();
  const own = chosen.neighbours.find(({ player: { id } }) => id === player.username);
  const { board } = boards.find((one) => one.board.name === chosen.board)!;
  if (own === undefined) return null;
  return (
    <section aria-labelledby="around">
      <h2 id="around" className={section.title}>
        Just above and below, {PRESENT[chosen.kind]}
      </h2>
      <table aria-labelledby="around" className={`${rows.table} ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Player</th>
            <th scope="col" className={rows.points}>
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {chosen.neighbours.map(({ rank, points, tie, player: { id, name, avatar } }) => (
            <tr key={id} aria-current={id === player.username ? 'true' : undefined}>
              <td className={`${rows.rank} ${styles.rank}`}>{format.count(rank)}</td>
              <td>
                <span className={`${rows.who} ${styles.who}`}>
                  <Bib id={id} name={name} avatar={avatar} size="row" />
                  {id === player.username ? <strong>{name}</strong> : <PlayerLink username={id} name={name} kind={chosen.kind} />}
                  <TieMark tie={tie} points={points} />
                </span>
              </td>
              <td className={rows.points}>
                {format.count(points)}
                <span className={styles.gap}>
                  {rank < own.rank ? <ToPass board={board} points={missingPoints(board.direction, own.points, points)} /> : null}
                  {rank > own.rank ? <Behind points={points - own.points} /> : null}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What must be earned to stand there: the same number as on the path to the podium. */
function ToPass({ board, points }: { readonly board: ApiBoard; readonly points: number }) {
  const format = useNumberFormat();
  return `${format.count(points)} ${WON[board.direction === 'low' ? 'low' : board.scoring]}to pass`;
}

/** How points get better on a board, in front of "to pass". */
const WON = { sum: '', best: 'better ', latest: 'better ', low: 'lower ' } as const;

function Behind({ points }: { readonly points: number }) {
  const format = useNumberFormat();
  if (points === 0) return 'level';
  return points > 0 ? `${format.count(points)} more` : `${format.count(-points)} fewer`;
}
