import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Duration and easing of the design language's row move. */
const MOVE = { duration: 160, easing: 'cubic-bezier(.2, .8, .2, 1)' } as const;

/** For how long somebody who rose is lit, in milliseconds. */
const LIT_MS = 1_600;

/** More than the height of a row, in pixels: one half on screen counts as seen. */
const ROW_PX = 120;

interface Place {
  readonly top: number;
  readonly rank: number;
}

/**
 * Lets table rows glide to where a new order puts them: each row that changed place starts from where it
 * was. Rows that come or stay are not animated, nor those nobody can see (at fifty rows they would delay the
 * next key), and nothing is where motion is not wanted.
 * Whoever rose since the render before is lit, which fades; those whom they passed are not, or all would be. `ranksOf`
 * says what the ranks are of: between two that differ, as between two days, nobody rose.
 * Runs after every render of the table that owns `body`; rows are told apart by `data-player`.
 */
export function useRowMoves(body: RefObject<HTMLTableSectionElement | null>, ranksOf: string | undefined): void {
  const places = useRef({ of: ranksOf, byPlayer: new Map<string, Place>() });

  useLayoutEffect(() => {
    const before = places.current;
    const now = new Map<string, Place>();
    const rows = body.current?.querySelectorAll<HTMLTableRowElement>('tr[data-player]') ?? [];
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    // offsetTop, not getBoundingClientRect: scrolling and a move still under way must not count as a change.
    for (const row of rows) now.set(row.dataset['player']!, { top: row.offsetTop, rank: Number(row.dataset['rank']) });
    const top = -(body.current?.closest('table')?.getBoundingClientRect().top ?? 0);
    const seen = (place: number) => place > top - ROW_PX && place < top + innerHeight;
    for (const row of rows) {
      const from = before.byPlayer.get(row.dataset['player']!);
      const to = now.get(row.dataset['player']!)!;
      if (from === undefined || still || !(seen(from.top) || seen(to.top))) continue;
      if (from.top !== to.top) row.animate([{ transform: `translateY(${from.top - to.top}px)` }, { transform: 'none' }], MOVE);
      if (ranksOf !== undefined && ranksOf === before.of && to.rank < from.rank) light(row);
    }
    places.current = { of: ranksOf, byPlayer: now };
  });
}

/** Lights a row by its ground, cell by cell: that of a row lies under theirs. */
function light(row: HTMLTableRowElement): void {
  for (const cell of row.cells)
    cell.animate({ backgroundColor: ['var(--bg3)', 'var(--bg3)'], offset: [0, 0.25] }, { duration: LIT_MS, easing: 'ease-out' });
}
