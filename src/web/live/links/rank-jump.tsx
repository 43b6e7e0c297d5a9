import { useEffect, useRef, type SubmitEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { ROWS_PER_PAGE } from '../../../contract/leaderboard-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { viewToSearch } from '../../../contract/view.ts';
import { PODIUM_PLACES } from '../../../domain/podium.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useView } from '../../address/view-context.ts';
import control from '../../ui/control.module.css';
import { comeTo } from './come-to.ts';
import styles from './rank-jump.module.css';
import { RANK_JUMP } from './rank-jump-words.ts';

const FIELD = `${control.field} ${styles.rank}`;

/** The page of the rankings table that contains a rank, 1-based; the podium is above the first page. */
export function pageOfRank(rank: number): number {
  return Math.max(1, Math.ceil((rank - PODIUM_PLACES) / ROWS_PER_PAGE));
}

/** Jumps to any rank on a board with many pages, and highlights it. */
export function RankJump({ view: { rows } }: { readonly view: LiveBoardView }) {
  const { view } = useView();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const format = useNumberFormat();
  const going = useRef<number>(undefined);

  // After every render, because the rows may arrive later than the URL changes.
  useEffect(() => {
    if (going.current === undefined) return;
    const place = document.querySelector<HTMLElement>(`main :is(tr[data-rank="${going.current}"], li[data-place="${going.current}"])`);
    if (place === null) return;
    going.current = undefined;
    delete document.querySelector<HTMLElement>('main [data-found]')?.dataset['found'];
    place.dataset['found'] = '';
    comeTo(place);
  });

  const last = rows.total + PODIUM_PLACES;

  const jump = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const rank = Math.min(Number(new FormData(event.currentTarget).get('rank')), last);
    if (!Number.isInteger(rank) || rank < 1) return;
    going.current = rank;
    void navigate({ pathname, search: viewToSearch({ ...view, page: pageOfRank(rank) }) }, { preventScrollReset: true });
  };

  return (
    <form className={`cluster muted tabular ${styles.jump}`} onSubmit={jump}>
      <label>
        {RANK_JUMP.rank} <input type="number" name="rank" inputMode="numeric" min={1} max={last} required className={FIELD} />
      </label>
      <span>
        {RANK_JUMP.of} {format.count(last)}
      </span>
      <button type="submit" className={control.button}>
        {RANK_JUMP.go}
      </button>
    </form>
  );
}
