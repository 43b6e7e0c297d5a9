import type { KeyboardEvent } from 'react';

/**
 * Moves the focus with the arrow keys from a box to the results under it, from one result to the next, and back into
 * the box. For the `onKeyDown` of the element around both; results are the items of its list, or the link or button in them.
 */
export function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const box = event.currentTarget.querySelector<HTMLElement>('input[type="search"]');
  const results = [...event.currentTarget.querySelectorAll<HTMLElement>('ul[aria-label] > li')];
  const { target } = event;
  if (results.length === 0 || !(target instanceof Element)) return;
  const from = results.findIndex((result) => result.contains(target));
  if (from === -1 && target !== box) return;
  event.preventDefault();
  const next = results[from + step];
  if (next === undefined) {
    if (from + step === -1) box?.focus();
    return;
  }
  const control = next.querySelector<HTMLElement>('a, button');
  // A result without a link can still be read.
  if (control === null) next.tabIndex = -1;
  (control ?? next).focus();
}
