import type { BodyOf } from '../../contract/api.ts';
import type { ActName } from '../../contract/operation/acts.ts';
import type { ApiOwnSession } from '../../contract/operation/operators.ts';
import { actAs, whoActs } from '../store/acting.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { Problem } from '../http/problem.ts';
import type { HttpRequest } from '../http/http-message.ts';
import { PERSON, type RecordsToKeep, type StoredRecord, together } from '../store/records.ts';
import { Challenges } from './challenges.ts';
import { isByItself, shownToken } from './console-cookie.ts';
import { type Invitation, Invitations, type InvitationsParts, type MadeInvitation } from './invitations.ts';
import { ownSessionAnswer } from './operator-answers.ts';
import { Passkeys, passkeyRefused, type SentCredential } from './passkeys.ts';
import { activeIn, actorOf, found, type Passkey, People, type Person, personKey, personRecord } from './people.ts';
import { newSession, sessionRecord, Sessions, type SignedIn, withoutSessions } from './sessions.ts';
import { passkeyTrouble, type SitePlace } from './site-place.ts';

/** Somebody who just signed in; the token of their session is told once. */
export interface Entered extends SignedIn {
  readonly token: string;
}

/** What a request shows: somebody who is signed in, or a session that is over. */
export type Shown = SignedIn | 'ended';

export interface OperatorsParts extends InvitationsParts {
  /** Where the console is. */
  readonly place: () => SitePlace;
  /** What the organisation’s sign-in is called, if there is one. */
  readonly oidcName?: string | undefined;
}

/** The people who operate the site: how they join, sign in, and are told apart from then on. */
export class Operators {
  readonly people: People;
  readonly sessions: Sessions;
  readonly invitations: Invitations;
  readonly #parts: OperatorsParts;
  readonly challenges: Challenges;
  readonly passkeys: Passkeys;

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

  /** Whose session a request shows, if it shows one that counts. It is kept alive by whoever asks, unless a page or a program did `byItself`. */
  async shownBy(request: Pick<HttpRequest, 'header'>, byItself = isByItself(request)): Promise<Shown | undefined> {
    const token = shownToken(request, this.origin);
    return token === undefined ? undefined : ((await this.sessions.find(token, byItself)) ?? 'ended');
  }

