import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Duration and easing of the design language's row move. */
const MOVE = { duration: 160, easing: 'cubic-bezier(.2, .8, .2, 1)' } as const;

/** More than the height of a row, in pixels: one half on screen counts as seen. */
const ROW_PX = 120;

/**
 * Lets table rows glide to where a new order puts them: each row that changed place starts from where it
 * was. Rows that come or stay are not animated, nor those nobody can see (at fifty rows they would delay the
 * next key), and nothing is where motion is not wanted.
 * Runs after every render of the table that owns `body`; rows are told apart by `data-player`.
 */
export function useRowMoves(body: RefObject<HTMLTableSectionElement | null>): void {
  const tops = useRef(new Map<string, number>());

  useLayoutEffect(() => {
    const before = tops.current;
    const now = new Map<string, number>();
    const rows = body.current?.querySelectorAll<HTMLElement>('tr[data-player]') ?? [];
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    // offsetTop, not getBoundingClientRect: scrolling and a move still under way must not count as a change.
    for (const row of rows) now.set(row.dataset['player']!, row.offsetTop);
    const top = -(body.current?.closest('table')?.getBoundingClientRect().top ?? 0);
    const seen = (place: number) => place > top - ROW_PX && place < top + innerHeight;
    for (const row of rows) {
      const from = before.get(row.dataset['player']!);
      const to = now.get(row.dataset['player']!)!;
      if (from !== undefined && from !== to && !still && (seen(from) || seen(to))) {
        row.animate([{ transform: `translateY(${from - to}px)` }, { transform: 'none' }], MOVE);
      }
    }
    tops.current = now;
  });
}
