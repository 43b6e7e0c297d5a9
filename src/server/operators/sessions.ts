import { randomBytes } from 'node:crypto';

import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { Problem } from '../http/problem.ts';
import { StorageFailure } from '../store/points-store.ts';
import { allRecords, PERSON, type RecordChange, SESSION, type StoredRecord } from '../store/records.ts';
import { activeIn, type Person, type RecordParts } from './people.ts';
import { tokenHash } from './token.ts';

/** The absolute lifetime of a session, in milliseconds. */
const LONGEST_MS = 12 * HOUR_MS;

/** The idle timeout, in milliseconds. */
const IDLE_MS = 2 * HOUR_MS;

/** The precision of `seenAt`, in milliseconds. */
const SEEN_MS = MINUTE_MS;

/** Times are epoch milliseconds. */
export interface Session {
  /** The SHA-256 of its token, hexadecimal. */
  readonly id: string;
  /** The id of a person. */
  readonly person: string;
  readonly startedAt: number;
  readonly seenAt: number;
}

export interface SignedIn {
  readonly person: Person;
  readonly session: Session;
}

/** The absolute and the idle end of a session, in epoch milliseconds. */
export function endsOf({ startedAt, seenAt }: Session): { readonly endsAt: number; readonly idleEndsAt: number } {
  const endsAt = startedAt + LONGEST_MS;
  return { endsAt, idleEndsAt: Math.min(seenAt + IDLE_MS, endsAt) };
}

/** A new session with its token, which is not stored. */
export function newSession(person: string, now: number): { readonly session: Session; readonly token: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, session: { id: tokenHash(token), person, startedAt: now, seenAt: now } };
}

export function sessionRecord({ id, person, ...times }: Session): RecordChange {
  return { kind: SESSION, id, at: times.seenAt, state: person, text: JSON.stringify(times) };
}

export function withoutSessions(ids: readonly string[]): readonly RecordChange[] {
  return ids.map((id) => ({ kind: SESSION, id, text: undefined }));
}

/** Sessions, looked up in the store for each request, so that ending one takes effect in all processes. */
export class Sessions {
  readonly #parts: RecordParts;

  constructor(parts: RecordParts) {
    this.#parts = parts;
  }

  /** The active session of a token. Extends it unless `isByItself`. */
  async find(token: string, isByItself = false): Promise<SignedIn | undefined> {
    const { store, clock } = this.#parts;
    const now = clock();
    const session = this.#goingOn(await store.record(SESSION, tokenHash(token)), now);
    const person = session && activeIn(await store.record(PERSON, session.person));
    if (session === undefined || person === undefined) return undefined;
    if (isByItself || now - session.seenAt < SEEN_MS) return { session, person };
    const seen = { ...session, seenAt: now };
    await this.#note(seen);
    return { session: seen, person };
  }

  /** Active sessions, newest first, of one person or all. */
  async list(person?: string): Promise<readonly Session[]> {
    const { store, clock } = this.#parts;
    const records = await allRecords(store, SESSION, { state: person });
    return records.flatMap((record) => this.#goingOn(record, clock()) ?? []);
  }

  /** Ids of expired sessions. */
  async over(): Promise<readonly string[]> {
    const { store, clock } = this.#parts;
    const records = await allRecords(store, SESSION);
    return records.filter((record) => this.#goingOn(record, clock()) === undefined).map(({ id }) => id);
  }

  /** Ids of all sessions of a person. */
  async idsOf(person: string): Promise<readonly string[]> {
    return (await allRecords(this.#parts.store, SESSION, { state: person })).map(({ id }) => id);
  }

  /** Ends a session of `person`, or of anyone. @throws {Problem} not-found. */
  async end(id: string, person: Pick<Person, 'id'> | 'anybody'): Promise<void> {
    const { store, clock } = this.#parts;
    const whose = (await store.record(SESSION, id))?.state ?? '';
    await store.changeRecords({
      of: [
        { kind: SESSION, id },
        { kind: PERSON, id: whose },
      ],
      change: ([kept, owner]) => {
        if (kept === undefined || (person !== 'anybody' && kept.state !== person.id))
          throw new Problem('not-found', 'There is no such session. It may already have ended.', [
            { field: 'session', rule: 'must be the id of a session' },
          ]);
        const subject = activeIn(owner)?.name;
        return [...withoutSessions([id]), auditEntry({ act: 'end-session', subject, before: { session: id.slice(0, 16) } }, clock())];
      },
    });
  }

  #goingOn(record: StoredRecord | undefined, now: number): Session | undefined {
    if (record === undefined) return undefined;
    const { id, state: person, text } = record;
    const session = { ...(JSON.parse(text) as Pick<Session, 'startedAt' | 'seenAt'>), id, person };
    const { endsAt, idleEndsAt } = endsOf(session);
    return now < endsAt && now < idleEndsAt ? session : undefined;
  }

  async #note(seen: Session): Promise<void> {
    const key = { kind: SESSION, id: seen.id };
    try {
      // It may have ended concurrently.
      await this.#parts.store.changeRecords({ of: [key], change: ([kept]) => (kept === undefined ? [] : [sessionRecord(seen)]) });
    } catch (error) {
      // Keeps people signed in while the store is read-only; the session then ends sooner.
      if (!(error instanceof StorageFailure)) throw error;
    }
  }
}
