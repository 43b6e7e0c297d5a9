import type { BodyOf } from '../../contract/api.ts';
import type { ActName } from '../../contract/operation/acts.ts';
import type { ApiOwnSession } from '../../contract/operation/operators.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import { actAs, whoActs } from '../store/acting.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { Problem } from '../http/problem.ts';
import type { HttpRequest } from '../http/http-message.ts';
import type { PointsStore } from '../store/points-store.ts';
import { countRecords, PERSON, type Records, type RecordsToKeep, type StoredRecord, together } from '../store/records.ts';
import { Challenges } from './challenges.ts';
import { isByItself, shownToken } from './console-cookie.ts';
import { type Invitation, Invitations, type InvitationsParts, type MadeInvitation } from './invitations.ts';
import { ownSessionAnswer } from './operator-answers.ts';
import { Passkeys, passkeyRefused, type SentCredential } from './passkeys.ts';
import { activeIn, actorOf, found, type Passkey, People, type Person, personKey, personRecord } from './people.ts';
import { newSession, sessionRecord, Sessions, type SignedIn, withoutSessions } from './sessions.ts';
import { passkeyTrouble, type SitePlace } from './site-place.ts';
import { isAtThisMachine } from './this-machine.ts';

/** A new session with its token. */
export interface Entered extends SignedIn {
  readonly token: string;
}

/** The session of a request, or that it has ended. */
export type Shown = SignedIn | 'ended';

/** An invitation as its creator receives it. `code`: its token, to type. */
export interface GivenInvitation {
  readonly invitation: Invitation;
  readonly code: string;
  readonly link: string;
}

export interface OperatorsParts extends InvitationsParts {
  readonly store: Records & Pick<PointsStore, 'playerCount'>;
  /** Called with the code for the first owner, and with `undefined` once it is used. */
  readonly onSetupCode?: ((made: MadeInvitation | undefined) => void) | undefined;
  readonly place: () => SitePlace;
  /** The single sign-on provider's name, if set up. */
  readonly oidcName?: string | undefined;
}

/** Operators: joining, signing in and authentication. */
export class Operators {
  readonly people: People;
  readonly sessions: Sessions;
  readonly invitations: Invitations;
  readonly #parts: OperatorsParts;
  readonly challenges: Challenges;
  readonly passkeys: Passkeys;
  /** The latest invitation of an owner that this process created. */
  #code: MadeInvitation | undefined;

  constructor(parts: OperatorsParts) {
    this.#parts = parts;
    this.people = new People(parts);
    this.sessions = new Sessions(parts);
    this.invitations = new Invitations(parts);
    this.challenges = new Challenges(parts);
    this.passkeys = new Passkeys({ challenges: this.challenges, place: parts.place });
  }

  /** The site's own origin. */
  get origin(): string {
    return this.#parts.place().origin;
  }

  /** The session of a request. Extends it, unless the request is sent `byItself`. */
  async shownBy(request: Pick<HttpRequest, 'header'>, byItself = isByItself(request)): Promise<Shown | undefined> {
    const token = shownToken(request, this.origin);
    return token === undefined ? undefined : ((await this.sessions.find(token, byItself)) ?? 'ended');
  }

