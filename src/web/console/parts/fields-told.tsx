import { type Columns, DataTable } from './list.tsx';
import { type ToldField, toldFields } from './told-fields.ts';
import { cutValues } from './words/cut-values.ts';
import { Moment } from './words/moment.tsx';

interface FieldsToldProps {
  readonly before: unknown;
  readonly after: unknown;
  readonly caption: string;
  /** What the columns of the two are called. */
  readonly heads?: readonly [string, string];
}

const HEADS = ['Before', 'After'] as const;

/** More of them are nobody's to read: a catalogue is long. */
const MOST_FIELDS = 60;

/** Fields as they were and as they are. Where an entry has only one side, it is told alone. */
export function FieldsTold({ before, after, caption, heads: [was, is] = HEADS }: FieldsToldProps) {
  const fields = toldFields(before, after);
  if (fields.length === 0) return null;
  const columns: Columns<ToldField> = {
    Field: ({ field }) => field,
    ...(isThere(before) && { [isThere(after) ? was : 'Was']: (told) => <ValueTold value={told.before} /> }),
    ...(isThere(after) && { [isThere(before) ? is : 'Is']: (told) => <ValueTold value={told.after} /> }),
  };
  return (
    <>
      <DataTable
        caption={caption}
        rows={fields.slice(0, MOST_FIELDS)}
        keyOf={({ field }) => field}
        none="Nothing differs."
        columns={columns}
      />
      {fields.length > MOST_FIELDS ? <p>And {fields.length - MOST_FIELDS} more fields, which the API tells.</p> : null}
    </>
  );
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function ValueTold({ value }: { readonly value: string }) {
  return MOMENT.test(value) ? <Moment at={value} /> : cutValues(value) || 'none';
}
