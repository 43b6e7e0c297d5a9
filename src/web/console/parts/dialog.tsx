import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import control from '../../ui/control.module.css';
import type { OnDemand } from '../../ui/floating/on-demand.tsx';
import styles from './console.module.css';
import { FORM, FORM_MISSING, LEAVING } from './parts-words.ts';

/** The elements that receive the initial focus. */
export const FIELDS = 'input:not([type="hidden"]), select, textarea';

const LOOKS = {
  button: control.button,
  words: control.words,
  primary: control.primary,
  danger: styles.danger,
  dangerWords: styles.dangerWords,
};

interface ActDialogProps {
  readonly label: string;
  readonly title?: string | undefined;
  readonly look?: keyof typeof LOOKS;
  /** Set while something else requests it to open; called when that is done. */
  readonly onNamed?: (() => void) | undefined;
  /** The code of the children. The dialog opens when it has loaded, or failed to. */
  readonly needs?: Pick<OnDemand<never>, 'load' | 'isLoaded'>;
  /** `close` is for actions, which refetch everything by themselves. */
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A button that opens a dialog with a form. Closing returns the focus to the button, or to the next row if the button's row is gone, and
 * refetches the page, which may be stale by then.
 */
export function ActDialog({ label, title = label, look = 'button', onNamed, needs, children }: ActDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    const opener = button.current!;
    return () => {
      if (opener.nextElementSibling?.tagName === 'DIALOG' || document.activeElement === opener) focusBeside(opener);
    };
  }, []);
  const open = async () => {
    if (needs?.isLoaded() !== false) return setOpen(true);
    const over = topDialog();
    await needs.load();
    // Unless something else was opened or the user navigated meanwhile.
    if (button.current !== null && topDialog() === over) flushSync(() => setOpen(true));
  };
  const isNamed = onNamed !== undefined;
  useEffect(() => {
    if (!isNamed) return;
    void open();
    onNamed();
    // oxlint-disable-next-line react/exhaustive-deps -- once each time it is named
  }, [isNamed]);
  useLayoutEffect(() => {
    // If it was opened by the URL, the focus was elsewhere.
    if (!isOpen && wasOpen.current) button.current!.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const shut = () => setOpen(false);
  const leave = () => {
    shut();
    void client.invalidateQueries();
  };
  return (
    <>
      <button ref={button} type="button" aria-haspopup="dialog" className={LOOKS[look]} onClick={() => void open()}>
        {label}
      </button>
      {isOpen ? (
        <OpenDialog title={title} onClose={leave}>
          {needs?.isLoaded() === false ? <p role="alert">{FORM_MISSING}</p> : children(shut)}
        </OpenDialog>
      ) : null}
    </>
  );
}

function topDialog(): Element | undefined {
  return [...document.querySelectorAll('dialog[open]')].at(-1);
}

/** Moves the focus from a control about to be removed to the same control of another row, or else to the page. */
function focusBeside(opener: HTMLElement): void {
  const row = opener.closest('tr');
  const inRow = (other: Element | null | undefined) => {
    const controls = [...(other?.querySelectorAll<HTMLElement>('a, button') ?? [])];
    return controls.find(({ textContent }) => textContent === opener.textContent) ?? controls[0];
  };
  const places = [inRow(row?.nextElementSibling), inRow(row?.previousElementSibling), document.getElementById('main')];
  queueMicrotask(() => {
    if (isLost()) places.find((place) => place?.isConnected)?.focus({ preventScroll: true });
  });
}

/** Whether the focus was on an element that was removed or disabled. */
function isLost(): boolean {
  return document.activeElement === document.body || document.activeElement?.matches(':disabled') === true;
}

interface OpenDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog, open while rendered. Asks before discarding unsaved changes. */
export function OpenDialog({ title, onClose, children }: OpenDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isLeaving, setLeaving] = useState(false);
  const close = () => (isUnsaved(dialog.current!) ? setLeaving(true) : onClose());
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    // The first field rather than the close button.
    element.querySelector<HTMLElement>(FIELDS)?.focus();
    const watch = new MutationObserver(() => isLost() && sheet.current!.focus());
    watch.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    // Closing before removal restores the focus.
    return () => {
      watch.disconnect();
      element.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onKeyDown={keepKeys}
      onCancel={(event) => {
        event.preventDefault();
        // Events that are not cancelable close the dialog: see onClose.
        if (event.target === event.currentTarget && event.cancelable) close();
      }}
      // Browsers force-close a dialog when Escape is pressed repeatedly. React bubbles events of nested dialogs.
      onClose={({ target, currentTarget: element }) => {
        if (target !== element) return;
        if (!isUnsaved(element)) return onClose();
        element.showModal();
        setLeaving(true);
      }}
    >
      {/* Clicking next to its controls keeps the focus in it. */}
      <div ref={sheet} tabIndex={-1} className={styles.sheet}>
        <div className={styles.dialogHead}>
          <h2 id={id} className={styles.partTitle}>
            {title}
          </h2>
          <button type="button" className={control.quiet} onClick={close}>
            {FORM.close}
          </button>
        </div>
        {children}
      </div>
      {isLeaving ? <LeaveDialog onStay={() => setLeaving(false)} onLeave={onClose} /> : null}
    </dialog>
  );
}

const STOPS = `${FIELDS}, button, a[href], summary`;

/** Keeps Tab within the dialog. Enter still held down from opening it does not activate a button. */
function keepKeys(event: KeyboardEvent<HTMLElement>): void {
  const { key, repeat, shiftKey, target, currentTarget: dialog } = event;
  if (repeat && key === 'Enter' && target instanceof HTMLButtonElement) event.preventDefault();
  if (key !== 'Tab' || event.defaultPrevented) return;
  const stops = [...dialog.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.checkVisibility() && !stop.matches(':disabled'));
  const [from, to] = shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (target !== from && dialog.contains(target as Element) && stops.includes(target as HTMLElement)) return;
  event.preventDefault();
  to?.focus();
}

/** Whether an element contains a form with unsaved changes. */
export function isUnsaved(within: ParentNode): boolean {
  return within.querySelector('form[data-unsaved]') !== null;
}

interface LeaveDialogProps {
  readonly of?: keyof typeof LEAVING;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks whether to discard typed text, or to stop a running import. */
export function LeaveDialog({ of = 'changes', onStay, onLeave }: LeaveDialogProps) {
  const { title, told, stay, leave } = LEAVING[of];
  return (
    <OpenDialog title={title} onClose={onStay}>
      <div className={styles.stack}>
        <p>{told}</p>
        <div className={styles.row}>
          <button type="button" className={control.button} onClick={onStay}>
            {stay}
          </button>
          <button type="button" className={styles.danger} onClick={onLeave}>
            {leave}
          </button>
        </div>
      </div>
    </OpenDialog>
  );
}