  /** Who is signed in, and how people can sign in, for whoever asks. */
  ownSession(request: Pick<HttpRequest, 'header'>, signedIn: SignedIn | undefined): ApiOwnSession {
    const trouble = passkeyTrouble(this.#parts.place(), shownOrigin(request));
    return ownSessionAnswer(signedIn, {
      passkey: trouble === undefined ? { state: 'ready' } : { state: 'unavailable', why: trouble },
      oidc: this.#parts.oidcName === undefined ? null : { name: this.#parts.oidcName },
    });
  }

  /** Signs in with a passkey, in place of the session that the browser had. @throws {Problem} refused. */
  async signIn(sent: SentCredential, before: SignedIn | undefined): Promise<Entered> {
    const { userHandle } = sent.response;
    // Whose passkey it says it is: nothing is proved by it.
    const id = typeof userHandle === 'string' ? Buffer.from(userHandle, 'base64url').toString() : '';
    const person = activeIn(await this.#parts.store.record(PERSON, id));
    if (person === undefined) throw passkeyRefused();
    const { proved, challenge } = await this.passkeys.proveSignIn(sent, person);
    const used = (kept: Person, now: number): Person => {
      const passkey = kept.passkeys.find((one) => one.id === proved.passkey.id);
      // Somebody may have signed in with it meanwhile, or removed it.
      if (passkey === undefined || (proved.counter > 0 && proved.counter <= passkey.counter)) throw passkeyRefused();
      const passkeys = kept.passkeys.map((one) => (one === passkey ? { ...one, counter: proved.counter, usedAt: now } : one));
      return { ...kept, passkeys };
    };
    const way = { passkey: proved.passkey.name };
    return this.enter(person.id, { way, before: before?.session.id, change: used, beside: this.challenges.use(challenge) });
  }

  /**
   * Begins a session for somebody who proved who they are. `change`: what else is changed of them, inside the commit.
   * @throws {Problem} refused if they may not sign in any more; or what `change` throws.
   */
  async enter(
    id: string,
    {
      way,
      before,
      change = (person) => person,
      beside,
    }: {
      /** How they signed in, as the audit log has it. */
      readonly way: object;
      /** The id of the session that the browser had. */
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

  /** Ends the session of whoever is signed in. */
  async signOut({ session, person }: SignedIn): Promise<void> {
    await actAs(actorOf(person), () => this.sessions.end(session.id, person)).catch((error: unknown) => {
      // It ended meanwhile.
      if (!(error instanceof Problem)) throw error;
    });
  }

  /** Invites somebody, and gives the link for them. @throws {Problem} not-found if `operator` is nobody who may sign in. */
  async invite(inviting: BodyOf<'inviteOperator'>): Promise<MadeInvitation & { readonly link: string }> {
    return this.#withLink(await this.invitations.make(inviting));
  }

  /** The link for the first owner, as long as nobody has joined. */
  async firstLink(): Promise<string | undefined> {
    const joined = (await this.#parts.store.recordCounts(PERSON)).get('active') ?? 0;
    return joined > 0 ? undefined : this.#withLink(await this.invitations.make({ role: 'owner', hours: 0.5 }, 'first')).link;
  }

  /** What an invitation is for, and the options to accept it with a passkey. @throws {Problem} refused. */
  async joinOptions(token: string) {
    const { invitation, known } = await this.#invited(token);
    const person = { id: invitation.person, name: known?.name ?? invitation.name ?? 'Operator', passkeys: known?.passkeys ?? [] };
    return { invitation, options: await this.passkeys.makingOptions(purposeOf(invitation), person) };
  }

  /** Joins with an invitation and a passkey, and signs in. @throws {Problem} refused; bad-request if nobody said the name. */
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

  /**
   * Accepts an invitation: whoever it is for joins, or has another way to sign in, and is signed in.
   * @throws {Problem} refused if it cannot be used any more; bad-request if nobody said the name of somebody new.
   */
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
      throw new Problem('bad-request', 'Say what you are called.', [{ field: 'name', rule: 'must be said' }]);
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

  /** Begins a session in place of the one that a browser had. `change` gives, inside the commit, who it is of, and what they did. */
  async #begin(
    id: string,
    before: string | undefined,
    change: (kept: StoredRecord | undefined, now: number) => { readonly person: Person; readonly act: ActName; readonly after: object },
    ...beside: readonly (RecordsToKeep<unknown> | undefined)[]
  ): Promise<Entered> {
    const { store, clock } = this.#parts;
    const now = clock();
    const begun = newSession(id, now);
    // What is forgotten as somebody signs in: the session that their browser had, and whatever is over.
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
    return { person: entered, ...begun };
  }

  /** The options for another passkey of somebody who is signed in. */
  passkeyOptions(person: Person) {
    return this.passkeys.makingOptions(ownPurpose(person), person);
  }

  /** Adds a passkey. Resolves to the person as they are then. @throws {Problem} refused. */
  async addPasskey(person: Person, name: string, sent: SentCredential): Promise<Person> {
    const { proved, challenge } = await this.passkeys.proveMade(sent, ownPurpose(person), name, this.#parts.clock());
    await this.#refuseOthers(proved, person.id);
    const tell = () => [auditEntry({ act: 'add-passkey', subject: name }, this.#parts.clock())];
    return this.people.edit(person.id, (kept) => withPasskey(kept, proved), tell, this.challenges.use(challenge));
  }

  /**
   * Removes a passkey, and never the last one. It ends the person's other sessions: one of them may be of whoever found the device.
   * @throws {Problem} not-found; conflict.
   */
  async removePasskey({ person, session }: SignedIn, id: string): Promise<Person> {
    const others = (await this.sessions.idsOf(person.id)).filter((other) => other !== session.id);
    const name = person.passkeys.find((passkey) => passkey.id === id)?.name;
    const edit = (kept: Person) => {
      if (!kept.passkeys.some((passkey) => passkey.id === id))
        throw new Problem('not-found', 'You have no such passkey.', [{ field: 'passkey', rule: 'must be the id of a passkey of yours' }]);
      if (kept.passkeys.length === 1) throw new Problem('conflict', 'This is your only passkey. Add another one first.');
      return { ...kept, passkeys: kept.passkeys.filter((passkey) => passkey.id !== id) };
    };
    const tell = () => [auditEntry({ act: 'remove-passkey', subject: name }, this.#parts.clock()), ...withoutSessions(others)];
    return this.people.edit(person.id, edit, tell);
  }

  /** Takes somebody out, and ends all their sessions. @throws {Problem} not-found; conflict if there would be no owner. */
  async remove(id: string): Promise<Person> {
    return this.people.remove(id, withoutSessions(await this.sessions.idsOf(id)));
  }

  /** @throws {Problem} refused if somebody else has this passkey. */
  async #refuseOthers({ id }: Passkey, person: string): Promise<void> {
    const others = (await this.people.list()).filter((other) => other.state === 'active' && other.id !== person);
    if (others.some(({ passkeys }) => passkeys.some((passkey) => passkey.id === id))) throw passkeyRefused();
  }

  /** An invitation, and whom it is for if they joined already. @throws {Problem} refused, also if they were removed since. */
  async #invited(token: string): Promise<{ readonly invitation: Invitation; readonly known: Person | undefined }> {
    const invitation = await this.invitations.ofToken(token);
    const known = invitation.isKnown ? activeIn(await this.#parts.store.record(PERSON, invitation.person)) : undefined;
    if (invitation.isKnown && known === undefined) throw new Problem('refused', 'Whoever this invitation is for was removed.');
    return { invitation, known };
  }

  #withLink(made: MadeInvitation): MadeInvitation & { readonly link: string } {
    // What stands after # is sent to no server, and so is in no log.
    return { ...made, link: `${this.origin}/console/join#${made.token}` };
  }
}

/** The person that acts now. @throws {Problem} conflict if it is a key. */
export function personActing(signedIn: SignedIn | undefined): Person {
  if (signedIn === undefined)
    throw new Problem(
      'conflict',
      `This is for people who are signed in at /console. ${whoActs().kind === 'key' ? 'A key' : 'This'} has no passkeys.`,
    );
  return signedIn.person;
}

/** Under which origin, or at least which host, the page is shown that a request comes from, as far as it says. */
function shownOrigin(request: Pick<HttpRequest, 'header'>): string | undefined {
  const said = request.header('origin') ?? request.header('referer');
  return said !== null && URL.canParse(said) ? new URL(said).origin : (request.header('host') ?? undefined);
}

function withPasskey(person: Person, passkey: Passkey): Person {
  if (person.passkeys.some(({ id }) => id === passkey.id)) throw new Problem('conflict', 'You have this passkey already.');
  return { ...person, passkeys: [...person.passkeys, passkey] };
}

function purposeOf({ id }: Invitation): string {
  return `join ${id}`;
}

function ownPurpose({ id }: Person): string {
  return `passkey ${id}`;
}
