import type { PlayerPage } from '../../../contract/player-answers.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { TieMark } from '../../board/tie-mark.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import { PlayerLink } from '../links/player-link.tsx';
import rows from '../../ui/row-table.module.css';
import section from '../../ui/section-title.module.css';
import styles from './neighbours.module.css';
import { PRESENT } from '../words/rank-words.ts';

/** Who stands right above a player and right below, and how far away. */
export function Neighbours({ page: { player, chosen } }: { readonly page: PlayerPage }) {
  const format = useNumberFormat();
  const own = chosen.neighbours.find(({ player: { id } }) => id === player.username);
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
                {id === player.username ? null : <Gap points={points - own.points} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Gap({ points }: { readonly points: number }) {
  const format = useNumberFormat();
  const words = points === 0 ? 'level' : points > 0 ? `${format.count(points)} more` : `${format.count(-points)} fewer`;
  return <span className={styles.gap}>{words}</span>;
}
