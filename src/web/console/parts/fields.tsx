import { type ReactNode, use, useCallback, useState } from 'react';

import type { ApiKeptBoard } from '../../../contract/parts/answer-parts.ts';
import { boardGroups } from '../../../domain/names/board-groups.ts';
import control from '../../ui/control.module.css';
import { useBoards } from '../asking/use-question.ts';
import { Combobox, MANY_CHOICES, matchingChoices, type SearchedChoice, unheard } from './combobox.tsx';
import combobox from './combobox.module.css';
import styles from './console.module.css';
import { FormContext, useKept, Field, TextField, type FieldProps, type InputProps, useTold } from './field.tsx';
import { partAt } from './form-body.ts';
import { CHOOSE, FIELDS } from './parts-words.ts';
import { CopyButton } from './words/copy-button.tsx';

interface ChoiceProps<Value extends string> extends FieldProps {
  /** Texts by value; a list if values may be numbers, which an object would put first. */
  readonly options: Readonly<Record<string, string>> | readonly SearchedChoice[];
  readonly defaultValue?: string | undefined;
  /** The current value, for a controlled select. */
  readonly chosen?: Value;
  readonly onChoose?: (value: Value) => void;
}

/** A select. */
export function ChoiceField<Value extends string = string>(field: ChoiceProps<Value>) {
  const { name, label, hint, options, defaultValue, chosen, onChoose } = field;
  const choices: readonly SearchedChoice[] = Array.isArray(options)
    ? (options as readonly SearchedChoice[])
    : Object.entries(options).map(([value, text]) => ({ value, text }));
  const kept = useKept(name) as string | undefined;
  const value = chosen === undefined ? { defaultValue: defaultValue ?? kept } : { value: chosen };
  return (
    <Field name={name} label={label} hint={hint}>
      {(ids) => (
        <select
          {...value}
          {...ids}
          className={`${control.field} ${styles.input}`}
          onChange={(event) => onChoose?.(event.target.value as Value)}
        >
          {boardGroups(choices).map(({ group, boards }) => {
            const own = boards.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ));
            return group === null ? (
              own
            ) : (
              <optgroup key={group} label={group}>
                {own}
              </optgroup>
            );
          })}
        </select>
      )}
    </Field>
  );
}

interface TickProps extends FieldProps {
  /** The values when checked and unchecked. */
  readonly on?: string;
  readonly off?: string;
  readonly isTicked?: boolean;
  readonly onTick?: (isTicked: boolean) => void;
}

/** A checkbox. */
export function TickField({ on = 'on', off = '', isTicked = false, onTick, ...field }: TickProps) {
  const { ids, told } = useTold(field);
  const kept = useKept(field.name);
  return (
    <div className={styles.tight}>
      <label className={`${styles.option} ${styles.label}`}>
        <input type="hidden" name={field.name} value={off} />
        <input
          type="checkbox"
          {...ids}
          value={on}
          defaultChecked={kept === undefined ? isTicked : kept === true || kept === on}
          onChange={(event) => onTick?.(event.target.checked)}
        />
        {field.label}
      </label>
      {told}
    </div>
  );
}

type SeveralProps = FieldProps & {
  readonly options: readonly (SearchedChoice & { readonly hint?: string | undefined })[];
  readonly chosen?: readonly string[] | undefined;
};

/** A group of checkboxes. */
export function SeveralField({ options, chosen, ...field }: SeveralProps) {
  const { ids, told } = useTold(field);
  const ticked = (useKept(field.name) as readonly string[] | null | undefined) ?? chosen ?? [];
  const isMany = options.length > MANY_CHOICES;
  const [sought, seek] = useState('');
  const [count, setCount] = useState(ticked.length);
  const found = new Set(isMany ? matchingChoices(options, sought) : options);
  // Options that are selected initially come first.
  const listed = isMany ? options.toSorted((a, b) => Number(ticked.includes(b.value)) - Number(ticked.includes(a.value))) : options;
  const boxes = listed.map((option) => (
    // Options that do not match stay in the form.
    <label key={option.value} className={styles.option} hidden={!found.has(option)}>
      <input type="checkbox" name={field.name} value={option.value} defaultChecked={ticked.includes(option.value)} />
      <span>
        {option.text}
        {option.hint === undefined ? null : <span className={styles.small}>{option.hint}</span>}
      </span>
    </label>
  ));
  return (
    <fieldset className={styles.tight} aria-describedby={ids['aria-describedby']}>
      <legend className={styles.label}>{field.label}</legend>
      {told}
      <input type="hidden" name={field.name} value="" />
      {isMany ? (
        <>
          <input
            type="search"
            className={`${control.field} ${styles.input}`}
            aria-label={CHOOSE.search(field.label)}
            placeholder={CHOOSE.search(field.label)}
            autoComplete="off"
            value={sought}
            onInput={unheard}
            onChange={(event) => {
              unheard(event);
              seek(event.target.value);
            }}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <div className={combobox.many} onChange={({ currentTarget }) => setCount(currentTarget.querySelectorAll(':checked').length)}>
            {boxes}
          </div>
          <p role="status" className={styles.small}>
            {found.size === 0 ? CHOOSE.none : CHOOSE.chosen(count, options.length)}
          </p>
        </>
      ) : (
        boxes
      )}
    </fieldset>
  );
}

