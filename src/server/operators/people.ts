import type { BodyOf } from '../../contract/api.ts';
import type { Actor } from '../../contract/operation/audit.ts';
import type { PersonRole } from '../../contract/operation/operators.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { besideEntry } from '../audit/beside-entry.ts';
import { Problem } from '../http/problem.ts';
import {
  allRecords,
  type RecordChange,
  type RecordKey,
  type Records,
  type RecordsToKeep,
  PERSON,
  type StoredRecord,
  together,
} from '../store/records.ts';

/** A stored passkey. Times are epoch milliseconds. */
export interface Passkey {
  /** The credential id, in base64url. */
  readonly id: string;
  readonly name: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  /** The authenticator's signature counter, if it has one. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly addedAt: number;
  readonly usedAt: number | null;
  /** The creator of the invitation that added it; absent if the person added it or joined with it. */
  readonly invitedBy?: Actor;
}

/** An operator. Times are epoch milliseconds. */
export interface Person {
  readonly id: string;
  readonly state: 'active' | 'removed';
  readonly name: string;
  readonly role: PersonRole;
  readonly passkeys: readonly Passkey[];
  /** Single sign-on identities. */
  readonly identities: readonly { readonly issuer: string; readonly subject: string }[];
  readonly joinedAt: number;
  readonly signedInAt: number;
}

export function personKey(id: string): RecordKey {
  return { kind: PERSON, id };
}

function personIn({ id, state, text }: StoredRecord): Person {
  return { ...(JSON.parse(text) as Omit<Person, 'id' | 'state'>), id, state: state as Person['state'] };
}

/** `at`: epoch milliseconds. */
export function personRecord({ id, state, ...person }: Person, at: number): RecordChange {
  return { kind: PERSON, id, at, state, text: JSON.stringify(person) };
}

export function actorOf({ id, name }: Pick<Person, 'id' | 'name'>): Actor {
  return { kind: 'person', id, name };
}

/** The person of a record, if active. */
export function activeIn(record: StoredRecord | undefined): Person | undefined {
  return record?.state === 'active' ? personIn(record) : undefined;
}

export interface RecordParts {
  readonly store: Records;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Operators in the store. */
export class People {
  readonly #parts: RecordParts;

  constructor(parts: RecordParts) {
    this.#parts = parts;
  }

  /** Everyone who joined, including removed operators, oldest first. */
  async list(): Promise<readonly Person[]> {
    const records = await allRecords(this.#parts.store, PERSON);
    return records.map(personIn).toReversed();
  }

  /** Fields left out keep their values. @throws {Problem} not-found; conflict for the last owner. */
  change(id: string, { name, role }: BodyOf<'changeOperator'>): Promise<Person> {
    return this.edit(id, (person) => ({ ...person, name: name ?? person.name, role: role ?? person.role }), this.#told('change-operator'));
  }

  /** Removes an operator and their credentials. @throws {Problem} as {@link change}. */
  remove(id: string, beside: readonly RecordChange[]): Promise<Person> {
    const removed = (person: Person): Person => ({ ...person, state: 'removed', passkeys: [], identities: [] });
    return this.edit(id, removed, this.#told('remove-operator'), { change: () => beside });
  }

  #told(act: 'change-operator' | 'remove-operator') {
    return (was: Person, is: Person): readonly RecordChange[] => {
      const entry = auditEntry({ act, subject: was.name, before: toldOf(was), after: toldOf(is) }, this.#parts.clock());
      return [entry, besideEntry(entry, { id: is.id })];
    };
  }

  /** Applies `edit` inside the commit, with the audit entry from `tell`. @throws as {@link change}; as `edit`. */
  async edit(
    id: string,
    edit: (person: Person) => Person,
    tell: (was: Person, is: Person) => readonly RecordChange[],
    beside?: RecordsToKeep<unknown>,
  ): Promise<Person> {
    const { store, clock } = this.#parts;
    // Owners are checked inside the commit; concurrent joins only add some.
    const others = (await this.list()).filter((person) => person.id !== id);
    let edited!: Person;
    const editing: RecordsToKeep<unknown> = {
      of: [personKey(id), ...others.map((other) => personKey(other.id))],
      change([kept, ...rest]) {
        const person = found(kept);
        edited = edit(person);
        const isOwner = (one: Person | undefined) => one?.state === 'active' && one.role === 'owner';
        if (isOwner(person) && !isOwner(edited) && !rest.some((other) => isOwner(activeIn(other))))
          throw new Problem('conflict', `${person.name} is the only owner. Make someone else an owner first.`);
        return [personRecord(edited, clock()), ...tell(person, edited)];
      },
    };
    await store.changeRecords(together(beside, editing));
    return edited;
  }
}

/** For the audit log. */
function toldOf({ id, name, role, state }: Person): object {
  return { id, name, role, state };
}

/** @throws {Problem} not-found unless active. */
export function found(record: StoredRecord | undefined): Person {
  const person = activeIn(record);
  if (person === undefined)
    throw new Problem('not-found', 'There is no such operator.', [{ field: 'operator', rule: 'must be the id of an operator' }]);
  return person;
}
