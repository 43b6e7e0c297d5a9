/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- rows are grids: the roles are restored on purpose, see RankingsTable */
import type { PlayerPage } from '../../../contract/player-answers.ts';
import { playerHue } from '../../../domain/colour/player-hues.ts';
import { Bib } from '../../board/bib/bib.tsx';
import lanes from '../../board/rankings-table.module.css';
import { TieMark } from '../../board/tie-mark.tsx';
import { Track, trackShare } from '../../board/track/track.tsx';
import { useNumberFormat, useUnitWords } from '../../ui/number-format.ts';
import rows from '../../ui/row-table.module.css';
import { Section } from '../../ui/section.tsx';
import { Total } from '../../ui/total.tsx';
import { PlayerLink } from '../links/player-link.tsx';
import { aroundWords, gapWords, PLAYER_WORDS } from './player-words.ts';
import styles from './neighbours.module.css';

const RANK = `${rows.rank} ${lanes.rank}`;
const POINTS = `${rows.points} ${lanes.points}`;

/** The players directly above and below, in lanes as on the board, and the gaps to them. */
export function Neighbours({ page: { player, on, chosen } }: { readonly page: PlayerPage }) {
  const format = useNumberFormat();
  const own = chosen.neighbours.find(({ player: { id } }) => id === player.username);
  const words = useUnitWords(on.board);
  if (own === undefined || chosen.neighbours.length < 2) return null;
  const front = chosen.neighbours[0]!.points;
  const columns = [
    [PLAYER_WORDS.rank, RANK],
    ['Player', undefined],
    [words.head, POINTS],
  ] as const;
  return (
    <Section id="around" title={aroundWords(player.displayName, chosen.kind)}>
      <table
        role="table"
        aria-labelledby="around"
        className={`${rows.table} ${lanes.table} ${styles.table}`}
        data-long={own.rank > 999 ? '' : undefined}
        data-wide={words.figure(front).length > 7 ? '' : undefined}
      >
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(([head, className]) => (
              <th key={head} role="columnheader" scope="col" className={className}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {chosen.neighbours.map(({ rank, points, tie, player: { id, name, avatar } }) => (
            <tr
              key={id}
              role="row"
              data-hue={playerHue(id)}
              aria-current={id === player.username ? 'true' : undefined}
              className={lanes.short}
            >
              <td role="cell" className={RANK}>
                <span className={`line ${lanes.place}`}>
                  {format.count(rank)}
                  <span className={`line ${lanes.marks}`}>
                    <TieMark tie={tie} total={words.words(points)} />
                  </span>
                </span>
              </td>
              <th role="rowheader" scope="row">
                <span className={`line ${rows.who}`}>
                  <Bib id={id} name={name} avatar={avatar} size="row" />
                  <span className={`one-line ${lanes.name}`} title={name}>
                    {id === player.username ? <bdi>{name}</bdi> : <PlayerLink username={id} name={name} kind={chosen.kind} />}
                  </span>
                </span>
              </th>
              <td role="cell" className={POINTS}>
                <Total words={words} total={points} />
                {rank === own.rank ? null : (
                  <span className="block tiny muted regular">
                    {gapWords(points - own.points, rank < own.rank ? 'above' : 'below', words)}
                  </span>
                )}
                <Track share={trackShare(points, front)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
