/** Scrolls to a player on a board and moves the focus to their name. */
export function comeTo(place: Element): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  place.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
  place.querySelector('a')?.focus({ preventScroll: true });
}
