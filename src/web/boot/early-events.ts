/** What a visitor did before React listened: the clicked buttons and the boxes typed in, in order. */
interface EarlyEvents {
  readonly targets: (HTMLButtonElement | HTMLInputElement)[];
  readonly stop: () => void;
}

declare global {
  interface Window {
    laurelsEarly?: EarlyEvents | undefined;
  }
}

/** Starts to record. Links are left alone: before scripts run, the browser follows them by itself. */
export function recordEarlyEvents(): void {
  const targets: EarlyEvents['targets'] = [];
  const record = ({ target }: Event) => {
    const control = target instanceof Element ? target.closest('button, input') : null;
    if (control instanceof HTMLButtonElement || control instanceof HTMLInputElement) targets.push(control);
  };
  addEventListener('click', record, true);
  addEventListener('input', record, true);
  window.laurelsEarly = {
    targets,
    stop() {
      removeEventListener('click', record, true);
      removeEventListener('input', record, true);
    },
  };
}

/**
 * The same control in the page as it is now. Where the address asks for another view than the prerendered
 * one, React renders anew and the recorded element is gone; name and value find its successor.
 */
function successor<T extends HTMLButtonElement | HTMLInputElement>(control: T): T | undefined {
  if (control.isConnected) return control;
  const value = control.type === 'search' ? '' : `[value="${CSS.escape(control.value)}"]`;
  return document.querySelector<T>(`${control.localName}[name="${CSS.escape(control.name)}"]${value}`) ?? undefined;
}

/** Sets a box through the platform's setter: React overrides the element's own to ignore changes it made itself. */
function type(box: HTMLInputElement, text: string): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(box, '');
  set?.call(box, text);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Plays the recorded events once React listens. `focused` is what had focus before rendering began. */
export function replayEarlyEvents(focused: Element | null): void {
  const early = window.laurelsEarly;
  if (early === undefined) return;
  early.stop();
  window.laurelsEarly = undefined;
  const boxes = new Set<HTMLInputElement>();
  for (const control of early.targets) {
    if (control instanceof HTMLInputElement && control.type === 'search') boxes.add(control);
    else successor(control)?.click();
  }
  for (const box of boxes) {
    const now = successor(box);
    if (now !== undefined) type(now, box.value);
  }
  if (focused instanceof HTMLInputElement && !focused.isConnected) successor(focused)?.focus();
}
