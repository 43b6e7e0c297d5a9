/** The visitor's actions before React attached its listeners: clicked buttons and edited text fields, in order. */
interface EarlyEvents {
  readonly targets: (HTMLButtonElement | HTMLInputElement)[];
  /** The text field that had focus last: a re-render replaces it, and it loses focus. */
  focused: HTMLInputElement | undefined;
  readonly stop: () => void;
}

declare global {
  interface Window {
    laurelsEarly?: EarlyEvents | undefined;
  }
}

/**
 * Adds the URL's period to links and forms of a page prerendered for another period. Before scripts run, the browser follows them natively.
 */
function keepPeriod({ target }: Event): void {
  const period = new URLSearchParams(location.search).get('period');
  if (period === null || !(target instanceof Element)) return;
  const link = target.closest<HTMLAnchorElement>('a[href]');
  if (link !== null && link.search === '' && link.origin === location.origin) link.search = new URLSearchParams({ period }).toString();
  if (target instanceof HTMLFormElement && target.elements.namedItem('period') === null) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name: 'period', value: period });
    target.prepend(field);
  }
}

/** Starts recording clicks on buttons and input in text fields. */
export function recordEarlyEvents(): void {
  const targets: EarlyEvents['targets'] = [];
  const note = ({ target }: Event) => {
    early.focused = target instanceof HTMLInputElement ? target : undefined;
  };
  const record = ({ target }: Event) => {
    const control = target instanceof Element ? target.closest('button, input') : null;
    if (control instanceof HTMLButtonElement || control instanceof HTMLInputElement) targets.push(control);
  };
  const listeners = [
    ['click', record],
    ['input', record],
    ['focusin', note],
    ['click', keepPeriod],
    ['submit', keepPeriod],
  ] as const;
  const early: EarlyEvents = {
    targets,
    focused: undefined,
    stop() {
      for (const [type, listener] of listeners) removeEventListener(type, listener, true);
    },
  };
  for (const [type, listener] of listeners) addEventListener(type, listener, true);
  window.laurelsEarly = early;
}

/**
 * The matching control in the current page. If the URL asks for a different view than the prerendered one, React renders again and the
 * recorded element is gone; its replacement is found by name and value.
 */
function successor<T extends HTMLButtonElement | HTMLInputElement>(control: T): T | undefined {
  if (control.isConnected) return control;
  const value = control.type === 'search' ? '' : `[value="${CSS.escape(control.value)}"]`;
  return document.querySelector<T>(`${control.localName}[name="${CSS.escape(control.name)}"]${value}`) ?? undefined;
}

/**
 * Replays typing into a text field. React ignores an event whose value it already has, and it may have read the text when it mounted. So
 * React first gets a longer text (an empty one would not work for a field that was cleared); the native setter, which React does not track,
 * then restores the text before the event.
 */
function type(box: HTMLInputElement, text: string): void {
  box.value = `${text} `;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Clicks a button or radio, including a radio that was chosen before React listened. */
function press(control: HTMLButtonElement | HTMLInputElement): void {
  if (control instanceof HTMLInputElement) control.checked = false;
  control.click();
}

/** Replays the recorded events once React listens, and restores focus lost by rendering. */
export function replayEarlyEvents(): void {
  const early = window.laurelsEarly;
  if (early === undefined) return;
  early.stop();
  window.laurelsEarly = undefined;
  const boxes = new Set<HTMLInputElement>();
  for (const control of early.targets) {
    if (control instanceof HTMLInputElement && control.type === 'search') boxes.add(control);
    else {
      const now = successor(control);
      if (now !== undefined) press(now);
    }
  }
  for (const box of boxes) {
    const now = successor(box);
    if (now !== undefined) type(now, box.value);
  }
  if (early.focused?.isConnected === false && document.activeElement === document.body) successor(early.focused)?.focus();
}
