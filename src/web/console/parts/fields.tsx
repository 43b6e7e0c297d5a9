import { type ComponentProps, createContext, type ReactNode, use, useCallback, useId, useState } from 'react';

import { ApiFailure } from '../../../contract/exchange.ts';
import control from '../../ui/control.module.css';
import { useBoards } from '../asking/use-question.ts';
import styles from './console.module.css';
import { CopyButton } from './words/copy-button.tsx';

/** What a server said of the fields of a form: the rule that each one breaks, by its name. */
type Faults = ReadonlyMap<string, string>;

export const FaultsContext = createContext<Faults>(new Map());

/** The rule that the field of this name breaks, or an entry of it, if one does. */
export function useFault(name: string): string | undefined {
  const faults = use(FaultsContext);
  return faults.get(name) ?? [...faults].find(([field]) => field.startsWith(`${name}[`))?.[1];
}

/** The faults that a failure names, by field. */
export function faultsOf(failure: Error | null): Faults {
  if (!(failure instanceof ApiFailure)) return new Map();
  return new Map(failure.problem?.errors?.map(({ field, rule }) => [field, rule]));
}

interface FieldProps {
  /** As the API calls it: faults are told by this name. */
  readonly name: string;
  readonly label: string;
  /** What helps to fill it in, in a sentence. */
  readonly hint?: ReactNode;
}

/** A label, a control, what helps, and what is wrong with it. */
function Field({ name, label, hint, children }: FieldProps & { readonly children: (ids: Ids) => ReactNode }) {
  const id = useId();
  const fault = useFault(name);
  const hintId = hint === undefined ? '' : `${id}-hint`;
  const faultId = fault === undefined ? '' : `${id}-fault`;
  const describedBy = [hintId, faultId].filter((each) => each !== '').join(' ');
  return (
    <div className={styles.tight}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({ id, name, 'aria-invalid': fault === undefined ? undefined : true, 'aria-describedby': describedBy || undefined })}
      {hint === undefined ? null : (
        <p id={hintId} className={styles.small}>
          {hint}
        </p>
      )}
      {fault === undefined ? null : (
        <p id={faultId} className={styles.fault}>
          {label} {fault}
        </p>
      )}
    </div>
  );
}

interface Ids {
  readonly id: string;
  readonly name: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

type InputProps = FieldProps & Omit<ComponentProps<'input'>, 'name' | 'id' | 'className'>;

/** A line of text, or whatever else `type` says. */
export function TextField({ name, label, hint, ...rest }: InputProps) {
  return (
    <Field name={name} label={label} hint={hint}>
      {(ids) => <input autoComplete="off" {...rest} {...ids} className={`${control.field} ${styles.input}`} />}
    </Field>
  );
}

type ChoiceProps = FieldProps &
  Omit<ComponentProps<'select'>, 'name' | 'id' | 'className'> & {
    readonly options: readonly { readonly value: string; readonly text: string }[];
  };

/** One of a few. */
export function ChoiceField({ name, label, hint, options, ...rest }: ChoiceProps) {
  return (
    <Field name={name} label={label} hint={hint}>
      {(ids) => (
        <select {...rest} {...ids} className={`${control.field} ${styles.input}`}>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Yes or no. */
export function TickField({ name, label, hint, ...rest }: InputProps) {
  const id = useId();
  return (
    <div className={styles.tight}>
      <label className={`${styles.option} ${styles.label}`}>
        <input {...rest} type="checkbox" name={name} aria-describedby={hint === undefined ? undefined : id} />
        {label}
      </label>
      {hint === undefined ? null : (
        <p id={id} className={styles.small}>
          {hint}
        </p>
      )}
    </div>
  );
}

type SeveralProps = FieldProps & {
  readonly options: readonly { readonly value: string; readonly text: string; readonly hint?: string }[];
  /** What is ticked at first. */
  readonly chosen: readonly string[];
};

/** Any of a few. */
export function SeveralField({ name, label, hint, options, chosen }: SeveralProps) {
  const id = useId();
  const fault = useFault(name);
  return (
    <fieldset className={styles.tight} aria-describedby={fault === undefined ? undefined : id}>
      <legend className={styles.label}>{label}</legend>
      {hint === undefined ? null : <p className={styles.small}>{hint}</p>}
      {options.map(({ value, text, hint: meaning }) => (
        <label key={value} className={styles.option}>
          <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
          <span>
            {text}
            {meaning === undefined ? null : <span className={styles.small}>{meaning}</span>}
          </span>
        </label>
      ))}
      {fault === undefined ? null : (
        <p id={id} className={styles.fault}>
          {label}: {fault}
        </p>
      )}
    </fieldset>
  );
}

interface BoardFieldProps {
  readonly chosen: string;
  /** What a choice of none says; none can be left out only where it says something. */
  readonly none?: string;
  readonly name?: string;
}

/** One of the boards. */
export function BoardField({ chosen, none, name = 'board' }: BoardFieldProps) {
  const options = useBoards().map(({ name: value, title, state }) => ({
    value,
    text: state === 'archived' ? `${title} (archived)` : title,
  }));
  return (
    <ChoiceField
      // The boards may come after the form: it begins with the chosen one then.
      key={options.length}
      name={name}
      label="Board"
      defaultValue={chosen}
      options={none === undefined ? options : [{ value: '', text: none }, ...options]}
    />
  );
}

interface BoardsFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly chosen: readonly string[];
}

/** Any of the boards. What is chosen can be ticked before the boards are known, so that a form which is sent then keeps it. */
export function BoardsField({ name, label, hint, chosen }: BoardsFieldProps) {
  const boards = useBoards();
  const options = [
    ...boards.map(({ name: value, title }) => ({ value, text: title === value ? title : `${title} (${value})` })),
    ...chosen.filter((each) => boards.every((board) => board.name !== each)).map((value) => ({ value, text: value })),
  ];
  return <SeveralField key={boards.length} name={name} label={label} hint={hint} options={options} chosen={chosen} />;
}

/** The text of a field, without space around it. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** The number in a field, or `undefined` where nothing is typed. What is no number is left for the server to refuse by name. */
export function numberOf(form: FormData, name: string): number | undefined {
  const text = textOf(form, name);
  return text === '' ? undefined : Number(text);
}

/** What is ticked of several. */
export function ticksOf(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === 'string');
}

/** Those of some fields that say something. */
export function filled<const Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], '' | undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined)) as typeof fields;
}

/** What is made of the form around it as it is filled in, anew with whatever is typed: what it would look like, say. */
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

/** Fills a field in as somebody would who types, so that whatever watches the form hears of it. */
export function typeInto(field: HTMLInputElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

interface OnceShownProps {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** A secret that is shown only once, to be copied. */
export function OnceShown({ name, label, text, children }: OnceShownProps) {
  return (
    <div className={styles.stack}>
      <p>{children}</p>
      <TextField name={name} label={label} value={text} readOnly onFocus={(event) => event.currentTarget.select()} />
      <div>
        <CopyButton text={text} label={`Copy the ${name}`} />
      </div>
    </div>
  );
}
