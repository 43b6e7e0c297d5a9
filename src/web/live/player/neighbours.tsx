import type { PlayerPage } from '../../../contract/player-answers.ts';
import { playerHue } from '../../../domain/colour/player-hues.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { TieMark } from '../../board/tie-mark.tsx';
import { Track, trackShare } from '../../board/track/track.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import rows from '../../ui/row-table.module.css';
import { Section } from '../../ui/section.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { Total } from '../../ui/total.tsx';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { PlayerLink } from '../links/player-link.tsx';
import { aroundWords, gapWords, PLAYER_WORDS } from './player-words.ts';
import styles from './neighbours.module.css';

/** The share of a lane whose head may stand behind a name. */
const SHORT = 0.75;

/** The players right above and below, each in a lane as long as their total, and how far away they are. */
export function Neighbours({ page: { player, boards, chosen } }: { readonly page: PlayerPage }) {
  const format = useNumberFormat();
  const own = chosen.neighbours.find(({ player: { id } }) => id === player.username);
  const { board } = boards.find((one) => one.board.name === chosen.board)!;
  const words = useUnitWords(board);
  if (own === undefined || chosen.neighbours.length < 2) return null;
  const front = chosen.neighbours[0]!.points;
  return (
    <Section id="around" title={aroundWords(player.displayName, chosen.kind)}>
      <table aria-labelledby="around" className={`${rows.table} ${styles.table}`}>
        <TableHead columns={[[PLAYER_WORDS.rank], ['Player'], [words.head, rows.points]]} />
        <tbody>
          {chosen.neighbours.map(({ rank, points, tie, player: { id, name, avatar } }) => (
            <tr key={id} data-hue={playerHue(id)} aria-current={id === player.username ? 'true' : undefined} className={styles.lane}>
              <td className={rows.rank}>
                <span className={styles.way}>
                  <Track share={trackShare(points, front)} />
                </span>
                {format.count(rank)}
              </td>
              <th scope="row">
                <span className={`line name ${rows.who} ${styles.who} ${trackShare(points, front) < SHORT ? styles.short : ''}`}>
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
                {rank === own.rank ? null : (
                  <span className="block tiny muted regular">
                    {gapWords(points - own.points, rank < own.rank ? 'above' : 'below', words)}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
