import { randomBytes } from 'node:crypto';

import type { BodyOf } from '../../contract/api.ts';
import type { Actor } from '../../contract/operation/audit.ts';
import type { PersonRole } from '../../contract/operation/operators.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import { whoActs } from '../store/acting.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { Problem } from '../http/problem.ts';
import { allRecords, INVITATION, PERSON, type RecordChange, type RecordsToKeep, type StoredRecord } from '../store/records.ts';
import { activeIn, found, personKey, type RecordParts } from './people.ts';
import { codeIn, newCode, tokenHash } from './token.ts';

/** An invitation. Times are epoch milliseconds. */
export interface Invitation {
  /** The SHA-256 of its token, hexadecimal. */
  readonly id: string;
  readonly role: PersonRole;
  readonly name: string | null;
  /** The id of the person, existing or new. */
  readonly person: string;
  /** Whether the person exists and gets another way to sign in. */
  readonly isKnown: boolean;
  /** Its creator. Invitations by former owners and inactive keys are void. */
  readonly inviter: Actor;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** An invitation with its token, a code that is shown once and not stored. */
export interface MadeInvitation {
  readonly invitation: Invitation;
  readonly token: string;
}

export interface InvitationsParts extends RecordParts {
  /** Whether an API key is active; by default all are. */
  readonly isKeyInUse?: ((id: string) => boolean) | undefined;
}

/** The state of the invitation that a server without operators creates at start. */
const FIRST = 'first';
const OPEN = 'open';

export class Invitations {
  readonly #parts: InvitationsParts;

  constructor(parts: InvitationsParts) {
    this.#parts = parts;
  }

  /** Open invitations, newest first. */
  async list(): Promise<readonly Invitation[]> {
    const { store, clock } = this.#parts;
    const records = await allRecords(store, INVITATION);
    const owners = new Set((await allRecords(store, PERSON)).filter(isOwner).map(({ id }) => id));
    return records
      .map(invitationIn)
      .filter(({ expiresAt, inviter }) => clock() < expiresAt && this.#mayInvite(inviter, (id) => owners.has(id)));
  }

  /** The invitation of a token. @throws {Problem} refused. */
  async ofToken(token: string): Promise<Invitation> {
    return this.#open(await this.#parts.store.record(INVITATION, tokenHash(codeIn(token))));
  }

  /** @throws {Problem} not-found. */
  async withdraw(id: string): Promise<Invitation> {
    let withdrawn!: Invitation;
    await this.#parts.store.changeRecords({
      of: [{ kind: INVITATION, id }],
      change: ([kept]) => {
        if (kept === undefined)
          throw new Problem('not-found', 'There is no such invitation. It may already have been used.', [
            { field: 'invitation', rule: 'must be the id of an invitation' },
          ]);
        withdrawn = invitationIn(kept);
        return this.#withdrawn([kept]);
      },
    });
    return withdrawn;
  }

  /** Marks it as used, as part of a commit. @throws {Problem} refused, in the commit, if it is no longer valid. */
  use({ id, inviter }: Invitation): RecordsToKeep<unknown> {
    return {
      of: [{ kind: INVITATION, id }, ...(inviter.kind === 'person' ? [personKey(inviter.id!)] : [])],
      change: ([kept, person]) => {
        this.#open(kept);
        // Otherwise a removed operator could return with an invitation they had created for themselves.
        if (!this.#mayInvite(inviter, () => person !== undefined && isOwner(person)))
          throw new Problem('refused', 'The sender of this invitation can no longer invite people. Ask an owner for a new one.', [
            { field: 'token', rule: 'must be of an invitation by a current owner' },
          ]);
        return [gone(id)];
      },
    };
  }

  /** For how many more milliseconds the invitation that the server created at start is open. */
  async firstOpenMs(): Promise<number> {
    const first = await allRecords(this.#parts.store, INVITATION, { state: FIRST });
    return Math.max(0, ...first.map((record) => invitationIn(record).expiresAt - this.#parts.clock()));
  }

  /** Deletes the other invitations that the server created at start. */
  async withoutFirst(used: Invitation): Promise<readonly RecordChange[]> {
    const first = await allRecords(this.#parts.store, INVITATION, { state: FIRST });
    return this.#withdrawn(first.filter(({ id }) => id !== used.id));
  }

  #mayInvite({ kind, id }: Actor, isOwnerCalled: (id: string) => boolean): boolean {
    if (kind === 'person') return isOwnerCalled(id!);
    return kind !== 'key' || id === null || (this.#parts.isKeyInUse?.(id) ?? true);
  }

  #withdrawn(records: readonly StoredRecord[]): readonly RecordChange[] {
    return records.flatMap((record) => [
      gone(record.id),
      auditEntry({ act: 'withdraw-invitation', subject: toldId(record.id), before: toldOf(invitationIn(record)) }, this.#parts.clock()),
    ]);
  }

  #open(record: StoredRecord | undefined): Invitation {
    const invitation = record && invitationIn(record);
    if (invitation === undefined || this.#parts.clock() >= invitation.expiresAt)
      throw new Problem('refused', 'This invitation was already used or withdrawn, or it has expired. Ask its sender for a new one.', [
        { field: 'token', rule: 'must be of an open invitation' },
      ]);
    return invitation;
  }

  /** Creates an invitation; a `first` one replaces earlier ones. @throws {Problem} not-found if `operator` is not active. */
  async make({ role, name, operator, hours }: BodyOf<'inviteOperator'>, state: typeof OPEN | typeof FIRST = OPEN): Promise<MadeInvitation> {
    const { store, clock } = this.#parts;
    const before = state === FIRST ? await allRecords(store, INVITATION, { state }) : [];
    const token = newCode();
    const id = tokenHash(token);
    const now = clock();
    const late = (await allRecords(store, INVITATION)).filter((record) => invitationIn(record).expiresAt <= now);
    const inviter = whoActs();
    let invitation!: Invitation;
    await store.changeRecords({
      of: operator === undefined ? [] : [{ kind: PERSON, id: operator }],
      change: ([kept]) => {
        const known = operator === undefined ? undefined : found(kept);
        invitation = {
          id,
          role: known?.role ?? role,
          name: known?.name ?? name ?? null,
          person: known?.id ?? randomBytes(8).toString('hex'),
          isKnown: known !== undefined,
          inviter,
          createdAt: now,
          expiresAt: now + Math.round(hours * HOUR_MS),
        };
        return [
          ...late.map((record) => gone(record.id)),
          ...this.#withdrawn(before),
          { kind: INVITATION, id, at: now, state, text: JSON.stringify({ ...invitation, id: undefined }) },
          auditEntry({ act: 'invite-operator', subject: toldId(id), after: toldOf(invitation) }, now),
        ];
      },
    });
    return { invitation, token };
  }
}

function gone(id: string): RecordChange {
  return { kind: INVITATION, id, text: undefined };
}

function isOwner(record: StoredRecord): boolean {
  return activeIn(record)?.role === 'owner';
}

function invitationIn({ id, text }: StoredRecord): Invitation {
  return { ...(JSON.parse(text) as Omit<Invitation, 'id'>), id };
}

/** An abbreviated id. */
function toldId(id: string): string {
  return id.slice(0, 16);
}

/** For the audit log. */
function toldOf({ role, name, person, isKnown, expiresAt }: Invitation): object {
  return { role, name, ...(isKnown && { operator: person }), expiresAt: new Date(expiresAt).toISOString() };
}
