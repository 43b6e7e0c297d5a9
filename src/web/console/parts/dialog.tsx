import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import control from '../../ui/control.module.css';
import type { OnDemand } from '../../ui/floating/on-demand.tsx';
import styles from './console.module.css';
import { FORM, FORM_MISSING, LEAVING } from './parts-words.ts';

/** What the focus goes to first. */
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
  /** Given while something else asks for it to open; called once it has. */
  readonly onNamed?: (() => void) | undefined;
  /** What the children are made with. A dialog opens once it has been fetched, or that has failed. */
  readonly needs?: Pick<OnDemand<never>, 'load' | 'isLoaded'>;
  /** Given what closes the dialog once something is done, which refetches everything by itself. */
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A button that opens a dialog with a form. Closing it returns the focus to the button, or to the next row if the row of the button is
 * gone, and refetches the page, which may be stale by then.
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
    // Unless something else has been opened or gone to meanwhile.
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
    // What opened it by its name had the focus elsewhere.
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

/** Moves the focus of a control that is about to leave the page to the same control of another row, or else to the page. */
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

/** Whether the focus was on something that has gone or can't have it any more. */
function isLost(): boolean {
  return document.activeElement === document.body || document.activeElement?.matches(':disabled') === true;
}

interface OpenDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog for as long as it is rendered. Asks before unsaved changes in it are lost. */
export function OpenDialog({ title, onClose, children }: OpenDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isLeaving, setLeaving] = useState(false);
  const close = () => (isUnsaved(dialog.current!) ? setLeaving(true) : onClose());
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    // The first field, and not the button that closes it.
    element.querySelector<HTMLElement>(FIELDS)?.focus();
    const watch = new MutationObserver(() => isLost() && sheet.current!.focus());
    watch.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    // Closed before it is taken out of the page, it gives the focus back.
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
        // What cannot be cancelled closes: below.
        if (event.target === event.currentTarget && event.cancelable) close();
      }}
      // Browsers close a dialog without asking when Escape is pressed again and again. React bubbles the event of a dialog inside.
      onClose={({ target, currentTarget: element }) => {
        if (target !== element) return;
        if (!isUnsaved(element)) return onClose();
        element.showModal();
        setLeaving(true);
      }}
    >
      {/* A press beside its controls leaves the focus in it. */}
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

/** Tab goes round in the dialog. Enter that is still held down from opening it confirms nothing in it. */
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

/** Whether a form within an element has changes that are not saved. */
export function isUnsaved(within: ParentNode): boolean {
  return within.querySelector('form[data-unsaved]') !== null;
}

interface LeaveDialogProps {
  readonly of?: keyof typeof LEAVING;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks whether to discard what was typed, or to stop what is running. */
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
