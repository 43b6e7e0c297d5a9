/** What a visitor did before React listened: the clicked buttons and the boxes typed in, in order. */
interface EarlyEvents {
  readonly targets: (HTMLButtonElement | HTMLInputElement)[];
  /** The box that had focus last: a new render takes it out of the page, and focus with it. */
  focused: HTMLInputElement | undefined;
  readonly stop: () => void;
}

declare global {
  interface Window {
    laurelsEarly?: EarlyEvents | undefined;
  }
}

/**
 * Makes links and forms of a page prerendered for another period keep the one in the address. Before scripts
 * run, the browser follows them by itself.
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

/** Starts to record what is done to buttons and boxes. */
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
 * The same control in the current page. Where the address asks for another view than the prerendered
 * one, React renders again and the recorded element is gone; name and value find its successor.
 */
function successor<T extends HTMLButtonElement | HTMLInputElement>(control: T): T | undefined {
  if (control.isConnected) return control;
  const value = control.type === 'search' ? '' : `[value="${CSS.escape(control.value)}"]`;
  return document.querySelector<T>(`${control.localName}[name="${CSS.escape(control.name)}"]${value}`) ?? undefined;
}

/**
 * Types into a box as a visitor would. React ignores an event that leaves a box as it last knew it, and it may
 * have met this one with the text already in it; so React first gets a longer one (an empty one would not do for a
 * box that was emptied), and the platform's own setter, which React does not see, puts the text back before the event.
 */
function type(box: HTMLInputElement, text: string): void {
  box.value = `${text} `;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Presses a button or chooses a radio, also one that was chosen while React did not look. */
function press(control: HTMLButtonElement | HTMLInputElement): void {
  if (control instanceof HTMLInputElement) control.checked = false;
  control.click();
}

/** Plays the recorded events once React listens, and gives focus back where rendering took it. */
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
