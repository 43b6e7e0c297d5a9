import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Duration and easing of the design language's row move. */
const MOVE = { duration: 160, easing: 'cubic-bezier(.2, .8, .2, 1)' } as const;

/** For how long somebody who rose is lit, in milliseconds. */
const LIT_MS = 1_600;

/** More than the height of a row, in pixels: one half on screen counts as seen. */
const ROW_PX = 120;

interface Place {
  readonly left: number;
  readonly top: number;
  readonly rank: number;
}

/**
 * Lets the rows of a table or a list glide to where a new order puts them: each row that changed place starts from where it
 * was. Rows that come or stay are not animated, nor those nobody can see (at fifty rows they would delay the
 * next key), and nothing is where motion is not wanted.
 * Whoever rose since the render before in a table is lit, which fades; those whom they passed are not, or all would be.
 * `ranksOf` says what the ranks are of: between two that differ, as between two days, nobody rose.
 * Runs after every render of what owns `list`; rows are told apart by `data-player`, and have a `data-rank` where they may be lit.
 */
export function useRowMoves(list: RefObject<HTMLElement | null>, ranksOf: string | undefined): void {
  const places = useRef({ of: ranksOf, byPlayer: new Map<string, Place>() });

  useLayoutEffect(() => {
    const before = places.current;
    const now = new Map<string, Place>();
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(':scope > [data-player]') ?? [])];
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    // offsetTop, not getBoundingClientRect: scrolling and a move still under way must not count as a change.
    for (const row of rows)
      now.set(row.dataset['player']!, { left: row.offsetLeft, top: row.offsetTop, rank: Number(row.dataset['rank']) });
    const top = -(rows[0]?.offsetParent?.getBoundingClientRect().top ?? 0);
    const seen = (place: number) => place > top - ROW_PX && place < top + innerHeight;
    for (const row of rows) {
      const from = before.byPlayer.get(row.dataset['player']!);
      const to = now.get(row.dataset['player']!)!;
      // A column further on is one that nobody sees.
      if (from === undefined || still || from.left !== to.left || !(seen(from.top) || seen(to.top))) continue;
      if (from.top !== to.top) row.animate([{ transform: `translateY(${from.top - to.top}px)` }, { transform: 'none' }], MOVE);
      if (ranksOf !== undefined && ranksOf === before.of && to.rank < from.rank) light(row);
    }
    places.current = { of: ranksOf, byPlayer: now };
  });
}

/** Lights a row by its ground, cell by cell: that of a row lies under theirs. */
function light(row: HTMLElement): void {
  for (const cell of row.children)
    cell.animate({ backgroundColor: ['var(--bg3)', 'var(--bg3)'], offset: [0, 0.25] }, { duration: LIT_MS, easing: 'ease-out' });
}
