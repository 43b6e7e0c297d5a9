/**
 * The moment that a date and a time of this browser's own time zone mean, as the API takes it. `undefined` where nothing is typed;
 * what is no moment is left as it is for the server to refuse by name.
 */
export function momentOf(typed: string): string | undefined {
  if (typed === '') return undefined;
  const moment = new Date(typed);
  return Number.isNaN(moment.getTime()) ? typed : moment.toISOString();
}
