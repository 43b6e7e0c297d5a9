/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the roles are restored on purpose, see RankingsTable */
import { useRef } from 'react';

import type { Standing } from '../../domain/board.ts';
import type { Podium } from '../../domain/podium.ts';
import type { UnitWords } from '../../domain/units/counted-words.ts';
import table from '../ui/row-table.module.css';
import { useNumberFormat } from '../ui/number-format.ts';
import { Total } from '../ui/total.tsx';
import { Bib } from './bib/bib.tsx';
import type { Additions } from './podium-lanes.tsx';
import styles from './rankings-table.module.css';
import { TieMark } from './tie-mark.tsx';
import { Track } from './track/track.tsx';
import { RowMoves } from '../ui/row-moves.ts';

interface RankingsTableProps<S extends Standing> {
  /** Who stands above the rows. */
  readonly podium: Podium<S>;
  readonly rows: readonly S[];
  readonly words: UnitWords;
  readonly additions?: Additions<S> | undefined;
  /** Which list the rows are of: those of another one do not move, they are other elements. */
  readonly list: number;
  /** As {@link RowMoves} has it. */
  readonly ranksOf?: string | undefined;
}

/**
 * Everybody below the podium. A real table; on a phone CSS lays each row out in two lines, which takes a
 * table's roles away in some browsers, so they are also written out.
 */
export function RankingsTable<S extends Standing>({ podium, rows, words, additions, list, ranksOf }: RankingsTableProps<S>) {
  'use memo';
  const { mark, name, toNext } = additions ?? {};
  const format = useNumberFormat();
  // An empty table has all its columns.
  const hasPrizes = rows.length === 0 || rows.some(({ prize }) => prize !== '');
  const [, leader, third] = podium.map(({ holder }) => (holder.kind === 'taken' ? holder.standing : undefined));
  // The last that wins something, if others come behind it.
  const finish = rows.findLastIndex(({ prize }) => prize !== '');
  const columns = [
    { head: 'Rank', className: `${table.rank} ${styles.rank}` },
    { head: 'Player', className: undefined },
    { head: words.head, className: `${table.points} ${styles.points}` },
    ...(toNext === undefined ? [] : [{ head: 'To the next', className: styles.gap }]),
    ...(hasPrizes ? [{ head: 'Prize', className: styles.prize }] : []),
  ];
  const body = useRef<HTMLTableSectionElement>(null);
  return (
    <table role="table" aria-labelledby="rankings" className={`${table.table} ${styles.table}`}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ head, className }) => (
            <th key={head} role="columnheader" scope="col" className={className}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody key={list} role="rowgroup" ref={body}>
        {rows.length === 0 && (
          <tr role="row">
            <td role="cell" colSpan={columns.length} className={styles.empty}>
              No additional players found
            </td>
          </tr>
        )}
        {rows.map((standing, i) => {
          const { rank, points, prize, tie, player } = standing;
          const above = i === 0 ? third : rows[i - 1];
          return (
            <tr
              role="row"
              // A prize takes a line on a phone, and the name makes room: it is another row then, which glides to its place as well.
              key={`${player.id} ${prize === ''}`}
              data-player={player.id}
              data-rank={rank}
              className={i === finish && i < rows.length - 1 ? styles.finish : undefined}
            >
              <td role="cell" className={`${table.rank} ${styles.rank}`}>
                {format.count(rank)}
                {mark?.(standing)}
              </td>
              <th role="rowheader" scope="row">
                <span className={`line ${table.who}`}>
                  <Bib id={player.id} name={player.name} avatar={player.avatar} size="row" />
                  <span className={`name ${styles.name}`}>{name?.(standing) ?? player.name}</span>
                  <TieMark tie={tie} total={words.words(points)} />
                </span>
              </th>
              <td role="cell" className={`${table.points} ${styles.points}`}>
                <Total words={words} total={points} />
                {leader === undefined ? null : <Track points={points} leader={leader.points} />}
              </td>
              {toNext === undefined ? null : (
                <td role="cell" className={styles.gap}>
                  {above?.rank === rank - 1 ? toNext(standing, above) : null}
                </td>
              )}
              {hasPrizes ? (
                <td role="cell" className={styles.prize}>
                  {prize}
                </td>
              ) : null}
            </tr>
          );
        })}
        <RowMoves list={body} ranksOf={ranksOf} />
      </tbody>
    </table>
  );
}
