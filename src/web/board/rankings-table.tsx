/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the roles are restored on purpose, see RankingsTable */
import { useRef } from 'react';

import type { Standing } from '../../domain/board.ts';
import { playerHue } from '../../domain/colour/player-hues.ts';
import type { Podium } from '../../domain/podium.ts';
import type { UnitWords } from '../../domain/units/counted-words.ts';
import table from '../ui/row-table.module.css';
import { useNumberFormat } from '../ui/number-format.ts';
import { Total } from '../ui/total.tsx';
import { Bib } from './bib/bib.tsx';
import type { Additions } from './podium-lanes.tsx';
import styles from './rankings-table.module.css';
import { TieMark } from './tie-mark.tsx';
import { Track, trackShare } from './track/track.tsx';
import { RowMoves } from '../ui/row-moves.ts';
import { GAP, NO_ROWS, PLAYER, PRIZE, RANK } from './board-words.ts';

interface RankingsTableProps<S extends Standing> {
  readonly podium: Podium<S>;
  readonly rows: readonly S[];
  readonly words: UnitWords;
  readonly additions?: Additions<S> | undefined;
  /** Identifies the list of rows: rows of another list are new elements and are not animated. */
  readonly list: number;
  /** See {@link RowMoves}. */
  readonly ranksOf?: string | undefined;
}

/** The share of a lane whose head may be behind a name. */
const SHORT = 0.7;

/** The players below the podium. On a phone CSS turns rows into grids, which drops table roles in some browsers, so roles are explicit. */
export function RankingsTable<S extends Standing>({ podium, rows, words, additions, list, ranksOf }: RankingsTableProps<S>) {
  const { mark, name, gap, vacantPrize } = additions ?? {};
  const format = useNumberFormat();
  // An empty table has a prize column if its board has prizes; the sample's always do.
  const hasPrizes = rows.length === 0 ? vacantPrize?.(1) !== '' : rows.some(({ prize }) => prize !== '');
  const [, leader, third] = podium.map(({ holder }) => (holder.kind === 'taken' ? holder.standing : undefined));
  // The last row that has a prize.
  const finish = rows.findLastIndex(({ prize }) => prize !== '');
  const columns = [
    { head: RANK, className: `${table.rank} ${styles.rank}` },
    { head: PLAYER, className: undefined },
    ...(gap === undefined ? [] : [{ head: GAP, className: styles.gap }]),
    { head: words.head, className: `${table.points} ${styles.points}` },
    ...(hasPrizes ? [{ head: PRIZE, className: styles.prize }] : []),
  ];
  const body = useRef<HTMLTableSectionElement>(null);
  return (
    <table
      role="table"
      aria-labelledby="rankings"
      className={`${table.table} ${styles.table}`}
      data-long={(rows.at(-1)?.rank ?? 0) > 999 ? '' : undefined}
    >
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
              {NO_ROWS}
            </td>
          </tr>
        )}
        {rows.map((standing, i) => {
          const { rank, points, prize, tie, player } = standing;
          const above = i === 0 ? third : rows[i - 1];
          const share = leader === undefined ? undefined : trackShare(points, leader.points);
          return (
            <tr
              role="row"
              // On a phone a prize adds a line, so a row that wins or loses one is a new element.
              key={`${player.id} ${prize === ''}`}
              data-player={player.id}
              data-rank={rank}
              data-hue={playerHue(player.id)}
              className={`${share !== undefined && share < SHORT ? styles.short : ''} ${i === finish && i < rows.length - 1 ? styles.finish : ''}`}
            >
              <td role="cell" className={`${table.rank} ${styles.rank}`}>
                <span className={`anchor line ${styles.place}`}>
                  {format.count(rank)}
                  <span className={`line ${styles.marks}`}>
                    {mark?.(standing)}
                    <TieMark tie={tie} total={words.words(points)} />
                  </span>
                </span>
              </td>
              <th role="rowheader" scope="row">
                <span className={`line ${table.who}`}>
                  <Bib id={player.id} name={player.name} avatar={player.avatar} size="row" />
                  <span className={`one-line ${styles.name}`} title={player.name}>
                    {name?.(standing) ?? player.name}
                  </span>
                </span>
              </th>
              {gap === undefined ? null : (
                <td role="cell" className={styles.gap}>
                  {above?.rank === rank - 1 ? gap(standing, above) : null}
                </td>
              )}
              <td role="cell" className={`${table.points} ${styles.points}`}>
                <Total words={words} total={points} />
                {share === undefined ? null : <Track share={share} />}
              </td>
              {hasPrizes ? (
                <td role="cell" className={styles.prize}>
                  {prize === '' ? null : (
                    <span className="clamped" title={prize}>
                      {prize}
                    </span>
                  )}
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
