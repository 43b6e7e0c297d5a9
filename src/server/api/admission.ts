// Authentication, authorisation and rate limits of requests.
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
import { momentWords } from '../../contract/parts/time-words.ts';

/** The holder of an active key. `unlimited`: a local command, which has no id and is not rate limited. */
type Caller = Pick<ApiKey, 'name' | 'role' | 'bounds'> & { readonly id?: string; readonly unlimited?: boolean };

type TokenCheck =
  | { readonly state: 'in use'; readonly key: Caller }
  | { readonly state: 'expired'; readonly key: Pick<ApiKey, 'name' | 'expires'> }
  | { readonly state: 'revoked' | 'unknown' };

/** A local command, which may do anything, because it has access to the data itself. */
export const THIS_MACHINE = {
  state: 'in use',
  key: { name: 'this machine', role: 'owner', bounds: {}, unlimited: true },
} satisfies TokenCheck;

export interface AdmissionParts {
  readonly keys: { check(token: string, now: number): TokenCheck };
  readonly operators: Operators;
  readonly limits: RateLimits;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** An admitted request. */
export interface Admitted {
  /** Rate limit headers; `undefined` if not limited. */
  readonly left: Readonly<Record<string, string>> | undefined;
  /** The bounds of the caller's key. */
  readonly bounds: WriteBounds;
  /** Whether private boards are readable: with any key or session. */
  readonly mayReadAll: boolean;
  /** Whether the caller has a role. */
  readonly mayAs: (role: Role) => boolean;
  /** Whether the key or session is still valid, without extending it; `undefined` for anonymous callers. */
  readonly goesOn: (() => Promise<boolean>) | undefined;
  readonly signedIn: SignedIn | undefined;
  /** The actor for the audit log. */
  readonly by: Actor;
  /** Requires a role beyond the endpoint's. @throws {Problem} forbidden. */
  readonly needRole: (role: Role) => void;
}

/** A key or signed-in person. */
interface Principal {
  readonly role: Role;
  readonly bounds: WriteBounds;
  readonly signedIn: SignedIn | undefined;
  readonly isUnlimited: boolean;
  /** The key for rate limits. */
  readonly counted: string;
  readonly by: Actor;
}

/** Admits a request. @throws {Problem} unauthorised, expired-key, forbidden or too-many-requests. */
export type Admission = (endpoint: Endpoint, request: HttpRequest) => Promise<Admitted>;

export function createAdmission({ keys, operators, limits, clock }: AdmissionParts): Admission {
  /** The caller, or why the request is refused. A key takes precedence over a session, which needs an asynchronous lookup. */
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
    // Public keys are known to everyone, so no single caller may use one up.
    const counted = key.role === 'play' ? `${key.name} ${request.caller}` : key.name;
    return { role: key.role, bounds: key.bounds, signedIn: undefined, isUnlimited, counted, by: actorOf(key, request) };
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
    // Public keys are known to everyone.
    const mayReadAll = isKnown && principal.role !== 'play';
    if (role === 'read') {
      const left = limits.reads === undefined || (isKnown && principal.isUnlimited) ? undefined : await limits.reads.take(caller);
      if (isKnown) return { ...OPEN, left, mayReadAll, goesOn, signedIn: principal.signedIn };
      // Count invalid keys here too, because a valid one would reveal private boards.
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
    return { left, bounds, mayReadAll, goesOn, mayAs, needRole, signedIn, by };
  };
}

/** Anonymous and not rate limited. */
export const OPEN: Admitted = {
  left: undefined,
  bounds: {},
  mayReadAll: false,
  goesOn: undefined,
  mayAs: () => false,
  needRole: () => {
    throw new Error('Anonymous callers have no role');
  },
  signedIn: undefined,
  by: SERVER,
};

function forbidden(needed: Role, { role, signedIn, by }: Principal, left: Admitted['left']): Problem {
  if (signedIn !== undefined)
    return new Problem(
      'forbidden',
      `This needs role ${personRoleFor(needed)}, but you have role ${role}. Ask an owner to change it.`,
      [],
      left,
    );
  return new Problem(
    'forbidden',
    `This needs a key with role ${needed}, but "${by.name}" has role ${role}.`,
    [{ field: 'Authorization', rule: `must be a key with role ${needed}` }],
    { ...left, 'www-authenticate': `Bearer realm="laurels", error="insufficient_scope", scope="${needed}"` },
  );
}

/** The actor behind a key. Local commands name their system user. */
function actorOf({ id, name, unlimited = false }: Caller, request: HttpRequest): Actor {
  if (!unlimited) return { kind: 'key', name, id: id ?? null };
  const user = request.header('laurels-user') ?? '';
  return { kind: 'command', name: /^[\x21-\x7e]{1,200}$/.test(user) ? (decodedText(user) ?? user) : null, id: null };
}

interface Refused {
  /** `nothing`: neither key nor session. `ended`: an expired session. */
  readonly refused: Exclude<TokenCheck, { state: 'in use' }> | 'nothing' | 'ended';
}

const NOBODY: Refused = { refused: 'nothing' };

function refusalOf(refused: Refused['refused'], left: Admitted['left']): Problem {
  const realm = 'Bearer realm="laurels"';
  if (refused === 'ended')
    return new Problem('unauthorised', 'Your session has ended. Sign in again at /console.', [], { ...left, 'www-authenticate': realm });
  if (refused !== 'nothing' && refused.state === 'expired') {
    return new Problem(
      'expired-key',
      `The API key "${refused.key.name}" expired ${momentWords(refused.key.expires!, 'second')}. Create a new one with "laurels keys add".`,
      [{ field: 'Authorization', rule: 'must be an API key that has not expired' }],
      { ...left, 'www-authenticate': `${realm}, error="invalid_token", error_description="The key has expired"` },
    );
  }
  return new Problem(
    'unauthorised',
    refused === 'nothing'
      ? 'Send an API key in the header "Authorization: Bearer lk_…", or sign in at /console.'
      : 'This API key is unknown or revoked.',
    [{ field: 'Authorization', rule: 'must be "Bearer" followed by a valid API key' }],
    { ...left, 'www-authenticate': refused === 'nothing' ? realm : `${realm}, error="invalid_token"` },
  );
}
