import type * as z from 'zod/mini';

import type { Fault } from './problem.ts';

/** How many faults an answer names: more would help nobody, the first ones are mended first. */
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
  datetime: 'must be a time such as 2026-11-21T12:00:00Z',
  date: 'must be a date such as 2026-11-21',
};

/** What a failed parse says, as at most `most` fields and rules. `prefix` is put in front of each field, such as `events[3]`. */
export function faultsOf(error: z.core.$ZodError, prefix = '', most = MOST_FAULTS): readonly Fault[] {
  return flattened(error.issues, prefix).slice(0, most);
}

function flattened(issues: readonly z.core.$ZodIssue[], prefix: string): Fault[] {
  return issues.flatMap((issue): Fault[] => {
    const field = fieldOf(issue.path, prefix);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ field: fieldOf([key], field), rule: 'is not a known field' }));
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      // Whoever came nearest says what is wrong.
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
  // Schemas without a message of their own get this one from zod.
  if (issue.message !== 'Invalid input') return issue.message;
  if (issue.code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return oneOf(issue.values);
  // One of several objects, which a field of theirs tells apart.
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
