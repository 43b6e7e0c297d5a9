import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Between the moves of a row and those on the podium: a replay may show eight ranks a second. */
const MOVE = { duration: 240, easing: 'cubic-bezier(.2, .8, .2, 1)' } as const;

interface Run {
  readonly top: number;
  readonly share: number;
}

/**
 * Lets runners change lanes, and their bars grow and shrink, from one moment to the next; who comes into the race rises
 * from below. Nothing moves where motion is not wanted. Runs after every render of what has the lanes.
 */
export function useRaceMoves(lanes: RefObject<HTMLElement | null>): void {
  const runs = useRef(new Map<string, Run>());

  useLayoutEffect(() => {
    const before = runs.current;
    const now = new Map<string, Run>();
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const lane of lanes.current?.querySelectorAll<HTMLElement>('[data-player]') ?? []) {
      const to = { top: lane.offsetTop, share: Number(lane.dataset['share']) };
      const from = before.get(lane.dataset['player']!);
      now.set(lane.dataset['player']!, to);
      if (still || before.size === 0) continue;
      if (from === undefined)
        lane.animate(
          [
            { transform: 'translateY(100%)', opacity: 0 },
            { transform: 'none', opacity: 1 },
          ],
          MOVE,
        );
      else if (from.top !== to.top) lane.animate([{ transform: `translateY(${from.top - to.top}px)` }, { transform: 'none' }], MOVE);
      if (from === undefined || from.share === to.share) continue;
      const bar = lane.querySelector('svg')!;
      const behindPx = (from.share - to.share) * bar.clientWidth;
      bar.querySelector('line')!.animate([{ transform: `translateX(${behindPx}px)` }, { transform: 'none' }], MOVE);
      if (to.share > 0)
        bar.querySelector('rect')!.animate([{ transform: `scaleX(${from.share / to.share})` }, { transform: 'none' }], MOVE);
    }
    runs.current = now;
  });
}