  async ownSession(request: HttpRequest, signedIn: SignedIn | undefined): Promise<ApiOwnSession> {
    const trouble = passkeyTrouble(this.#parts.place(), shownOrigin(request));
    const ways: ApiOwnSession['ways'] = {
      passkey: trouble === undefined ? { state: 'ready' } : { state: 'unavailable', why: trouble },
      oidc: this.#parts.oidcName === undefined ? null : { name: this.#parts.oidcName },
    };
    return ownSessionAnswer(signedIn, ways, signedIn === undefined ? await this.#setup(request) : null);
  }

  async #setup(request: HttpRequest): Promise<ApiOwnSession['setup']> {
    if (await this.#isClaimed()) return null;
    const { store, place } = this.#parts;
    const { localPort } = place();
    return {
      isOpen: await this.#isOpen(),
      isNew: (await store.playerCount()) === 0,
      needsCode: localPort === undefined || !isAtThisMachine(request, localPort),
    };
  }

  /** Whether visitors are redirected to the setup: it is open, nobody has joined, and there have never been any points. */
  async leadsToSetup(): Promise<boolean> {
    // Players are known by their points, in memory.
    return (await this.#parts.store.playerCount()) === 0 && !(await this.#isClaimed()) && (await this.#isOpen());
  }

  async #isClaimed(): Promise<boolean> {
    return (await countRecords(this.#parts.store, PERSON, 'active')) > 0;
  }

  /** Whether there is an invitation for a new owner. */
  async #isOpen(): Promise<boolean> {
    return (await this.invitations.list()).some(isForNewOwner);
  }

  /** The code for the first owner, for a page on this machine. @throws {Problem} refused. */
  async codeHere(request: HttpRequest): Promise<string> {
    const setup = await this.#setup(request);
    const made = this.#code;
    if (setup?.needsCode !== false || made === undefined) throw new Problem('refused', 'Enter the setup code.');
    await this.invitations.ofToken(made.token);
    return made.token;
  }

  /** Signs in with a passkey, replacing the browser's session. @throws {Problem} refused. */
  async signIn(sent: SentCredential, before: SignedIn | undefined): Promise<Entered> {
    const { userHandle } = sent.response;
    // Not verified yet.
    const id = typeof userHandle === 'string' ? Buffer.from(userHandle, 'base64url').toString() : '';
    const person = activeIn(await this.#parts.store.record(PERSON, id));
    if (person === undefined) throw passkeyRefused();
    const { proved, challenge } = await this.passkeys.proveSignIn(sent, person);
    const used = (kept: Person, now: number): Person => {
      const passkey = kept.passkeys.find((one) => one.id === proved.passkey.id);
      // It may have been used or removed concurrently.
      if (passkey === undefined || (proved.counter > 0 && proved.counter <= passkey.counter)) throw passkeyRefused();
      const passkeys = kept.passkeys.map((one) => (one === passkey ? { ...one, counter: proved.counter, usedAt: now } : one));
      return { ...kept, passkeys };
    };
    const way = { passkey: proved.passkey.name };
    return this.enter(person.id, { way, before: before?.session.id, change: used, beside: this.challenges.use(challenge) });
  }

  /** Starts a session for an authenticated person, and applies `change` in the same commit. @throws {Problem} refused if they are not active; as `change`. */
  async enter(
    id: string,
    {
      way,
      before,
      change = (person) => person,
      beside,
    }: {
      /** How the person signed in, for the audit log. */
      readonly way: object;
      /** The id of the browser's previous session. */
      readonly before: string | undefined;
      readonly change?: (person: Person, now: number) => Person;
      readonly beside?: RecordsToKeep<unknown>;
    },
  ): Promise<Entered> {
    const entering = (kept: StoredRecord | undefined, now: number) => {
      const person = activeIn(kept);
      if (person === undefined) throw passkeyRefused();
      return { person: change(person, now), act: 'sign-in', after: way } as const;
    };
    return this.#begin(id, before, entering, beside);
  }

  async signOut({ session, person }: SignedIn): Promise<void> {
    await actAs(actorOf(person), () => this.sessions.end(session.id, person)).catch((error: unknown) => {
      // It has already ended.
      if (!(error instanceof Problem)) throw error;
    });
  }

  /** Creates an invitation. @throws {Problem} not-found if `operator` is not active. */
  async invite(inviting: BodyOf<'inviteOperator'>): Promise<GivenInvitation> {
    return this.#given(await this.invitations.make(inviting), 'join');
  }

  /** A new invitation for the first owner, replacing the previous one, until someone has joined. */
  async inviteFirst(hours = 0.5): Promise<GivenInvitation | undefined> {
    if (await this.#isClaimed()) return undefined;
    return this.#given(await this.invitations.make({ role: 'owner', hours }, 'first'), 'setup');
  }

  /** The same for the remaining time, if one is open whose code an earlier process had. */
  async renewFirst(): Promise<GivenInvitation | undefined> {
    const leftMs = await this.invitations.firstOpenMs();
    return leftMs > 0 ? this.inviteFirst(leftMs / HOUR_MS) : undefined;
  }

  /** An invitation, and the options to accept it with a passkey. @throws {Problem} refused. */
  async joinOptions(token: string) {
    const { invitation, known } = await this.#invited(token);
    const person = { id: invitation.person, name: known?.name ?? invitation.name ?? 'Operator', passkeys: known?.passkeys ?? [] };
    return { invitation, options: await this.passkeys.makingOptions(purposeOf(invitation), person) };
  }

  /** Joins with an invitation and a passkey, and signs in. @throws {Problem} refused; bad-request without a name. */
  async join(
    { token, name, credential }: { readonly token: string; readonly name?: string | undefined; readonly credential: SentCredential },
    before: SignedIn | undefined,
  ): Promise<Entered> {
    const { invitation, known } = await this.#invited(token);
    const passkeys = known?.passkeys.length ?? 0;
    const called = passkeys === 0 ? 'Passkey' : `Passkey ${passkeys + 1}`;
    const made = await this.passkeys.proveMade(credential, purposeOf(invitation), called, this.#parts.clock());
    await this.#refuseOthers(made.proved, invitation.person);
    return this.accept(invitation, {
      name,
      before: before?.session.id,
      add: (person) => withPasskey(person, { ...made.proved, ...(known !== undefined && { invitedBy: invitation.inviter }) }),
      beside: this.challenges.use(made.challenge),
    });
  }

  /** Accepts an invitation: joins, or adds a way to sign in, and signs in. @throws {Problem} refused if it is invalid; bad-request without a name. */
  async accept(
    invitation: Invitation,
    {
      name = invitation.name ?? undefined,
      before,
      add,
      beside,
    }: {
      readonly name?: string | undefined;
      readonly before: string | undefined;
      readonly add: (person: Person) => Person;
      readonly beside?: RecordsToKeep<unknown>;
    },
  ): Promise<Entered> {
    if (!invitation.isKnown && name === undefined)
      throw new Problem('bad-request', 'Enter your name.', [{ field: 'name', rule: 'is required' }]);
    const first = await this.invitations.withoutFirst(invitation);
    const joining = (kept: StoredRecord | undefined, now: number) => {
      const known = invitation.isKnown ? found(kept) : undefined;
      const fresh = { id: invitation.person, state: 'active', name: name!, role: invitation.role, joinedAt: now } as const;
      const person = add({ ...(known ?? { ...fresh, passkeys: [], identities: [] }), signedInAt: now });
      const { kind, name: inviter } = invitation.inviter;
      const after = { id: person.id, role: person.role, ...(known !== undefined && { invitedBy: inviter ?? kind }) };
      return { person, act: known === undefined ? 'join' : 'add-passkey', after } as const;
    };
    return this.#begin(invitation.person, before, joining, this.invitations.use(invitation), beside, { change: () => first });
  }

  /** Starts a session, replacing the browser's. `change` returns the person and the act inside the commit. */
  async #begin(
    id: string,
    before: string | undefined,
    change: (kept: StoredRecord | undefined, now: number) => { readonly person: Person; readonly act: ActName; readonly after: object },
    ...beside: readonly (RecordsToKeep<unknown> | undefined)[]
  ): Promise<Entered> {
    const { store, clock } = this.#parts;
    const now = clock();
    const begun = newSession(id, now);
    // Clean up the browser's previous session and everything expired.
    const over = [...withoutSessions([before ?? [], await this.sessions.over()].flat()), ...(await this.challenges.late())];
    let entered!: Person;
    const beginning: RecordsToKeep<unknown> = {
      of: [personKey(id)],
      change: ([kept]) => {
        const { person, act, after } = change(kept, now);
        entered = { ...person, signedInAt: now };
        const entry = actAs(actorOf(entered), () => auditEntry({ act, subject: entered.name, after }, now));
        return [...over, personRecord(entered, now), sessionRecord(begun.session), entry];
      },
    };
    await store.changeRecords(together(...beside, beginning));
    if (this.#code !== undefined) this.#parts.onSetupCode?.((this.#code = undefined));
    return { person: entered, ...begun };
  }

  /** The options for another passkey. */
  passkeyOptions(person: Person) {
    return this.passkeys.makingOptions(ownPurpose(person), person);
  }

  /** Adds a passkey. @throws {Problem} refused. */
  async addPasskey(person: Person, name: string, sent: SentCredential): Promise<Person> {
    const { proved, challenge } = await this.passkeys.proveMade(sent, ownPurpose(person), name, this.#parts.clock());
    await this.#refuseOthers(proved, person.id);
    const tell = () => [auditEntry({ act: 'add-passkey', subject: name }, this.#parts.clock())];
    return this.people.edit(person.id, (kept) => withPasskey(kept, proved), tell, this.challenges.use(challenge));
  }

  /**
   * Removes a passkey, but never the last one, and ends the person's other sessions, in case a device was lost.
   * @throws {Problem} not-found; conflict.
   */
  async removePasskey({ person, session }: SignedIn, id: string): Promise<Person> {
    const others = (await this.sessions.idsOf(person.id)).filter((other) => other !== session.id);
    const name = person.passkeys.find((passkey) => passkey.id === id)?.name;
    const edit = (kept: Person) => {
      if (!kept.passkeys.some((passkey) => passkey.id === id))
        throw new Problem('not-found', 'You have no such passkey.', [{ field: 'passkey', rule: 'must be the id of one of your passkeys' }]);
      if (kept.passkeys.length === 1) throw new Problem('conflict', 'This is your only passkey. Add another first.');
      return { ...kept, passkeys: kept.passkeys.filter((passkey) => passkey.id !== id) };
    };
    const tell = () => [auditEntry({ act: 'remove-passkey', subject: name }, this.#parts.clock()), ...withoutSessions(others)];
    return this.people.edit(person.id, edit, tell);
  }

  /** Removes an operator and ends their sessions. @throws {Problem} not-found; conflict for the last owner. */
  async remove(id: string): Promise<Person> {
    return this.people.remove(id, withoutSessions(await this.sessions.idsOf(id)));
  }

  /** @throws {Problem} refused if another person has this passkey. */
  async #refuseOthers({ id }: Passkey, person: string): Promise<void> {
    const others = (await this.people.list()).filter((other) => other.state === 'active' && other.id !== person);
    if (others.some(({ passkeys }) => passkeys.some((passkey) => passkey.id === id))) throw passkeyRefused();
  }

  /** An invitation, with the existing person whom it is for, if any. @throws {Problem} refused, also if they were removed. */
  async #invited(token: string): Promise<{ readonly invitation: Invitation; readonly known: Person | undefined }> {
    const invitation = await this.invitations.ofToken(token);
    const known = invitation.isKnown ? activeIn(await this.#parts.store.record(PERSON, invitation.person)) : undefined;
    if (invitation.isKnown && known === undefined) throw new Problem('refused', 'The operator this invitation is for was removed.');
    return { invitation, known };
  }

  async #given(made: MadeInvitation, page: 'join' | 'setup'): Promise<GivenInvitation> {
    const { invitation, token: code } = made;
    if (isForNewOwner(invitation) && !(await this.#isClaimed())) {
      this.#code = made;
      this.#parts.onSetupCode?.(made);
    }
    // Fragments are not sent to servers, so they appear in no log.
    return { invitation, code, link: `${this.origin}/console/${page}#${code}` };
  }
}

/** The acting person. @throws {Problem} conflict for a key. */
export function personActing(signedIn: SignedIn | undefined): Person {
  if (signedIn === undefined)
    throw new Problem(
      'conflict',
      `Only people signed in at /console have passkeys. ${whoActs().kind === 'key' ? 'A key' : 'A command'} has none.`,
    );
  return signedIn.person;
}

function isForNewOwner({ role, isKnown }: Invitation): boolean {
  return role === 'owner' && !isKnown;
}

/** The origin of the requesting page, or at least its host, if known. */
function shownOrigin(request: Pick<HttpRequest, 'header'>): string | undefined {
  const said = request.header('origin') ?? request.header('referer');
  return said !== null && URL.canParse(said) ? new URL(said).origin : (request.header('host') ?? undefined);
}

function withPasskey(person: Person, passkey: Passkey): Person {
  if (person.passkeys.some(({ id }) => id === passkey.id)) throw new Problem('conflict', 'You already have this passkey.');
  return { ...person, passkeys: [...person.passkeys, passkey] };
}

function purposeOf({ id }: Invitation): string {
  return `join ${id}`;
}

function ownPurpose({ id }: Person): string {
  return `passkey ${id}`;
}
