import { type ComponentProps, type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react';

import { boardGroups } from '../../../domain/names/board-groups.ts';
import { textMatcher } from '../../../domain/search/text-match.ts';
import control from '../../ui/control.module.css';
import styles from './combobox.module.css';
import look from './console.module.css';
import { CHOOSE } from './parts-words.ts';

/** A searchable choice. Its `value` is searched too. */
export interface SearchedChoice {
  readonly value: string;
  readonly text: string;
  readonly group?: string | null | undefined;
}

/** Above this many choices, they can be searched. */
export const MANY_CHOICES = 12;

/** Further matches are hidden until more typing narrows them down. */
const SHOWN = 500;

export function matchingChoices<Choice extends SearchedChoice>(choices: readonly Choice[], text: string): readonly Choice[] {
  const matches = textMatcher(text.trim());
  return choices.filter(({ value, text: title, group }) => [title, value, group ?? ''].some(matches));
}

interface ComboboxProps extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'name'> {
  readonly name: string;
  readonly choices: readonly SearchedChoice[];
  readonly defaultValue: string;
}

/**
 * A searchable select. The real select is in the page, hidden: forms and filters read it and receive its change events, but not those of
 * the search text.
 */
export function Combobox({ name, choices, defaultValue, ...input }: ComboboxProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const known = choices.some(({ value }) => value === defaultValue) ? defaultValue : (choices[0]?.value ?? '');
  const [chosen, setChosen] = useState(known);
  const [open, setOpen] = useState<{ readonly text: string | undefined; readonly at: number }>();
  const textOf = (value: string) => choices.find((each) => each.value === value)?.text ?? '';
  const groupsOf = (text: string) => boardGroups(matchingChoices(choices, text).slice(0, SHOWN));
  const groups = open === undefined ? [] : groupsOf(open.text ?? '');
  const found = groups.flatMap(({ boards }) => boards);
  const optionId = (i: number) => `${id}-${i}`;

  const show = (text: string | undefined, at: number) => {
    setOpen({ text, at });
    requestAnimationFrame(() => list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }));
  };
  const begin = () => {
    const all = groupsOf('').flatMap(({ boards }) => boards);
    show(
      undefined,
      Math.max(
        0,
        all.findIndex(({ value }) => value === chosen),
      ),
    );
  };
  const choose = (value: string) => {
    setChosen(value);
    setOpen(undefined);
    if (value === select.current!.value) return;
    select.current!.value = value;
    for (const type of ['input', 'change']) select.current!.dispatchEvent(new Event(type, { bubbles: true }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // These keys belong to the input method.
    if (event.nativeEvent.isComposing) return undefined;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (open === undefined) return begin();
      const step = key === 'ArrowDown' ? 1 : -1;
      return show(open.text, found.length === 0 ? 0 : (open.at + step + found.length) % found.length);
    }
    if (open === undefined) return undefined;
    if (key === 'Tab') return setOpen(undefined);
    if (key !== 'Enter' && key !== 'Escape') return undefined;
    // Neither key may submit the form or close the surrounding dialog.
    event.preventDefault();
    const at = found[open.at];
    return key === 'Enter' && at !== undefined ? choose(at.value) : setOpen(undefined);
  };

  return (
    <div className={styles.box}>
      <input
        {...input}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={open !== undefined}
        aria-controls={`${id}-list`}
        aria-activedescendant={open === undefined || found.length === 0 ? undefined : optionId(open.at)}
        className={`${control.field} ${look.input} ${styles.field}`}
        value={open?.text ?? textOf(chosen)}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => (open === undefined ? begin() : undefined)}
        onInput={unheard}
        onChange={(event) => {
          unheard(event);
          show(event.target.value, 0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(undefined)}
      />
      <select ref={select} name={name} defaultValue={known} hidden>
        {choices.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {open === undefined ? null : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a press must not take the focus from the field
        <div className={styles.panel} onMouseDown={(event) => event.preventDefault()}>
          <div ref={list} id={`${id}-list`} role="listbox" aria-label={CHOOSE.choices}>
            {groups.map(({ group, boards }) => {
              const options = boards.map((choice) => {
                const i = found.indexOf(choice);
                return (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
                  <div
                    key={choice.value}
                    id={optionId(i)}
                    role="option"
                    aria-selected={i === open.at}
                    className={styles.option}
                    onClick={() => choose(choice.value)}
                  >
                    {choice.text}
                  </div>
                );
              });
              return group === null ? (
                options
              ) : (
                <div key={group} role="group" aria-label={group}>
                  <p className={styles.group} aria-hidden="true">
                    {group}
                  </p>
                  {options}
                </div>
              );
            })}
          </div>
          <p role="status" className={look.small}>
            {found.length === 0 ? CHOOSE.none : found.length === SHOWN ? CHOOSE.more(SHOWN) : ''}
          </p>
        </div>
      )}
    </div>
  );
}

/** Hides search input from the surrounding form, which would treat it as a change. */
export function unheard(event: SyntheticEvent): void {
  event.stopPropagation();
}
