import { type ComponentProps, createContext, type ReactNode, use, useCallback, useId, useState } from 'react';

import { ApiFailure } from '../../../contract/exchange.ts';
import control from '../../ui/control.module.css';
import { useBoards } from '../asking/use-question.ts';
import styles from './console.module.css';
import { type Part, partAt, type PartSchema, valueAt } from './form-body.ts';
import { CopyButton } from './words/copy-button.tsx';

/** What a server said of the fields of a form: the rule that each one breaks, by its name. */
export type Faults = ReadonlyMap<string, string>;

/** What fields are told by the form around them, each by its name. */
interface AroundFields {
  readonly faults: Faults;
  /** What the form is sent as: what can be typed follows from it. */
  readonly schema?: PartSchema | undefined;
  /** What the fields begin with. */
  readonly kept?: object | undefined;
}

export const FormContext = createContext<AroundFields>({ faults: new Map() });

/** The rule that the field of this name breaks, or an entry of it, if one does. */
function useFault(name: string): string | undefined {
  const { faults } = use(FormContext);
  return faults.get(name) ?? [...faults].find(([field]) => field.startsWith(`${name}[`))?.[1];
}

/** What the field of this name begins with. */
function useKept(name: string): unknown {
  return valueAt(use(FormContext).kept, name);
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

interface AnyFieldProps extends FieldProps {
  /** What is wrong with it before it is sent. */
  readonly refused?: string | undefined;
  readonly children: (ids: Ids) => ReactNode;
}

/** What helps with a control and what is wrong with it, to be shown below it, and how the control names both. */
function useTold({ name, label, hint, refused }: Omit<AnyFieldProps, 'children'>) {
  const id = useId();
  const rule = useFault(name);
  const fault = refused ?? (rule && `${label} ${rule}`);
  const hintId = hint === undefined ? '' : `${id}-hint`;
  const faultId = fault === undefined ? '' : `${id}-fault`;
  const describedBy = [hintId, faultId].filter((each) => each !== '').join(' ');
  const ids: Ids = { id, name, 'aria-invalid': fault === undefined ? undefined : true, 'aria-describedby': describedBy || undefined };
  const told = (
    <>
      {hint === undefined ? null : (
        <p id={hintId} className={styles.small}>
          {hint}
        </p>
      )}
      {fault === undefined ? null : (
        <p id={faultId} role={refused && 'alert'} className={styles.fault}>
          {fault}
        </p>
      )}
    </>
  );
  return { ids, told };
}

/** A label, a control, what helps, and what is wrong with it. */
export function Field({ children, ...field }: AnyFieldProps) {
  const { ids, told } = useTold(field);
  return (
    <div className={styles.tight}>
      <label htmlFor={ids.id} className={styles.label}>
        {field.label}
      </label>
      {children(ids)}
      {told}
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

/** A line of text, or whatever else `type` or the schema says. */
export function TextField({ name, label, hint, ...rest }: InputProps) {
  const { schema } = use(FormContext);
  const kept = useKept(name) as string | number | null | undefined;
  const begins = 'value' in rest ? {} : { defaultValue: kept ?? undefined };
  return (
    <Field name={name} label={label} hint={hint}>
      {(ids) => (
        <input
          autoComplete="off"
          {...(schema && inputOf(partAt(schema, name)))}
          {...begins}
          {...rest}
          {...ids}
          className={`${control.field} ${styles.input}`}
        />
      )}
    </Field>
  );
}

/** What an input has to be for a part of a body. */
function inputOf(part: Part | undefined): ComponentProps<'input'> {
  if (part === undefined) return {};
  const { type, format, minimum = -Infinity, maxLength } = part.schema;
  const own = { required: part.isRequired, maxLength };
  if (type === 'integer' || type === 'number') {
    const min = minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
    return { ...own, type: 'number', step: type === 'integer' ? 1 : 'any', min };
  }
  return format === 'date-time' ? { ...own, type: 'datetime-local' } : own;
}

type ChoiceProps = FieldProps &
  Omit<ComponentProps<'select'>, 'name' | 'id' | 'className'> & {
    /** Texts by what they stand for; a list where numbers may stand for them, which an object would put first. */
    readonly options: Readonly<Record<string, string>> | readonly Choice[];
  };

interface Choice {
  readonly value: string;
  readonly text: string;
}

/** One of a few. */
export function ChoiceField({ name, label, hint, options, ...rest }: ChoiceProps) {
  const choices = Array.isArray(options)
    ? (options as readonly Choice[])
    : Object.entries(options).map(([value, text]) => ({ value, text }));
  const kept = useKept(name) as string | undefined;
  const begins = 'value' in rest ? {} : { defaultValue: kept };
  return (
    <Field name={name} label={label} hint={hint}>
      {(ids) => (
        <select {...begins} {...rest} {...ids} className={`${control.field} ${styles.input}`}>
          {choices.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TickProps extends FieldProps {
  /** What is said if it is ticked, and if it is not. */
  readonly on?: string;
  readonly off?: string;
  /** Whether it is ticked at first where nothing is kept. */
  readonly isTicked?: boolean;
}

/** Yes or no. */
export function TickField({ on = 'on', off = '', isTicked = false, ...field }: TickProps) {
  const { ids, told } = useTold(field);
  const kept = useKept(field.name);
  return (
    <div className={styles.tight}>
      <label className={`${styles.option} ${styles.label}`}>
        <input type="hidden" name={field.name} value={off} />
        <input type="checkbox" {...ids} value={on} defaultChecked={kept === undefined ? isTicked : kept === true || kept === on} />
        {field.label}
      </label>
      {told}
    </div>
  );
}

type SeveralProps = FieldProps & {
  readonly options: readonly { readonly value: string; readonly text: string; readonly hint?: string }[];
  /** What is ticked at first where nothing is kept. */
  readonly chosen?: readonly string[] | undefined;
};

/** Any of a few. */
export function SeveralField({ name, label, hint, options, chosen }: SeveralProps) {
  const id = useId();
  const fault = useFault(name);
  const ticked = (useKept(name) as readonly string[] | null | undefined) ?? chosen ?? [];
  return (
    <fieldset className={styles.tight} aria-describedby={fault === undefined ? undefined : id}>
      <legend className={styles.label}>{label}</legend>
      <input type="hidden" name={name} value="" />
      {hint === undefined ? null : <p className={styles.small}>{hint}</p>}
      {options.map(({ value, text, hint: meaning }) => (
        <label key={value} className={styles.option}>
          <input type="checkbox" name={name} value={value} defaultChecked={ticked.includes(value)} />
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
  /** What is chosen at first where none is kept. */
  readonly chosen?: string;
  /** What a choice of none says; none can be left out only where it says something. */
  readonly none?: string;
  readonly name?: string;
}

/** One of the boards. */
export function BoardField({ chosen = '', none, name = 'board' }: BoardFieldProps) {
  const kept = useKept(name) as string | undefined;
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
      defaultValue={kept || chosen}
      options={none === undefined ? options : [{ value: '', text: none }, ...options]}
    />
  );
}

/** Any of the boards. What is chosen can be ticked before the boards are known, so that a form which is sent then keeps it. */
export function BoardsField({ name, label, hint }: FieldProps) {
  const boards = useBoards();
  const chosen = (useKept(name) as readonly string[] | null | undefined) ?? [];
  const options = [
    ...boards.map(({ name: value, title }) => ({ value, text: title === value ? title : `${title} (${value})` })),
    ...chosen.filter((each) => boards.every((board) => board.name !== each)).map((value) => ({ value, text: value })),
  ];
  return <SeveralField key={boards.length} name={name} label={label} hint={hint} options={options} />;
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
