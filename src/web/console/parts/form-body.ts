// Forms and request bodies: a field's name is the path to its part of the body, such as `limit.per` or `prizes[3].to`.

/** The subset of JSON Schema that forms need. */
export interface PartSchema {
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, PartSchema>>;
  readonly required?: readonly string[];
  readonly items?: PartSchema;
  readonly anyOf?: readonly PartSchema[];
  readonly oneOf?: readonly PartSchema[];
}

/** A part of a body. */
export interface Part {
  readonly schema: PartSchema;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
}

/** The part of a body at a path; `undefined` if the schema has none. */
export function partAt(schema: PartSchema, name: string): Part | undefined {
  let part: Part = { schema, isRequired: true, isNullable: false };
  for (const step of stepsOf(name)) {
    const holder = kindsOf(part.schema).find(({ items, properties }) => items !== undefined || properties?.[step] !== undefined);
    if (holder === undefined) return undefined;
    const found = holder.items ?? holder.properties![step]!;
    const isNullable = kindsOf(found).some(({ type }) => type === 'null');
    // An array entry is always complete.
    const isNeeded = holder.items !== undefined || (part.isRequired && holder.required?.includes(step) === true);
    part = { schema: isNullable ? kindsOf(found)[0]! : found, isNullable, isRequired: isNeeded && !isNullable };
  }
  return part;
}

/** The possible types of a part. */
export function kindsOf(schema: PartSchema): readonly PartSchema[] {
  return schema.anyOf ?? schema.oneOf ?? [schema];
}

/** The value at a path. */
export function valueAt(whole: unknown, name: string): unknown {
  return stepsOf(name).reduce((value, step) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[step], whole);
}

/** A form as a request body: its fields merged into `said`. Empty optional fields are left out; empty nullable ones are null. */
export function bodyOf(form: FormData, schema: PartSchema, said: unknown = {}): unknown {
  let body = said;
  for (const name of new Set(form.keys())) {
    const part = partAt(schema, name);
    if (part !== undefined) body = withPart(body, stepsOf(name), typedIn(form, name, part));
  }
  return body ?? {};
}

/** The changed fields of a body: another operator may have changed the others meanwhile. */
export function changesIn<Body extends object>(body: Body, now: object): Body {
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== valueAt(now, name))) as Body;
}

function stepsOf(name: string): readonly string[] {
  return name.split(/[.[\]]+/).filter((step) => step !== '');
}

/** A value with the part at a path replaced, or removed if `undefined`; `undefined` if nothing is left. */
function withPart(whole: unknown, [step, ...further]: readonly string[], part: unknown): unknown {
  if (step === undefined) return part;
  if (Array.isArray(whole)) return whole.with(Number(step), withPart(whole[Number(step)], further, part) ?? {});
  const parts = (typeof whole === 'object' ? (whole ?? {}) : {}) as Readonly<Record<string, unknown>>;
  const { [step]: was, ...others } = parts;
  const is = withPart(was, further, part);
  if (is !== undefined) return { ...parts, [step]: is };
  return Object.keys(others).length === 0 ? undefined : others;
}

/** The typed value of a field. The server rejects invalid numbers and times by name. */
function typedIn(form: FormData, name: string, { schema: { type, format, const: only }, isRequired, isNullable }: Part): unknown {
  const none = isNullable ? null : undefined;
  if (type === 'array') {
    const ticks = form.getAll(name).filter((value) => value !== '');
    return ticks.length === 0 && isNullable ? null : ticks;
  }
  if (type === 'boolean') {
    const isTicked = form.getAll(name).includes('on');
    return isTicked || only === undefined ? isTicked : none;
  }
  if (type === 'integer' || type === 'number') return numberOf(form, name) ?? (isRequired ? Number.NaN : none);
  const text = textOf(form, name);
  if (text === '' && !isRequired) return none;
  return format === 'date-time' ? momentOf(text) : text;
}

/** A local date and time in the API's format, `undefined` if empty; the server rejects an invalid one by name. */
export function momentOf(typed: string): string | undefined {
  if (typed === '') return undefined;
  const moment = new Date(typed);
  return Number.isNaN(moment.getTime()) ? typed : moment.toISOString();
}

/** The trimmed text of a field; of several with the same name the last, so that a ticked checkbox overrides the hidden input before it. */
export function textOf(form: FormData, name: string): string {
  const value = form.getAll(name).at(-1);
  return typeof value === 'string' ? value.trim() : '';
}

/** The number in a field, `undefined` if empty, NaN if invalid. */
export function numberOf(form: FormData, name: string): number | undefined {
  const text = textOf(form, name);
  return text === '' ? undefined : Number(text);
}

/** The fields that are not empty. */
export function filled<const Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], '' | undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined)) as typeof fields;
}
