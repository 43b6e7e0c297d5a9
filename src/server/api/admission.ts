// Who may call: the API key or the session that a request shows, and how often it may.
import type { Endpoint } from '../../contract/endpoint.ts';
import { includesRole, personRoleFor, type Role } from '../../contract/role.ts';
import { decodedText } from '../../contract/read-text.ts';
import { SERVER } from '../store/acting.ts';
import type { Actor } from '../../contract/operation/audit.ts';
import type { HttpRequest } from '../http/http-message.ts';
import { Problem } from '../http/problem.ts';
import type { ApiKey } from '../operation/keys/api-keys.ts';
import type { WriteBounds } from '../../contract/api-key.ts';
import type { Operators } from '../operators/operators.ts';
import { actorOf as personActor } from '../operators/people.ts';
import type { SignedIn } from '../operators/sessions.ts';
import type { RateLimits } from './rate-limit.ts';

/** Who shows a key that is in use. `unlimited`: a command on this machine, which has no id and is not counted against the limits. */
type Caller = Pick<ApiKey, 'name' | 'role' | 'bounds'> & { readonly id?: string; readonly unlimited?: boolean };

/** Whose a bearer token is, if it is anybody's. */
type TokenCheck =
  | { readonly state: 'in use'; readonly key: Caller }
  | { readonly state: 'expired'; readonly key: Pick<ApiKey, 'name' | 'expires'> }
  | { readonly state: 'revoked' | 'unknown' };

/** A command of this machine, which may do anything: whoever has the data itself could anyway. */
export const THIS_MACHINE = {
  state: 'in use',
  key: { name: 'this machine', role: 'owner', bounds: {}, unlimited: true },
} satisfies TokenCheck;

export interface AdmissionParts {
  readonly keys: { check(token: string, now: number): TokenCheck };
  /** Whose session a request shows. */
  readonly operators: Operators;
  readonly limits: RateLimits;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** A request that may go on. */
export interface Admitted {
  /** The headers that say how much is left; `undefined` where nothing is counted. */
  readonly left: Readonly<Record<string, string>> | undefined;
  /** What the caller's key may write. */
  readonly bounds: WriteBounds;
  /** Whether they showed a key that reads, as every key does, or are signed in. */
  readonly mayReadAll: boolean;
  /** Whether they may do what needs a role. */
  readonly mayAs: (role: Role) => boolean;
  /** Whether the key or the session that lets them in does so still; `undefined` where nothing was shown. Keeps no session alive. */
  readonly goesOn: (() => Promise<boolean>) | undefined;
  /** Who is signed in, if it is a person. */
  readonly signedIn: SignedIn | undefined;
  /** Whose hand it is; nobody’s, where no key is needed. */
  readonly by: Actor;
  /** Says no if the caller has not this role, which may be more than the endpoint needs. @throws {Problem} forbidden. */
  readonly needRole: (role: Role) => void;
}

/** Somebody with a role: whoever has a key, or a person who is signed in. */
interface Principal {
  readonly role: Role;
  readonly bounds: WriteBounds;
  readonly signedIn: SignedIn | undefined;
  readonly isUnlimited: boolean;
  /** Under which name they are counted. */
  readonly counted: string;
  readonly by: Actor;
}

/**
 * Counts a request and checks that it is allowed.
 * @throws {Problem} unauthorised, expired-key, forbidden or too-many-requests.
 */
export type Admission = (endpoint: Endpoint, request: HttpRequest) => Promise<Admitted>;

export function createAdmission({ keys, operators, limits, clock }: AdmissionParts): Admission {
  /** The caller, or why the request is refused. A key counts before a session. Only a session takes a promise: it is looked up. */
  function principalOf(request: HttpRequest, isByItself?: boolean): Principal | Refused | Promise<Principal | Refused> {
    if (request.header('authorization') !== null) return principalWithKey(request);
    return request.header('cookie') === null ? NOBODY : principalWithSession(request, isByItself);
  }

  function principalWithKey(request: HttpRequest): Principal | Refused {
    const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.header('authorization') ?? '')?.[1];
    if (token === undefined) return NOBODY;
    const checked = keys.check(token, clock());
    if (checked.state !== 'in use') return { refused: checked };
    const { key } = checked;
    const isUnlimited = key.unlimited === true;
    return { role: key.role, bounds: key.bounds, signedIn: undefined, isUnlimited, counted: key.name, by: actorOf(key, request) };
  }

  async function principalWithSession(request: HttpRequest, isByItself?: boolean): Promise<Principal | Refused> {
    const shown = await operators.shownBy(request, isByItself);
    if (shown === undefined || shown === 'ended') return { refused: shown ?? 'nothing' };
    const { id, role } = shown.person;
    return { role, bounds: {}, signedIn: shown, isUnlimited: false, counted: `person ${id}`, by: personActor(shown.person) };
  }

