/** How many changes there were besides recorded events, and what they left: the name it is kept under in `meta`. */
export const CHANGES = 'changes';

/** What a document is called in `meta`. */
export function documentKey(name: string): string {
  return `document:${name}`;
}

/** The rows of `meta` that are documents, as a table in SQL. */
export const DOCUMENTS = `(SELECT substr(key, ${documentKey('').length + 1}) AS name, value AS text FROM meta WHERE key GLOB '${documentKey('')}*')`;

/** Changes besides recorded events, and the rows of tables that none comes after: what is missing at the end is found by it. */
export interface ChangeTally {
  readonly changes: number;
  readonly boards: number;
  readonly documents: number;
  readonly revisions: number;
  readonly reopenings: number;
}

/** The tables of a tally as they are now, in SQL. */
export const TALLIED = `SELECT
  (SELECT count(*) FROM boards) AS boards,
  (SELECT count(*) FROM ${DOCUMENTS}) AS documents,
  (SELECT coalesce(max(number), 0) FROM revisions) AS revisions,
  (SELECT coalesce(max(number), 0) FROM reopenings) AS reopenings`;

/** From the text it is kept as; before the first change all is zero. */
export function tallyOf(kept: string | undefined): ChangeTally {
  if (kept === undefined) return { changes: 0, boards: 0, documents: 0, revisions: 0, reopenings: 0 };
  return JSON.parse(kept) as ChangeTally;
}
