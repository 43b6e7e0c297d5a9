// At most one tooltip is open. Its text is written straight to the element: as state it would re-render every hint on the page.
import { useEffect } from 'react';

import styles from './tooltip.module.css';

/** Tooltip delays of the specification, section 9, in milliseconds. */
const TOOLTIP = { openDelay: 700, skipDelay: 300 } as const;

/** How long the pointer may take to get from the control to its tooltip, in milliseconds (WCAG 1.4.13: hoverable). */
const LEAVE_GRACE_MS = 120;

let layer: HTMLElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastClosedAt = -Infinity;
let anchor: HTMLElement | undefined;

/** The hover delay before a tooltip opens, in milliseconds: 700, or 0 within 300 ms of another one closing. */
export function openDelay(now: number, closedAt: number): number {
  return now - closedAt < TOOLTIP.skipDelay ? 0 : TOOLTIP.openDelay;
}

function isOpen(): boolean {
  return layer?.matches(':popover-open') === true;
}

/** Opens immediately: for keyboard focus and taps. */
export function openTooltip(next: HTMLElement, text: string): void {
  clearTimeout(timer);
  anchor?.style.removeProperty('anchor-name');
  anchor = next;
  anchor.style.setProperty('anchor-name', '--tooltip');
  if (layer === null) return;
  layer.textContent = text;
  layer.showPopover();
}

/** Opens after the hover delay. */
export function restOnTooltip(next: HTMLElement, text: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => openTooltip(next, text), isOpen() ? 0 : openDelay(performance.now(), lastClosedAt));
}

export function leaveTooltip(): void {
  clearTimeout(timer);
  timer = setTimeout(closeTooltip, LEAVE_GRACE_MS);
}

export function closeTooltip(): void {
  clearTimeout(timer);
  if (!isOpen()) return;
  layer?.hidePopover();
  lastClosedAt = performance.now();
}

/** The tooltip, in the browser's top layer; inside a landmark for screen readers. */
export function Tooltip() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeTooltip();
    };
    // A touch does not leave what it opened; it touches something else.
    const onPress = ({ target }: Event) => target !== layer && closeTooltip();
    addEventListener('keydown', onKey);
    addEventListener('pointerdown', onPress);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('pointerdown', onPress);
    };
  }, []);
  return (
    <div
      ref={(element) => {
        layer = element;
      }}
      popover="manual"
      role="tooltip"
      className={`small ${styles.layer}`}
      onPointerEnter={() => clearTimeout(timer)}
      onPointerLeave={leaveTooltip}
    />
  );
}
