// The values before and after an action, as a list of fields.
import { MINUTE_MS } from '../../../domain/durations.ts';

/** A field in words, before and after: `''` for no value, ISO 8601 for a moment. */
export interface ToldField {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  reviewMs: 'review period',
  maxPoints: 'max points per event',
  noNegative: 'no negative points',
  noRename: 'no renaming',
  displayName: 'display name',
  timeZone: 'time zone',
  weekStart: 'week starts on',
  visibility: 'visible to',
  event: 'max per event',
  hour: 'max per player and hour',
  day: 'max per player and day',
  history: 'max times personal best day',
  names: 'hold similar names',
  rate: 'max per second',
  seconds: 'min seconds',
  podium: 'review the podium',
  expiresAt: 'expires',
  underWay: 'import running',
  voided: 'void reason',
  periods: 'results',
  publicKeys: 'public keys',
  url: 'URL',
};

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The fields in which two values differ, or all fields if there is only one value. A value that is not an object is one field. */
export function toldFields(before: unknown, after: unknown): readonly ToldField[] {
  const [was, is] = [leaves(before), leaves(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
    const told = { field: field === '' ? 'value' : field, before: was.get(field) ?? '', after: is.get(field) ?? '' };
    return told.before === told.after ? [] : [told];
  });
}

/** An API field name in words: "calendar.timeZone" is "calendar, time zone". */
export function fieldWords(name: string): string {
  return name
    .split('.')
    .map(
      (part) => FIELD_WORDS[part] ?? part.replaceAll(/[-_]/g, ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    )
    .join(', ');
}

function leaves(value: unknown, way: readonly string[] = []): Map<string, string> {
  const leaf = (words: string) => new Map([[way.map(fieldWords).join(', '), words]]);
  if (value === null || value === undefined) return way.length === 0 ? new Map() : leaf('');
  if (Array.isArray(value)) {
    if (value.every((each) => typeof each !== 'object' || each === null)) return leaf(value.join(', '));
    return joined(value.map((each, i) => leaves(each, [...way, nameIn(each) ?? `${i + 1}`])));
  }
  if (typeof value === 'object') return joined(Object.entries(value).map(([name, each]) => leaves(each, [...way, name])));
  return leaf(told(way.at(-1), value as string | number | boolean));
}

function joined(maps: readonly Map<string, string>[]): Map<string, string> {
  return new Map(maps.flatMap((map) => [...map]));
}

/** The name of a list entry, so that an added entry does not make all following ones look changed. */
function nameIn(entry: unknown): string | undefined {
  const { id, name, key } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  return [id, name, key].find((each) => typeof each === 'string');
}

function told(name: string | undefined, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name === 'reviewMs' && typeof value === 'number') return value === 0 ? 'none' : `${value / MINUTE_MS} minutes`;
  if (name === 'weekStart' && typeof value === 'number') return WEEKDAYS[value % WEEKDAYS.length]!;
  if (name === 'visibility') return value === 'private' ? 'API keys and operators' : 'everyone';
  return `${value}`;
}