interface BoardFieldProps {
  readonly chosen?: string | undefined;
  /** The option for no board; if omitted, a board is required. */
  readonly none?: string;
  /** The names of the boards to offer, if not all. */
  readonly among?: readonly string[] | undefined;
  readonly name?: string;
}

/** A select of boards in their groups, searchable if there are many. */
export function BoardField({ chosen = '', none = '', name = 'board', among }: BoardFieldProps) {
  const kept = useKept(name) as string | undefined;
  const all = useBoards();
  const boards = (among === undefined ? all : all.filter((board) => among.includes(board.name))).map(boardChoice);
  const options = none === '' ? boards : [{ value: '', text: none }, ...boards];
  const field = { name, label: FIELDS.board, defaultValue: kept || chosen };
  // The boards may load after the form.
  const key = options.length;
  if (options.length <= MANY_CHOICES) return <ChoiceField key={key} {...field} options={options} />;
  return (
    <Field name={name} label={field.label}>
      {(ids) => <Combobox key={key} {...ids} choices={options} defaultValue={field.defaultValue} />}
    </Field>
  );
}

function boardChoice({ name: value, title, state, group }: ApiKeptBoard): SearchedChoice {
  return { value, text: state === 'archived' ? FIELDS.archived(title) : title, group };
}

/** A field's texts and kind: with `options` a select, with `none` a select of boards; otherwise the kind follows from the schema. */
interface FieldWords extends Partial<InputProps> {
  readonly options?: ChoiceProps<string>['options'];
  readonly none?: string;
  readonly among?: readonly string[];
}

interface FieldsProps {
  /** By name, in order. */
  readonly of: Readonly<Record<string, FieldWords>>;
  /** The API's name for a field, if it differs. */
  readonly nameOf?: (name: string) => string;
}

/** A form's fields, from a table of their texts. */
export function Fields({ of, nameOf }: FieldsProps) {
  const { schema } = use(FormContext);
  return Object.entries(of).map(([key, { label = FIELDS.board, options, none, among, ...rest }]) => {
    const words = { name: nameOf?.(key) ?? key, label, ...rest };
    if (none !== undefined)
      return <BoardField key={key} name={words.name} none={none} among={among} chosen={rest.defaultValue as string | undefined} />;
    if (options !== undefined) return <ChoiceField key={key} {...(words as FieldProps)} options={options} />;
    const isTick = schema !== undefined && partAt(schema, words.name)?.schema.type === 'boolean';
    return isTick ? <TickField key={key} {...words} /> : <TextField key={key} {...words} />;
  });
}

/** A group of checkboxes for boards. Selected ones are rendered before the boards load, so that a form submitted early keeps them. */
export function BoardsField({ name, label, hint }: FieldProps) {
  const boards = useBoards();
  const chosen = (useKept(name) as readonly string[] | null | undefined) ?? [];
  const options = [
    ...boards.map(({ name: value, title, group }) => ({
      value,
      text: title === value ? title : `${title} (${value})`,
      group,
      hint: group ?? undefined,
    })),
    ...chosen.filter((each) => boards.every((board) => board.name !== each)).map((value) => ({ value, text: value })),
  ];
  return <SeveralField key={boards.length} name={name} label={label} hint={hint} options={options} />;
}

/** Renders from the current values of the surrounding form, such as a preview. */
export function AsTyped({ children }: { readonly children: (form: FormData) => ReactNode }) {
  const [typed, setTyped] = useState<FormData>();
  const watch = useCallback((element: HTMLElement | null) => {
    const form = element?.closest('form');
    if (form === null || form === undefined) return undefined;
    const read = () => setTyped(new FormData(form));
    read();
    form.addEventListener('input', read);
    return () => form.removeEventListener('input', read);
  }, []);
  return <div ref={watch}>{typed === undefined ? null : children(typed)}</div>;
}

/** Sets a field's value as if it were typed, so that the form's listeners notice. */
export function typeInto(field: HTMLInputElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** A secret that is shown only once; its help text says so. */
export function OnceShown({ text, hint, ...field }: FieldProps & { readonly text: string }) {
  return (
    <div className={styles.stack}>
      <p>{hint}</p>
      <TextField {...field} value={text} readOnly onFocus={(event) => event.currentTarget.select()} />
      <CopyButton text={text} label={FIELDS.copy(field.name)} />
    </div>
  );
}
