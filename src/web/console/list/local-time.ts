import { momentOf } from '../parts/form-body.ts';

/** A moment of the address for a field that takes local times; any other text as it is. */
export function localTime(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return text;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  const [year, ...rest] = [at.getFullYear(), at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes()];
  const [month, day, hour, minute] = rest.map((part) => `${part}`.padStart(2, '0'));
  return `${`${year}`.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`;
}

/** A local time from a field as a moment that is the same in every time zone; any other text as it is. */
export function momentAt(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? momentOf(text)! : text;
}
