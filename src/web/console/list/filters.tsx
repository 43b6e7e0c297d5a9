/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- a form hears what is typed in its fields, and when they are left */
import { type ChangeEvent, type ComponentProps, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

import control from '../../ui/control.module.css';
import { useAddress } from '../asking/use-address.ts';
import { FormContext } from '../parts/field.tsx';
import { Fields } from '../parts/fields.tsx';
import { textOf } from '../parts/form-body.ts';
import { LIST } from './list-words.ts';
import styles from './list.module.css';
import { localTime, momentAt } from './local-time.ts';

/** The debounce of a typed filter, in milliseconds. */
const PAUSE_MS = 300;

/**
 * The filters of a list, kept in the URL. Choices and days apply at once, texts while typing. On small screens they are behind a button.
 */
export function ListFilters({ of }: Pick<ComponentProps<typeof Fields>, 'of'>) {
  const names = Object.keys(of);
  const { said, say } = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const place = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  useEffect(() => () => clearTimeout(timer.current), []);
  const told = names.map(said).join('\n');
  // A new URL resets the form, unless the form caused it, which would interrupt typing. The form may be several URLs ahead of the page.
  const [resets, setResets] = useState(0);
  const address = useRef<{ readonly shown: string; readonly ahead: readonly string[] }>({ shown: told, ahead: [] });
  useLayoutEffect(() => {
    const { shown, ahead } = address.current;
    if (shown === told) return;
    const own = ahead.indexOf(told);
    address.current = { shown: told, ahead: own === -1 ? [] : ahead.slice(own + 1) };
    if (own === -1) setResets((before) => before + 1);
  }, [told]);
  const apply = (replace = false) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const data = new FormData(form.current!);
    const words = names.map((name) => momentAt(textOf(data, name)));
    address.current = { ...address.current, ahead: [...address.current.ahead, words.join('\n')] };
    say(Object.fromEntries(names.map((name, i) => [name, words[i]!])), { replace });
  };
  const changed = ({ target }: ChangeEvent<HTMLFormElement>) => {
    clearTimeout(timer.current);
    if ((target as Element).matches('select, [type="date"]')) apply();
    else timer.current = setTimeout(() => apply(true), PAUSE_MS);
  };
  const set = names.filter((name) => said(name) !== '').length;
  return (
    <search ref={place} tabIndex={-1}>
      {names.length === 1 ? null : (
        <button
          type="button"
          className={`${control.button} ${styles.fold}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {LIST.filters(set)}
        </button>
      )}
      <form
        id={id}
        key={resets}
        ref={form}
        className={styles.filters}
        data-folded={(names.length > 1 && !isOpen) || undefined}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
        onChange={changed}
        onBlur={() => timer.current !== undefined && apply(true)}
      >
        <FormContext value={{ faults: new Map(), kept: Object.fromEntries(names.map((name) => [name, localTime(said(name))])) }}>
          <Fields of={of} />
        </FormContext>
        {/* Browsers submit a form on Enter only if it has a submit button. */}
        <button type="submit" hidden>
          {LIST.apply}
        </button>
        {set === 0 ? null : (
          <div>
            <button
              type="button"
              className={control.words}
              onClick={() => {
                // The button is removed, and the form is mounted again.
                place.current!.focus({ preventScroll: true });
                say(Object.fromEntries(names.map((name) => [name, ''])));
              }}
            >
              {LIST.clear}
            </button>
          </div>
        )}
      </form>
    </search>
  );
}
