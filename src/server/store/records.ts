/** Identifies a record by kind and id. */
export interface RecordKey {
  readonly kind: string;
  readonly id: string;
}

/** Something stored beside points, such as an audit entry, a payout or a message to deliver. */
export interface StoredRecord extends RecordKey {
  /** Increases in order of creation, across all kinds; may have gaps. */
  readonly number: number;
  /** When it reached its state, in epoch milliseconds, according to its owner. */
  readonly at: number;
  /** A value to filter by, besides its kind. */
  readonly state: string;
  /** JSON in the format of its kind. */
  readonly text: string;
}

/** The records of a kind with one state. */
export type RecordsOfState = Pick<StoredRecord, 'kind' | 'state'>;

/** A new version of a record; without a text, the record is deleted. */
export type RecordChange = Omit<StoredRecord, 'number'> | (RecordKey & { readonly text: undefined });

/** Records that are stored with a commit, all or none. */
export interface RecordsToKeep<Done = undefined> {
  /** The records that `change` needs to read. */
  readonly of?: readonly RecordKey[];
  /**
   * Called synchronously inside the commit with the current version of each of {@link of}, in order, and with the outcome of the commit. If
   * it throws, nothing is stored and the call rejects with that error. A retry of the commit calls it again. The last of several changes of
   * one record wins.
   */
  readonly change: (kept: readonly (StoredRecord | undefined)[], done: Done) => readonly RecordChange[];
}

/** The kind of audit records, which are immutable. */
export const AUDIT = 'audit';

/** The kind of replaced logos, which contain no text. */
export const LOGO = 'logo';

/** Kinds that sign-in uses; see `server/operators`. */
export const PERSON = 'person';
export const IDENTITY = 'identity';
export const SESSION = 'session';
export const INVITATION = 'invitation';
export const USED_CHALLENGE = 'used-challenge';
export const CHALLENGE_SECRET = 'challenge-secret';

/** Kinds that plays use; see `server/plays`. */
export const PLAY_SECRET = 'play-secret';
export const SEED_SECRET = 'seed-secret';
export const REPLAY = 'replay';
export const KEPT_REPLAYS = 'kept-replays';
export const GUEST = 'guest';
export const GUEST_CODE = 'guest-code';
export const GUEST_NAME = 'guest-name';

/**
 * Kinds that are not restored from a backup: ended sessions must not resume, used links must not work again, and the owner of a backup must
 * not be able to sign plays.
 */
export const NOT_RESTORED = [SESSION, INVITATION, USED_CHALLENGE, CHALLENGE_SECRET, PLAY_SECRET] as const;

/** Records, by kind and id. */
export interface Records {
  /** `undefined` if there is none. */
  record(kind: string, id: string): Promise<StoredRecord | undefined>;
  /** Records of a kind, newest first by `number`: optionally of one state, and before a number (the end of the previous page). */
  records(
    kind: string,
    stretch: { readonly state?: string | undefined; readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly StoredRecord[]>;
  /** Number of records of a kind by state; states without any are left out. */
  recordCounts(kind: string): Promise<ReadonlyMap<string, number>>;
  /** Changes only records. `board`: the board whose responses change, so its position rises. Rejects with a RangeError if it is unknown. */
  changeRecords(records: RecordsToKeep, board?: string): Promise<void>;
}

/** Records per read. */
const AT_ONCE = 500;

/** Yields all records of a kind, newest first, optionally of one state and before a number. */
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

/** Collects {@link everyRecord} into an array, for small numbers. */
export async function allRecords(
  store: Pick<Records, 'records'>,
  kind: string,
  stretch: { readonly state?: string | undefined } = {},
): Promise<readonly StoredRecord[]> {
  const all: StoredRecord[] = [];
  for await (const record of everyRecord(store, kind, stretch)) all.push(record);
  return all;
}

/** Records examined per page. */
const MOST_LOOKED_AT = 20_000;

/**
 * A page of the records of a kind that match `isAsked`, newest first. Examines a bounded number of records, so a page may have fewer than
 * `limit`, or none. `next` is the position to continue from; `undefined` at the end.
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

/** How many records of a kind there are, in one state or in all. */
export async function countRecords(store: Pick<Records, 'recordCounts'>, kind: string, state: string | undefined): Promise<number> {
  const counts = await store.recordCounts(kind);
  return state === undefined ? [...counts.values()].reduce((sum, count) => sum + count, 0) : (counts.get(state) ?? 0);
}

export function lastOfEach(changes: readonly RecordChange[]): readonly RecordChange[] {
  return [...new Map(changes.map((change) => [recordName(change), change])).values()];
}

/** A unique key for a record. */
export function recordName({ kind, id }: RecordKey): string {
  return JSON.stringify([kind, id]);
}

/** The distinct kinds of some changes. */
export function kindsOf(changes: readonly RecordKey[]): readonly string[] {
  return [...new Set(changes.map(({ kind }) => kind))];
}

/** Combines the records of one commit, each decided separately. */
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
