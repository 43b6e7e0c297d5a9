import type { ReactNode } from 'react';

import type { Standing } from '../../domain/board.ts';
import type { Page } from '../../domain/page.ts';
import { PODIUM_PLACES, type Podium } from '../../domain/podium.ts';
import type { UnitWords } from '../../domain/units/counted-words.ts';
import section from '../ui/section-title.module.css';
import styles from './board-frame.module.css';
import { Pager } from './pager.tsx';
import { type Additions, PodiumLanes } from './podium-lanes.tsx';
import { RankingsTable } from './rankings-table.tsx';
import { useRowsInTurn } from './use-rows-in-turn.ts';
import { PAGES, RANKINGS } from './board-words.ts';

interface BoardFrameProps<S extends Standing> {
  readonly view: { readonly podium: Podium<S>; readonly rows: Page<S> };
  /** Formats the board's totals. */
  readonly words: UnitWords;
  /** A new period fades in. */
  readonly period: string;
  /** The text that filters the players. */
  readonly filter: string;
  readonly additions?: Additions<S>;
  /** Identifies a live ranking: players who rise within it are briefly highlighted. */
  readonly ranksOf?: string | undefined;
  /** Temporarily replaces the podium. */
  readonly instead?: ReactNode;
}

/** A board with its filter applied: the podium, then the rankings table and its pager. */
export function BoardFrame<S extends Standing>({
  view: { podium, rows },
  words,
  period,
  filter,
  additions,
  ranksOf,
  instead,
}: BoardFrameProps<S>) {
  'use memo';
  return (
    <div className={`stack ${styles.board}`} data-period={period}>
      {rows.page > 1 ? null : (
        <div className="anchor">
          <div inert={instead !== undefined}>
            <PodiumLanes podium={podium} words={words} additions={additions} />
          </div>
          {instead}
        </div>
      )}
      <section aria-labelledby="rankings" className="anchor">
        <h2 id="rankings" className={`${section.title} ${styles.heading}`}>
          {RANKINGS}
        </h2>
        <RankingsTable
          podium={podium}
          rows={useRowsInTurn(rows.items, filter)}
          words={words}
          additions={additions}
          // Rows are kept if a filter selects the same players.
          list={filter === '' ? 0 : rows.total}
          ranksOf={ranksOf}
        />
        <Pager rows={rows} label={PAGES} above={PODIUM_PLACES} />
      </section>
    </div>
  );
}
