import type { ReactNode } from 'react';

import type { Standing } from '../../domain/board.ts';
import type { Page } from '../../domain/page.ts';
import type { Podium } from '../../domain/podium.ts';
import section from '../ui/section-title.module.css';
import styles from './board-frame.module.css';
import { Pager } from './pager.tsx';
import { PodiumLanes } from './podium-lanes.tsx';
import { RankingsTable } from './rankings-table.tsx';

interface BoardFrameProps<S extends Standing> {
  readonly view: { readonly podium: Podium<S>; readonly rows: Page<S> };
  /** Changes when another period is shown, which then fades in. */
  readonly period: string;
  /** What an edition adds to a rank. */
  readonly mark?: ((standing: S) => ReactNode) | undefined;
  /** How an edition shows a name, where not as plain text. */
  readonly name?: ((standing: S) => ReactNode) | undefined;
}

/** A board as filtered: the podium, then the rankings table and its pages. */
export function BoardFrame<S extends Standing>({ view: { podium, rows }, period, mark, name }: BoardFrameProps<S>) {
  return (
    <div className={styles.board} data-period={period}>
      <PodiumLanes podium={podium} mark={mark} name={name} />
      <section aria-labelledby="rankings" className={styles.rankings}>
        <h2 id="rankings" className={`${section.title} ${styles.heading}`}>
          Rankings
        </h2>
        <RankingsTable rows={rows.items} mark={mark} name={name} />
        <Pager rows={rows} label="Rankings pages" />
      </section>
    </div>
  );
}
