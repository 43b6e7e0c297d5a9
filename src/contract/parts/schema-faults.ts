import type * as z from 'zod/mini';

/** An invalid field, for example `events[3].points`, and the rule it breaks. */
export interface Fault {
  readonly field: string;
  readonly rule: string;
}

/** The most faults in an answer. */
export const MOST_FAULTS = 20;

const LONGEST_FIELD = 100;

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  object: 'an object',
  array: 'an array',
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'must be a time with its UTC offset, for example 2026-11-21T12:00:00Z',
  date: 'must be a date, for example 2026-11-21',
};

/** The first `most` faults of a failed parse. `prefix` is prepended to each field: `events[3]`. */
export function faultsOf(error: z.core.$ZodError, prefix = '', most = MOST_FAULTS): readonly Fault[] {
  return flattened(error.issues, prefix).slice(0, most);
}

/**
 * The faults of a value that a schema rejects, with missing fields named as such. Parses the value again: a parse that reports its input
 * is slower, and only rejected values need it.
 */
export function faultsIn(schema: z.ZodMiniType, value: unknown, prefix = '', most = MOST_FAULTS): readonly Fault[] {
  const { error } = schema.safeParse(value, { reportInput: true });
  return error === undefined ? [] : faultsOf(error, prefix, most);
}

function flattened(issues: readonly z.core.$ZodIssue[], prefix: string): Fault[] {
  return issues.flatMap((issue): Fault[] => {
    const field = fieldOf(issue.path, prefix);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ field: fieldOf([key], field), rule: 'is not a known field' }));
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      // The closest alternative gives the best explanation.
      const nearest = issue.errors.toSorted((a, b) => a.length - b.length)[0]!;
      return flattened(nearest, field);
    }
    return [{ field: field === '' ? 'body' : field, rule: ruleOf(issue) }];
  });
}

function fieldOf(path: readonly PropertyKey[], prefix: string): string {
  const field = path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, prefix);
  return field.length > LONGEST_FIELD ? `${field.slice(0, LONGEST_FIELD)}…`.toWellFormed() : field.toWellFormed();
}

function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && 'input' in issue && issue.input === undefined) return 'is missing';
  // zod's default message.
  if (issue.message !== 'Invalid input') return issue.message;
  if (issue.code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return oneOf(issue.values);
  // A discriminated union.
  if (issue.code === 'invalid_union' && 'options' in issue && Array.isArray(issue.options)) return oneOf(issue.options);
  if (issue.code === 'too_small') return `must ${sized(issue.origin, 'at least', issue.minimum)}`;
  if (issue.code === 'too_big') return `must ${sized(issue.origin, 'at most', issue.maximum)}`;
  if (issue.code === 'invalid_format') return FORMATS[issue.format] ?? 'has the wrong format';
  return 'is not valid';
}

function oneOf(values: readonly unknown[]): string {
  return `must be ${values.map((value) => JSON.stringify(value)).join(' or ')}`;
}

function sized(origin: string, bound: string, count: number | bigint): string {
  const one = Number(count) === 1;
  if (origin === 'string') return `have ${bound} ${count} ${one ? 'character' : 'characters'}`;
  return origin === 'array' ? `have ${bound} ${count} ${one ? 'entry' : 'entries'}` : `be ${bound} ${count}`;
}
