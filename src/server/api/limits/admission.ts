// Who may call: the API key that a request shows, and how often it may.
import type { Endpoint } from '../../../contract/endpoint.ts';
import { includesRole, type Role } from '../../../contract/role.ts';
import { SERVER } from '../../audit/acting.ts';
import type { Actor } from '../../../contract/operation/audit.ts';
import { callerOf } from '../../http/client-address.ts';
import type { HttpRequest } from '../../http/http-message.ts';
import { Problem } from '../../http/problem.ts';
import type { ApiKey } from '../../operation/api-keys.ts';
import type { WriteBounds } from '../../../contract/api-key.ts';
import type { RateLimits } from './rate-limit.ts';

/** Who shows a key that is in use. `unlimited`: a command on this machine, which has no id and is not counted against the limits. */
type Caller = Pick<ApiKey, 'name' | 'role' | 'bounds'> & { readonly id?: string; readonly unlimited?: boolean };

/** Whose a bearer token is, if it is anybody's. */
type TokenCheck =
  | { readonly state: 'in use'; readonly key: Caller }
  | { readonly state: 'expired'; readonly key: Pick<ApiKey, 'name' | 'expires'> }
  | { readonly state: 'revoked' | 'unknown' };

export interface AdmissionParts {
  readonly keys: { check(token: string, now: number): TokenCheck };
  readonly limits: RateLimits;
  /** How many proxies of our own stand in front: see `callerOf`. */
  readonly trustedProxies?: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** A request that may go on. */
interface Admitted {
  /** The headers that say how much is left. */
  readonly left: Readonly<Record<string, string>>;
  /** What the caller's key may write. */
  readonly bounds: WriteBounds;
  /** Whether they showed a key that reads: as every key does. */
  readonly mayReadAll: boolean;
  /** Whose hand it is; nobody’s, where no key is needed. */
  readonly by: Actor;
  /** Says no if the caller has not this role, which may be more than the endpoint needs. @throws {Problem} forbidden. */
  readonly needRole: (role: Role) => void;
}

/**
 * Counts a request and checks that it is allowed.
 * @throws {Problem} unauthorised, expired-key, forbidden or too-many-requests.
 */
export type Admission = (endpoint: Endpoint, request: HttpRequest) => Promise<Admitted>;

export function createAdmission({ keys, limits, trustedProxies = 0, clock }: AdmissionParts): Admission {
  return async ({ role }, request) => {
    if (role === 'none') return { left: {}, bounds: {}, mayReadAll: false, by: SERVER, needRole: refuseAnyRole };
    const caller = callerOf(request.remoteAddress, request.header('x-forwarded-for'), trustedProxies);
    const checked = shownKey(request, keys, clock());
    const isUnlimited = checked?.state === 'in use' && checked.key.unlimited === true;
    const mayReadAll = checked?.state === 'in use';
    if (role === 'read')
      return {
        left: isUnlimited ? {} : ((await limits.reads?.take(caller)) ?? {}),
        bounds: {},
        mayReadAll,
        by: SERVER,
        needRole: refuseAnyRole,
      };
    if (checked?.state !== 'in use') throw refusalOf(checked, await limits.failures.take(caller));
    const { key } = checked;
    const left = isUnlimited ? {} : ((await limits.writes?.take(key.name)) ?? {});
    const needRole = (needed: Role) => refuseUnlessRole(key, needed, left);
    needRole(role);
    return { left, bounds: key.bounds, mayReadAll: true, by: actorOf(key, request), needRole };
  };
}

/** @throws {Problem} forbidden if the key has not this role. */
function refuseUnlessRole(key: Caller, role: Role, left: Admitted['left']): void {
  if (includesRole(key.role, role)) return;
  throw new Problem(
    'forbidden',
    `This needs a key with role ${role}. The key "${key.name}" has role ${key.role}.`,
    [{ field: 'Authorization', rule: `must be a key with role ${role}` }],
    { ...left, 'www-authenticate': `Bearer realm="laurels", error="insufficient_scope", scope="${role}"` },
  );
}

/** An endpoint that needs no key has nothing that needs a role. */
function refuseAnyRole(): never {
  throw new Error('Whoever shows no key has no role');
}

/** Whose the key is that a request shows; `undefined` if it shows none. */
export function shownKey(request: Pick<HttpRequest, 'header'>, keys: AdmissionParts['keys'], now: number): TokenCheck | undefined {
  const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.header('authorization') ?? '')?.[1];
  return token === undefined ? undefined : keys.check(token, now);
}

/** Who acts with a key. A command says whose it is: it is one of the same machine, and of the same user. */
function actorOf({ id, name, unlimited = false }: Caller, request: HttpRequest): Actor {
  if (!unlimited) return { kind: 'key', name, id: id ?? null };
  const user = request.header('laurels-user') ?? '';
  return { kind: 'command', name: /^[\x21-\x7e]{1,200}$/.test(user) ? decodedText(user) : null, id: null };
}

function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Why nobody is let in with this, or with no key at all. */
function refusalOf(checked: Exclude<TokenCheck, { state: 'in use' }> | undefined, left: Admitted['left']): Problem {
  const realm = 'Bearer realm="laurels"';
  if (checked?.state === 'expired') {
    return new Problem(
      'expired-key',
      `The API key "${checked.key.name}" expired at ${checked.key.expires}. Make a new one with "laurels keys add".`,
      [{ field: 'Authorization', rule: 'must be an API key that has not expired' }],
      { ...left, 'www-authenticate': `${realm}, error="invalid_token", error_description="The key has expired"` },
    );
  }
  return new Problem(
    'unauthorised',
    checked === undefined ? 'Send an API key in the header "Authorization: Bearer lk_…".' : 'This API key is unknown, or was revoked.',
    [{ field: 'Authorization', rule: 'must be "Bearer" followed by a valid API key' }],
    { ...left, 'www-authenticate': checked === undefined ? realm : `${realm}, error="invalid_token"` },
  );
}
