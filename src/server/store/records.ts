/** Names a record: what kind of thing it is of, and which one of these. */
export interface RecordKey {
  readonly kind: string;
  readonly id: string;
}

/** Something that is kept beside points: an operator's act, a prize that is due, a message that is to be sent. */
export interface StoredRecord extends RecordKey {
  /** Rises in the order in which records were first kept, over all kinds. It may have gaps. */
  readonly number: number;
  /** When it became what it is, in epoch milliseconds, as whoever kept it says. */
  readonly at: number;
  /** What it can be asked for by, besides its kind. */
  readonly state: string;
  /** JSON that those know who keep records of its kind. */
  readonly text: string;
}

/** The records of a kind that are of one state. */
export type RecordsOfState = Pick<StoredRecord, 'kind' | 'state'>;

/** A record as it is to be from now on; without a text it is to be there no more. */
export type RecordChange = Omit<StoredRecord, 'number'> | (RecordKey & { readonly text: undefined });

/** Records that a commit keeps, of which all are kept with it, or none. */
export interface RecordsToKeep<Done = undefined> {
  /** Those that have to be known for it. */
  readonly of?: readonly RecordKey[];
  /**
   * Called at once, inside the commit, with what is kept of each of {@link of}, in that order, and with what else the commit
   * does. If it throws nothing of the commit is kept, and the call rejects with what it threw. A commit that is tried again
   * calls it again. Of two changes of one record the last one holds.
   */
  readonly change: (kept: readonly (StoredRecord | undefined)[], done: Done) => readonly RecordChange[];
}

/** Records of this kind are kept for ever as they were kept first: any other change of one is refused. */
export const AUDIT = 'audit';

/** The kind of the records of logos that were replaced. They have no words. */
export const LOGO = 'logo';

/** The kinds of what people sign in with; see `server/operators`. */
export const PERSON = 'person';
export const IDENTITY = 'identity';
export const SESSION = 'session';
export const INVITATION = 'invitation';
export const USED_CHALLENGE = 'used-challenge';
export const CHALLENGE_SECRET = 'challenge-secret';

/** What a backup has of these kinds is not restored: a session that had ended must not go on, nor a link work that was used. */
export const NOT_RESTORED = [SESSION, INVITATION, USED_CHALLENGE, CHALLENGE_SECRET] as const;

/** Things beside points, by their kind and id. */
export interface Records {
  /** `undefined` if there is none. */
  record(kind: string, id: string): Promise<StoredRecord | undefined>;
  /** Records of a kind, newest first by `number`: of one state, if it is said, and before a number, as the page before ended with. */
  records(
    kind: string,
    stretch: { readonly state?: string | undefined; readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly StoredRecord[]>;
  /** How many records of a kind there are, by state; those of which there are none are left out. */
  recordCounts(kind: string): Promise<ReadonlyMap<string, number>>;
  /**
   * Keeps records, and nothing else. `board` names the one whose answers to visitors change by it: its position rises.
   * Rejects with a RangeError if there is no such board.
   */
  changeRecords(records: RecordsToKeep, board?: string): Promise<void>;
}

/** Records that are read at once, of many. */
const AT_ONCE = 500;

/** All records of a kind, newest first, some of them read at a time: of one state, if it is said, and before a number. */
export async function* everyRecord(
  store: Pick<Records, 'records'>,
  kind: string,
  { state, before }: { readonly state?: string | undefined; readonly before?: number | undefined } = {},
): AsyncGenerator<StoredRecord> {
  for (let last = before; ;) {
    const records = await store.records(kind, { state, before: last, limit: AT_ONCE });
    yield* records;
    if (records.length < AT_ONCE) return;
    last = records.at(-1)!.number;
  }
}

/** {@link everyRecord} at once, where there are few. */
export async function allRecords(
  store: Pick<Records, 'records'>,
  kind: string,
  stretch: { readonly state?: string | undefined } = {},
): Promise<readonly StoredRecord[]> {
  const all: StoredRecord[] = [];
  for await (const record of everyRecord(store, kind, stretch)) all.push(record);
  return all;
}

/** Records that are looked at for a page. */
const MOST_LOOKED_AT = 20_000;

/**
 * A page of the records of a kind that are asked for, newest first. So many are looked at, at most: where few are asked for, it may
 * have fewer than `limit`, or none. `next` is the one before which to go on; `undefined` once all were looked at.
 */
export async function pageOfRecords(
  store: Pick<Records, 'records'>,
  kind: string,
  { limit, ...stretch }: { readonly state?: string | undefined; readonly before?: number | undefined; readonly limit: number },
  isAsked: (record: StoredRecord) => boolean,
): Promise<{ readonly found: readonly StoredRecord[]; readonly next: StoredRecord | undefined }> {
  const found: StoredRecord[] = [];
  let looked = 0;
  for await (const record of everyRecord(store, kind, stretch)) {
    const isOne = isAsked(record);
    if (isOne && found.length === limit) return { found, next: found.at(-1) };
    if (isOne) found.push(record);
    looked += 1;
    if (looked === MOST_LOOKED_AT) return { found, next: record };
  }
  return { found, next: undefined };
}

/** The last change of each record. */
export function lastOfEach(changes: readonly RecordChange[]): readonly RecordChange[] {
  return [...new Map(changes.map((change) => [recordName(change), change])).values()];
}

/** What sets a record apart from all others. */
export function recordName({ kind, id }: RecordKey): string {
  return JSON.stringify([kind, id]);
}

/** Each once. */
export function kindsOf(changes: readonly RecordKey[]): readonly string[] {
  return [...new Set(changes.map(({ kind }) => kind))];
}

/** Records of several kinds that one commit keeps, each decided for itself. */
export function together<Done>(...several: readonly (RecordsToKeep<Done> | undefined)[]): RecordsToKeep<Done> {
  const parts = several.filter((part) => part !== undefined);
  return {
    of: parts.flatMap(({ of = [] }) => of),
    change(kept, done) {
      let next = 0;
      return parts.flatMap(({ of = [], change }) => change(kept.slice(next, (next += of.length)), done));
    },
  };
}
