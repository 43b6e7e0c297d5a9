import { type ComponentProps, type ReactNode, useId } from 'react';

import control from '../../../ui/control.module.css';
import { useFault } from './faults.ts';
import styles from './fields.module.css';

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
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({ id, name, 'aria-invalid': fault === undefined ? undefined : true, 'aria-describedby': describedBy || undefined })}
      {hint === undefined ? null : (
        <p id={hintId} className={styles.hint}>
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
    <div className={styles.field}>
      <label className={`${control.link} ${styles.tick}`}>
        <input {...rest} type="checkbox" name={name} aria-describedby={hint === undefined ? undefined : id} />
        {label}
      </label>
      {hint === undefined ? null : (
        <p id={id} className={styles.hint}>
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
    <fieldset className={styles.several} aria-describedby={fault === undefined ? undefined : id}>
      <legend className={styles.label}>{label}</legend>
      {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      {options.map(({ value, text, hint: meaning }) => (
        <label key={value} className={styles.option}>
          <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
          <span>
            {text}
            {meaning === undefined ? null : <span className={styles.meaning}>{meaning}</span>}
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
