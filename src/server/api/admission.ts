// Who may call: the API key that a request shows, and how often it may.
import { type Endpoint, type Scope, SCOPES } from '../../contract/endpoint.ts';
import { callerOf } from '../http/client-address.ts';
import type { HttpRequest } from '../http/http-message.ts';
import { Problem } from '../http/problem.ts';
import type { ApiKey } from '../operation/api-keys.ts';
import type { RateLimits } from './rate-limit.ts';

export interface AdmissionParts {
  /** Who a bearer token belongs to, if anybody. `unlimited`: not counted against the limits. */
  readonly keys: { check(token: string): (Pick<ApiKey, 'name' | 'scope'> & { readonly unlimited?: boolean }) | undefined };
  /** `undefined`: nothing is limited. */
  readonly limits: RateLimits | undefined;
  /** How many proxies of our own stand in front: see `callerOf`. */
  readonly trustedProxies?: number;
}

/**
 * Counts a request and checks that it is allowed; returns the headers that say how much is left.
 * @throws {Problem} unauthorised, forbidden or too-many-requests.
 */
export type Admission = (endpoint: Endpoint, request: HttpRequest) => Readonly<Record<string, string>>;

export function createAdmission({ keys, limits, trustedProxies = 0 }: AdmissionParts): Admission {
  return ({ scope }, request) => {
    if (scope === 'none') return {};
    const caller = callerOf(request.remoteAddress, request.header('x-forwarded-for'), trustedProxies);
    const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.header('authorization') ?? '')?.[1];
    const key = token === undefined ? undefined : keys.check(token);
    if (scope === 'read') return key?.unlimited === true ? {} : (limits?.reads.take(caller) ?? {});
    if (key === undefined) {
      const left = limits?.failures.take(caller) ?? {};
      throw new Problem(
        'unauthorised',
        token === undefined ? 'Send an API key in the header "Authorization: Bearer lk_…".' : 'This API key is unknown, or was revoked.',
        [{ field: 'Authorization', rule: 'must be "Bearer" followed by a valid API key' }],
        { ...left, 'www-authenticate': `Bearer realm="laurels"${token === undefined ? '' : ', error="invalid_token"'}` },
      );
    }
    const left = key.unlimited === true ? {} : (limits?.writes.take(key.name) ?? {});
    if (!includes(key.scope, scope)) {
      throw new Problem(
        'forbidden',
        `This needs a key with scope ${scope}. The key "${key.name}" has scope ${key.scope}.`,
        [{ field: 'Authorization', rule: `must be a key with scope ${scope}` }],
        { ...left, 'www-authenticate': `Bearer realm="laurels", error="insufficient_scope", scope="${scope}"` },
      );
    }
    return left;
  };
}

function includes(held: Scope, asked: Scope): boolean {
  return SCOPES.indexOf(held) >= SCOPES.indexOf(asked);
}
