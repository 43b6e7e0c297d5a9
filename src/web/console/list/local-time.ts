import { momentOf } from '../parts/form-body.ts';

/** Converts a moment in the URL to a local time for a field; other text is left unchanged. */
export function localTime(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return text;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  const [year, ...rest] = [at.getFullYear(), at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes()];
  const [month, day, hour, minute] = rest.map((part) => `${part}`.padStart(2, '0'));
  return `${`${year}`.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`;
}

/** Converts a local time from a field to a moment, which is the same in every time zone; other text is left unchanged. */
export function momentAt(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? momentOf(text)! : text;
}
