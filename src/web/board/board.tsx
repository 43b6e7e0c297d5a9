import { useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

import type { BoardName } from '../../contract/leaderboard-source.ts';
import { rankingsOf } from '../data/questions.ts';
import { useSource } from '../data/source-context.ts';
import { useNumberFormat } from '../format/number-format.ts';
import { useView } from '../view/view-context.ts';
import styles from './board.module.css';
import { Pager } from './pager.tsx';
import { PodiumLanes } from './podium-lanes.tsx';
import { RankingsTable } from './rankings-table.tsx';

/** A board as filtered: the podium, then the rankings table. Follows typing one render behind, so keys are never late. */
export function Board({ board }: { readonly board: BoardName }) {
  'use memo';
  const { view } = useView();
  const source = useSource();
  const period = useDeferredValue(view.period);
  const q = useDeferredValue(view.q);
  const page = useDeferredValue(view.page);
  const { data } = useSuspenseQuery(rankingsOf(source, { board, period, q, page }));
  return (
    <div className={styles.board} data-period={period}>
      <PodiumLanes podium={data.podium} />
      <section aria-labelledby="rankings" className={styles.rankings}>
        <h2 id="rankings" className={styles.heading}>
          Rankings
        </h2>
        <RankingsTable rows={data.rows.items} />
        <Pager rows={data.rows} />
      </section>
      <MatchCount q={q} shown={data.rows.total + data.podium.filter((lane) => lane.holder.kind === 'taken').length} />
    </div>
  );
}

/** Tells a screen reader how many players a filter left; silent while nothing is filtered. */
function MatchCount({ q, shown }: { readonly q: string; readonly shown: number }) {
  const format = useNumberFormat();
  return (
    <p role="status" className="visually-hidden">
      {q === '' ? '' : `${format.count(shown)} ${shown === 1 ? 'player matches' : 'players match'} “${q}”`}
    </p>
  );
}
