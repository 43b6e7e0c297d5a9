// What an entry says was before and after, as fields that people read.
import { MINUTE_MS } from '../../../domain/durations.ts';

/** A field in words, as it was and as it is: `''` where nothing was, a moment as ISO 8601 has it. */
export interface ToldField {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Fields that are called otherwise than a person would. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  reviewMs: 'time of review',
  maxPoints: 'most points of an event',
  noNegative: 'no negative points',
  noRename: 'no renaming',
  displayName: 'display name',
  timeZone: 'time zone',
  weekStart: 'week starts on',
  visibility: 'seen by',
  event: 'limit of one event',
  hour: 'limit of an hour',
  day: 'limit of a day',
  history: 'limit by earlier days',
  names: 'holds similar names',
  expiresAt: 'good until',
  underWay: 'under way',
  voided: 'voided because',
  publicKeys: 'public keys',
  url: 'address',
};

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The fields in which two values differ; all fields of one where there is only one. What is no object is one field. */
export function toldFields(before: unknown, after: unknown): readonly ToldField[] {
  const [was, is] = [leaves(before), leaves(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
    const told = { field: field === '' ? 'value' : field, before: was.get(field) ?? '', after: is.get(field) ?? '' };
    return told.before === told.after ? [] : [told];
  });
}

/** A field by the name that the API has for it, in words: "calendar.timeZone" is "calendar, time zone". */
export function fieldWords(name: string): string {
  return name
    .split('.')
    .map(
      (part) => FIELD_WORDS[part] ?? part.replaceAll(/[-_]/g, ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    )
    .join(', ');
}

/** Each single value in a value, by the words for the way to it. */
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

/** What an entry of a list is called, so that one that is added does not look as if all after it had changed. */
function nameIn(entry: unknown): string | undefined {
  const { id, name, key } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  return [id, name, key].find((each) => typeof each === 'string');
}

function told(name: string | undefined, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name === 'reviewMs' && typeof value === 'number') return value === 0 ? 'none' : `${value / MINUTE_MS} minutes`;
  if (name === 'weekStart' && typeof value === 'number') return WEEKDAYS[value % WEEKDAYS.length]!;
  if (name === 'visibility') return value === 'private' ? 'programs with a key' : 'everybody';
  return `${value}`;
}
