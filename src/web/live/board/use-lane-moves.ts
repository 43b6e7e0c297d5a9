import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The duration of a lead change in the design language, in milliseconds. */
const MOVE_MS = 400;

/** The easing of every move: it ends gently. */
const EASE = 'cubic-bezier(.2, .8, .2, 1)';

/** How far a leap rises above the straight line, in pixels. */
const LEAP_PX = 24;

/** A player's position: the lane, and the offset from the podium's corner in pixels. */
interface Spot {
  readonly lane: number;
  readonly x: number;
  readonly y: number;
}

/** The index of the leader's lane; lanes are 2nd, 1st and 3rd. */
const FIRST = 1;

/**
 * Animates a new order on the podium. The new leader leaps to the middle; the others sink behind the plate of their old lane and rise
 * behind that of the new one, so that players never overlap and the plates stay in place. Players who enter from the table rise in the same
 * way; players who drop to it disappear at once. Nothing is animated between boards with different `ranksOf`, such as two days. Runs after
 * every render of the board; players are identified by the URLs of their pages.
 */
export function useLaneMoves(board: RefObject<HTMLElement | null>, ranksOf: string): void {
  const spots = useRef({ of: ranksOf, byPage: new Map<string, Spot>() });

  useLayoutEffect(() => {
    const before = spots.current;
    const now = new Map<string, Spot>();
    const holders = [...(board.current?.querySelectorAll<HTMLElement>('ol > li > [data-holder]') ?? [])];
    const moved: (() => void)[] = [];
    for (const holder of holders) {
      const page = holder.querySelector('a')?.pathname;
      if (page === undefined) continue;
      const podium = holder.closest('ol')!;
      const to: Spot = { lane: [...podium.children].indexOf(holder.parentElement!), ...offsetIn(podium, holder) };
      const from = before.byPage.get(page);
      now.set(page, to);
      if (from?.lane === to.lane) continue;
      moved.push(() => holder.animate(framesOf(from, to, holder.offsetHeight), { duration: MOVE_MS }));
    }
    spots.current = { of: ranksOf, byPage: now };
    // If the podium was empty before, nothing has moved.
    const isSame = before.of === ranksOf && before.byPage.size > 0;
    if (isSame && !matchMedia('(prefers-reduced-motion: reduce)').matches) for (const move of moved) move();
  });
}

/** The layout offset of an element within another. Transforms are ignored, so an animation in progress does not count as a change. */
function offsetIn(outer: HTMLElement, inner: HTMLElement): { readonly x: number; readonly y: number } {
  const [from, to] = [outer, inner].map((element) => {
    const offset = { x: 0, y: 0 };
    for (let at: Element | null = element; at instanceof HTMLElement; at = at.offsetParent) {
      offset.x += at.offsetLeft;
      offset.y += at.offsetTop;
    }
    return offset;
  }) as [Pick<Spot, 'x' | 'y'>, Pick<Spot, 'x' | 'y'>];
  return { x: to.x - from.x, y: to.y - from.y };
}

/** Keyframes from one lane to another for a holder of this height in pixels; without `from`, it rises from below. */
function framesOf(from: Spot | undefined, to: Spot, height: number): Keyframe[] {
  const sunk: Keyframe = { transform: `translateY(${height}px)`, clipPath: `inset(0 0 ${height}px)` };
  const up: Keyframe = { transform: 'none', clipPath: 'inset(0)' };
  if (from === undefined) return [sunk, { ...sunk, offset: 0.5, easing: EASE }, up];
  const [x, y] = [from.x - to.x, from.y - to.y];
  const start: Keyframe = { transform: `translate(${x}px, ${y}px)`, clipPath: 'inset(0)' };
  if (to.lane === FIRST)
    return [
      { transform: start.transform },
      // The new leader waits until the old one has sunk.
      { transform: start.transform, offset: 0.2, easing: 'cubic-bezier(.4, .1, .7, .8)' },
      { transform: `translate(${x / 2}px, ${y / 2 - LEAP_PX}px)`, offset: 0.45, easing: 'cubic-bezier(.1, .4, .2, 1)' },
      { transform: 'none' },
    ];
  return [
    { ...start, easing: 'cubic-bezier(.5, 0, .7, .4)' },
    { transform: `translate(${x}px, ${y + height}px)`, clipPath: `inset(0 0 ${height}px)`, offset: 0.35, easing: 'step-end' },
    { ...sunk, offset: 0.6, easing: EASE },
    up,
  ];
}
