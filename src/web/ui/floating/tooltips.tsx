import { createContext, use, useEffect, useState, type ReactNode } from 'react';

import { openDelay } from './tooltip-timing.ts';
import styles from './tooltip.module.css';

interface Tooltips {
  /** Opens after the delay that applies to pointers. */
  readonly rest: (anchor: HTMLElement, text: string) => void;
  /** Opens at once: for keyboard focus and for taps. */
  readonly open: (anchor: HTMLElement, text: string) => void;
  readonly leave: () => void;
  readonly stay: () => void;
  readonly close: () => void;
  readonly attach: (element: HTMLElement | null) => void;
}

const TooltipContext = createContext<Tooltips | undefined>(undefined);

export function useTooltips(): Tooltips {
  const tooltips = use(TooltipContext);
  if (tooltips === undefined) throw new Error('No <TooltipProvider>');
  return tooltips;
}

/** How long the pointer may take from the control to its tooltip, in milliseconds (WCAG 1.4.13: hoverable). */
const LEAVE_GRACE_MS = 120;

/** Lets everything in it show a tooltip: at most one is open on the whole site. It is drawn by {@link Tooltip}. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  const [tooltips] = useState(createTooltips);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') tooltips.close();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [tooltips]);

  return <TooltipContext value={tooltips}>{children}</TooltipContext>;
}

/** The tooltip itself, in the browser's top layer wherever it stands in the document: inside a landmark, for screen readers. */
export function Tooltip() {
  const tooltips = useTooltips();
  return (
    <div
      ref={(element) => tooltips.attach(element)}
      popover="manual"
      role="tooltip"
      className={styles.layer}
      onPointerEnter={tooltips.stay}
      onPointerLeave={tooltips.leave}
    />
  );
}

/** The words go straight into the element: as state they would render every hint of the page anew. */
function createTooltips() {
  let layer: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastClosedAt = -Infinity;
  let anchor: HTMLElement | undefined;

  const isOpen = () => layer?.matches(':popover-open') === true;
  const open = (next: HTMLElement, text: string) => {
    clearTimeout(timer);
    anchor?.style.removeProperty('anchor-name');
    anchor = next;
    anchor.style.setProperty('anchor-name', '--tooltip');
    if (layer === null) return;
    layer.textContent = text;
    layer.showPopover();
  };
  const close = () => {
    clearTimeout(timer);
    if (!isOpen()) return;
    layer?.hidePopover();
    lastClosedAt = performance.now();
  };
  return {
    attach(element: HTMLElement | null) {
      layer = element;
    },
    open,
    close,
    rest(next: HTMLElement, text: string) {
      clearTimeout(timer);
      timer = setTimeout(() => open(next, text), isOpen() ? 0 : openDelay(performance.now(), lastClosedAt));
    },
    stay: () => clearTimeout(timer),
    leave() {
      clearTimeout(timer);
      timer = setTimeout(close, LEAVE_GRACE_MS);
    },
  };
}
