import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Duration and easing of the design language for what moves further than a row. */
const MOVE = { duration: 240, easing: 'cubic-bezier(.2, .8, .2, 1)' } as const;

/** Where somebody stands: the lane, and in pixels from the podium's corner. */
interface Spot {
  readonly lane: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Lets players glide to the lane of the podium that a new order gives them, as rows do in the table. Whoever comes from
 * below, or goes there, does so at once. Runs after every render of what holds the board; players are told apart by
 * their pages.
 */
export function useLaneMoves(board: RefObject<HTMLElement | null>): void {
  const spots = useRef(new Map<string, Spot>());

  useLayoutEffect(() => {
    const before = spots.current;
    const now = new Map<string, Spot>();
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const [i, lane] of (board.current?.querySelectorAll<HTMLElement>('ol > li') ?? []).entries()) {
      const holder = lane.firstElementChild as HTMLElement;
      const page = holder.querySelector('a')?.pathname;
      if (page === undefined) continue;
      // Offsets: a move still under way must not count as a change.
      const to = { lane: i, x: lane.offsetLeft + holder.offsetLeft, y: lane.offsetTop + holder.offsetTop };
      const from = before.get(page);
      now.set(page, to);
      if (from === undefined || from.lane === to.lane || still) continue;
      holder.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: 'none' }], MOVE);
    }
    spots.current = now;
  });
}
