import type { ClientAuth, Configuration, IDToken } from 'openid-client';

import { OPERATOR_ENDPOINTS } from '../../contract/operation/operators.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-message.ts';
import { passingProblem, Problem } from '../http/problem.ts';
import { IDENTITY, PERSON, type Records, type RecordsToKeep, together } from '../store/records.ts';
import type { OpenChallenge } from './challenges.ts';
import { cookieCalled, setCookie } from './console-cookie.ts';
import type { Entered, Operators } from './operators.ts';
import { activeIn } from './people.ts';
import type { SignedIn } from './sessions.ts';
import { tokenHash } from './token.ts';

/** Settings of single sign-on. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider's display name. */
  readonly name: string;
}

/** The redirect path. */
export const OIDC_PATH = '/console/oidc';

/** Must be `Lax`, because the provider's redirect is cross-site. Lives as long as a challenge. */
const COOKIE = '__Host-laurels-oidc';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const COOKIE_SECONDS = 300;
const CLEARED = `${COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;

/** The timeout of provider requests, in seconds. */
const PATIENCE_SECONDS = 10;

/** The longest answer of the provider, in bytes. */
const MOST_ANSWER_BYTES = 1024 * 1024;

/** The state carried in the cookie, authenticated by a challenge bound to it. */
interface OnTheWay {
  readonly nonce: string;
  readonly verifier: string;
  /** The token of an invitation. */
  readonly token?: string | undefined;
  /** The id of the browser's current session. */
  readonly before?: string | undefined;
}

/** Why sign-in failed, as a word in the URL. */
type Refusal = 'unknown' | 'invitation' | 'late' | 'provider';

interface OidcParts {
  readonly store: Records;
  readonly operators: Operators;
  readonly settings: OidcSettings;
  readonly log: (text: string) => void;
}

/** Loaded lazily. */
const openid = () => import('openid-client');

/** Single sign-on (OpenID Connect with PKCE), for existing operators and invitations only. */
export class Oidc {
  readonly #parts: OidcParts;
  #provider: Promise<Configuration> | undefined;

  constructor(parts: OidcParts) {
    this.#parts = parts;
  }

  get name(): string {
    return this.#parts.settings.name;
  }

  /** The redirect URL, and a cookie for the return. @throws {Problem} refused for an invalid invitation; unavailable if the provider fails. */
  async begin(token: string | undefined, before: SignedIn | undefined): Promise<{ readonly location: string; readonly cookie: string }> {
    const { operators } = this.#parts;
    if (token !== undefined) await operators.invitations.ofToken(token);
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } = await openid();
    const provider = await this.#discovered();
    const way: OnTheWay = { nonce: randomNonce(), verifier: randomPKCECodeVerifier(), token, before: before?.session.id };
    const carried = Buffer.from(JSON.stringify(way)).toString('base64url');
    const state = Buffer.from(await operators.challenges.make(purposeOf(carried))).toString('base64url');
    const { href } = buildAuthorizationUrl(provider, {
      redirect_uri: operators.origin + OIDC_PATH,
      scope: 'openid profile email',
      code_challenge: await calculatePKCECodeChallenge(way.verifier),
      code_challenge_method: 'S256',
      state,
      nonce: way.nonce,
    });
    return { location: href, cookie: `${COOKIE}=${carried}; ${ATTRIBUTES}; Max-Age=${COOKIE_SECONDS}` };
  }

  /** Handles the return: signs in and redirects to the console, or to the sign-in page with the reason. */
  async finish(request: HttpRequest): Promise<HttpAnswer> {
    if (request.method !== 'GET') throw new Problem('method-not-allowed', 'Pages can only be read.', [], { allow: 'GET' });
    const entered = await this.#entered(request);
    const isIn = typeof entered !== 'string';
    return {
      status: 303,
      headers: {
        location: isIn ? '/console' : `/console/sign-in?refused=${entered}`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      },
      cookies: [CLEARED, ...(isIn ? [setCookie(entered.token)] : [])],
      body: null,
      route: OIDC_PATH,
    };
  }

  async #entered(request: HttpRequest): Promise<Entered | Refusal> {
    const { operators } = this.#parts;
    const back = new URL(request.target, operators.origin);
    const carried = cookieCalled(request, COOKIE) ?? '';
    const state = back.searchParams.get('state') ?? '';
    const challenge = await operators.challenges.read(state, purposeOf(carried));
    if (challenge === undefined) return 'late';
    // Authenticated by the challenge.
    const way = JSON.parse(Buffer.from(carried, 'base64url').toString()) as OnTheWay;
    const claims = await this.#claims(back, state, way);
    if (claims === undefined) return 'provider';
    try {
      return await this.#enter(claims, way, challenge);
    } catch (error) {
      if (error instanceof Problem && error.code === 'refused') return way.token === undefined ? 'unknown' : 'invitation';
      throw error;
    }
  }

  /** The validated id token claims, or `undefined`. */
  async #claims(back: URL, state: string, { nonce, verifier }: OnTheWay): Promise<IDToken | undefined> {
    const { authorizationCodeGrant } = await openid();
    try {
      const provider = await this.#discovered();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      return (await authorizationCodeGrant(provider, back, checks)).claims();
    } catch (error) {
      this.#parts.log(`Sign-in with ${this.name} failed: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /** @throws {Problem} refused without a matching account or a valid invitation. */
  async #enter(claims: IDToken, { token, before }: OnTheWay, challenge: OpenChallenge): Promise<Entered> {
    const { store, operators } = this.#parts;
    const way = { oidc: this.name };
    const { iss: issuer, sub: subject } = claims;
    const key = { kind: IDENTITY, id: tokenHash(`${issuer}\n${subject}`) };
    const record = await store.record(key.kind, key.id);
    const known = record && activeIn(await store.record(PERSON, record.state));
    if (known !== undefined) return operators.enter(known.id, { way, before, beside: operators.challenges.use(challenge) });
    if (token === undefined) throw new Problem('refused', 'No account matches this sign-in.');
    const invitation = await operators.invitations.ofToken(token);
    const keeping: RecordsToKeep<unknown> = {
      of: [key],
      change([kept]) {
        // Joined concurrently with another invitation.
        if (kept?.state !== record?.state) throw new Problem('refused', 'This account has joined in the meantime.');
        return [{ ...key, at: 0, state: invitation.person, text: '{}' }];
      },
    };
    return operators.accept(invitation, {
      name: invitation.name ?? nameIn(claims),
      before,
      add: (person) => ({ ...person, identities: [...person.identities, { issuer, subject }] }),
      beside: together(operators.challenges.use(challenge), keeping),
    });
  }

  /** The provider's metadata, cached; failures are retried. @throws {Problem} unavailable. */
  #discovered(): Promise<Configuration> {
    this.#provider ??= this.#discover().catch((error: unknown) => {
      this.#provider = undefined;
      this.#parts.log(`Single sign-on discovery at ${this.name} failed: ${reasonOf(error)}`);
      throw passingProblem('unavailable', `${this.name} is not responding. Try again later, or sign in with a passkey.`, 5);
    });
    return this.#provider;
  }

  async #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#parts.settings;
    const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, customFetch, discovery, enableNonRepudiationChecks } =
      await openid();
    const server = new URL(issuer);
    // http is allowed on this machine only, for testing.
    const execute = [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])];
    // The standard's default is the first one.
    const authenticated: ClientAuth = (provider, ...request) => {
      const takesPost = provider.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
      return (takesPost ? ClientSecretPost : ClientSecretBasic)(clientSecret)(provider, ...request);
    };
    return discovery(server, clientId, undefined, authenticated, { execute, timeout: PATIENCE_SECONDS, [customFetch]: boundedFetch });
  }
}

/** Fetches an answer of at most {@link MOST_ANSWER_BYTES}. */
async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const { body, status, headers } = await fetch(url, init);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > MOST_ANSWER_BYTES) throw new Error(`The answer of ${new URL(url).host} exceeds ${MOST_ANSWER_BYTES} bytes`);
    parts.push(part);
  }
  return new Response(size === 0 ? null : Buffer.concat(parts), { status, headers });
}

/** The challenge purpose that binds a challenge to the cookie. */
function purposeOf(carried: string): string {
  return `oidc ${tokenHash(carried)}`;
}

/** A valid name from the claims. */
function nameIn(claims: IDToken): string {
  const said = [claims['name'], claims['preferred_username'], claims['email']];
  const names = said.flatMap((name) => OPERATOR_ENDPOINTS.changeOperator.body.safeParse({ name }).data?.name ?? []);
  return names[0] ?? 'Operator';
}

/** An error's reason for the log, shortened. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : String(error);
  return cause.replaceAll(/\s+/g, ' ').slice(0, 300);
}
