import { type Columns, DataTable } from './table.tsx';
import { CHANGES } from './parts-words.ts';
import { type ToldField, toldFields } from './told-fields.ts';
import { cutValues } from './words/cut-values.ts';
import { Moment } from './words/moment.tsx';

interface FieldsToldProps {
  readonly before: unknown;
  readonly after: unknown;
  readonly caption: string;
  readonly heads?: { readonly before: string; readonly after: string };
}

const MOST_FIELDS = 60;

/** Fields before and after a change, or only their values if there is one side. */
export function FieldsTold({ before, after, caption, heads = CHANGES.heads }: FieldsToldProps) {
  const fields = toldFields(before, after);
  if (fields.length === 0) return null;
  const isChange = isThere(before) && isThere(after);
  const columns: Columns<ToldField> = {
    field: ({ field }) => field,
    ...(isThere(before) && { before: { name: (told) => <ValueTold value={told.before} /> } }),
    ...(isThere(after) && { after: { name: (told) => <ValueTold value={told.after} /> } }),
  };
  return (
    <>
      <DataTable
        caption={caption}
        rows={fields.slice(0, MOST_FIELDS)}
        none={CHANGES.none}
        heads={{ field: CHANGES.field, ...(isChange ? heads : { before: CHANGES.value, after: CHANGES.value }) }}
        columns={columns}
      />
      {fields.length > MOST_FIELDS ? <p>{CHANGES.more(fields.length - MOST_FIELDS)}</p> : null}
    </>
  );
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function ValueTold({ value }: { readonly value: string }) {
  return MOMENT.test(value) ? <Moment at={value} /> : cutValues(value) || CHANGES.empty;
}
