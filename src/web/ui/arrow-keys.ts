import type { KeyboardEvent } from 'react';

/**
 * Moves the focus with the arrow keys from a text field to the results below it, between results, and back into the field. For the
 * `onKeyDown` of an element around both; results are the items of its list, or the link or button in each.
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
  // A result without a link gets the focus too, so that it can be read.
  if (control === null) next.tabIndex = -1;
  (control ?? next).focus();
}