  return async ({ role }, request) => {
    if (role === 'none') return OPEN;
    const { caller } = request;
    const shown = principalOf(request);
    const principal = shown instanceof Promise ? await shown : shown;
    const isKnown = !('refused' in principal);
    const goesOn = async () => !('refused' in (await principalOf(request, true)));
    if (role === 'read') {
      const left = limits.reads === undefined || (isKnown && principal.isUnlimited) ? undefined : await limits.reads.take(caller);
      if (isKnown) return { ...OPEN, left, mayReadAll: true, goesOn, signedIn: principal.signedIn };
      // What is private is there for a right key alone: wrong ones are counted here, too.
      if (principal.refused !== 'nothing') await limits.failures.take(caller);
      return left === undefined ? OPEN : { ...OPEN, left };
    }
    if (!isKnown) throw refusalOf(principal.refused, await limits.failures.take(caller));
    const { bounds, signedIn, by } = principal;
    const left = limits.writes === undefined || principal.isUnlimited ? undefined : await limits.writes.take(principal.counted);
    const mayAs = (needed: Role) => includesRole(principal.role, needed);
    const needRole = (needed: Role) => {
      if (!mayAs(needed)) throw forbidden(needed, principal, left);
    };
    needRole(role);
    return { left, bounds, mayReadAll: true, goesOn, mayAs, needRole, signedIn, by };
  };
}

/** Whoever shows nothing, and is not counted, as nearly all that read. */
const OPEN: Admitted = {
  left: undefined,
  bounds: {},
  mayReadAll: false,
  goesOn: undefined,
  mayAs: () => false,
  // An endpoint that needs no key has nothing that needs a role.
  needRole: () => {
    throw new Error('Whoever shows no key has no role');
  },
  signedIn: undefined,
  by: SERVER,
};

/** Why somebody has too little of a role. */
function forbidden(needed: Role, { role, signedIn, by }: Principal, left: Admitted['left']): Problem {
  if (signedIn !== undefined)
    return new Problem(
      'forbidden',
      `This needs the role ${personRoleFor(needed)}. You have the role ${role}. An owner can change that.`,
      [],
      left,
    );
  return new Problem(
    'forbidden',
    `This needs a key with role ${needed}. The key "${by.name}" has role ${role}.`,
    [{ field: 'Authorization', rule: `must be a key with role ${needed}` }],
    { ...left, 'www-authenticate': `Bearer realm="laurels", error="insufficient_scope", scope="${needed}"` },
  );
}

/** Who acts with a key. A command says whose it is: it is one of the same machine, and of the same user. */
function actorOf({ id, name, unlimited = false }: Caller, request: HttpRequest): Actor {
  if (!unlimited) return { kind: 'key', name, id: id ?? null };
  const user = request.header('laurels-user') ?? '';
  return { kind: 'command', name: /^[\x21-\x7e]{1,200}$/.test(user) ? (decodedText(user) ?? user) : null, id: null };
}

/** Nothing that lets anybody in. */
interface Refused {
  /** `nothing`: neither a key nor a session. `ended`: a session that is over. */
  readonly refused: Exclude<TokenCheck, { state: 'in use' }> | 'nothing' | 'ended';
}

/** A request that shows nothing, as nearly all that read do. */
const NOBODY: Refused = { refused: 'nothing' };

/** Why nobody is let in with this. */
function refusalOf(refused: Refused['refused'], left: Admitted['left']): Problem {
  const realm = 'Bearer realm="laurels"';
  if (refused === 'ended')
    return new Problem('unauthorised', 'Your session has ended. Sign in again at /console.', [], { ...left, 'www-authenticate': realm });
  if (refused !== 'nothing' && refused.state === 'expired') {
    return new Problem(
      'expired-key',
      `The API key "${refused.key.name}" expired at ${refused.key.expires}. Make a new one with "laurels keys add".`,
      [{ field: 'Authorization', rule: 'must be an API key that has not expired' }],
      { ...left, 'www-authenticate': `${realm}, error="invalid_token", error_description="The key has expired"` },
    );
  }
  return new Problem(
    'unauthorised',
    refused === 'nothing'
      ? 'Send an API key in the header "Authorization: Bearer lk_…", or sign in at /console.'
      : 'This API key is unknown, or was revoked.',
    [{ field: 'Authorization', rule: 'must be "Bearer" followed by a valid API key' }],
    { ...left, 'www-authenticate': refused === 'nothing' ? realm : `${realm}, error="invalid_token"` },
  );
}
