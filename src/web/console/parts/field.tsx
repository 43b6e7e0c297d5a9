import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react';

import { ApiFailure } from '../../../contract/exchange.ts';
import control from '../../ui/control.module.css';
import styles from './console.module.css';
import { type Part, partAt, type PartSchema, valueAt } from './form-body.ts';

/** The server's validation errors: broken rules by field name. */
export type Faults = ReadonlyMap<string, string>;

interface AroundFields {
  readonly faults: Faults;
  /** The schema of the request body, which determines input types. */
  readonly schema?: PartSchema | undefined;
  readonly kept?: object | undefined;
}

export const FormContext = createContext<AroundFields>({ faults: new Map() });

function useFault(name: string): string | undefined {
  const { faults } = use(FormContext);
  return faults.get(name) ?? [...faults].find(([field]) => field.startsWith(`${name}[`))?.[1];
}

export function useKept(name: string): unknown {
  return valueAt(use(FormContext).kept, name);
}

/** The validation errors of a failed request. */
export function faultsOf(failure: Error | null): Faults {
  if (!(failure instanceof ApiFailure)) return new Map();
  return new Map(failure.problem?.errors?.map(({ field, rule }) => [field, rule]));
}

export interface FieldProps {
  /** The field's name in the API, which errors refer to. */
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
}

interface AnyFieldProps extends FieldProps {
  /** An error found on the client. */
  readonly refused?: string | undefined;
  readonly children: (ids: Ids) => ReactNode;
}

export function useTold({ name, label, hint, refused }: Omit<AnyFieldProps, 'children'>) {
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

/** A label, a control, help text and an error. */
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

export type InputProps = FieldProps & Omit<ComponentProps<'input'>, 'name' | 'id' | 'className'>;

/** An input: text, unless `type` or the schema says otherwise. */
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
