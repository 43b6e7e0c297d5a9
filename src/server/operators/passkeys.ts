import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';

import { Problem } from '../http/problem.ts';
import { StorageFailure } from '../store/points-store.ts';
import type { Challenges, OpenChallenge } from './challenges.ts';
import type { Passkey, Person } from './people.ts';
import type { SitePlace } from './site-place.ts';

/** COSE ids of Ed25519, ECDSA with P-256, and RSA with SHA-256, in order of preference. */
const ALGORITHMS = [-8, -7, -257];

/** The timeout for the user's gesture, in milliseconds. */
const PATIENCE_MS = 120_000;

/** The challenge purpose of signing in. */
const SIGN_IN = 'sign-in';

/** An authenticator's unverified response. */
export interface SentCredential {
  readonly id: string;
  readonly response: Readonly<Record<string, unknown>> & { readonly clientDataJSON: string };
}

/** A verified response, and its challenge. */
interface Proved<What> {
  readonly proved: What;
  readonly challenge: OpenChallenge;
}

interface PasskeysParts {
  readonly challenges: Challenges;
  readonly place: () => SitePlace;
}

/** Loaded lazily, because it takes 0.1 s. */
const webauthn = () => import('@simplewebauthn/server');

/** Requests and verifies passkeys and their signatures. */
export class Passkeys {
  readonly #parts: PasskeysParts;

  constructor(parts: PasskeysParts) {
    this.#parts = parts;
  }

  /** The options to sign in, for any passkey of the site. */
  async signInOptions() {
    const { generateAuthenticationOptions } = await webauthn();
    return generateAuthenticationOptions({
      rpID: this.#parts.place().rpId,
      challenge: await this.#parts.challenges.make(SIGN_IN),
      userVerification: 'required',
      timeout: PATIENCE_MS,
    });
  }

  /** The options to create a passkey; `purpose` binds the challenge. */
  async makingOptions(
    purpose: string,
    { id, name, passkeys }: { readonly id: string; readonly name: string; readonly passkeys: readonly Passkey[] },
  ) {
    const { generateRegistrationOptions } = await webauthn();
    const { rpId } = this.#parts.place();
    return generateRegistrationOptions({
      rpName: rpId,
      rpID: rpId,
      userID: new Uint8Array(Buffer.from(id)),
      userName: name,
      userDisplayName: name,
      challenge: await this.#parts.challenges.make(purpose),
      attestationType: 'none',
      excludeCredentials: passkeys.map((passkey) => ({ id: passkey.id, transports: [...passkey.transports] })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
      timeout: PATIENCE_MS,
    });
  }

  /** Verifies a sign-in, and returns the authenticator's counter. @throws {Problem} refused. */
  async proveSignIn(sent: SentCredential, { passkeys }: Person): Promise<Proved<{ readonly counter: number; readonly passkey: Passkey }>> {
    const { verifyAuthenticationResponse } = await webauthn();
    const { origin, rpId } = this.#parts.place();
    const passkey = passkeys.find(({ id }) => id === sent.id);
    if (passkey === undefined) throw passkeyRefused();
    const credential: WebAuthnCredential = {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: [...passkey.transports],
    };
    return this.#proved(SIGN_IN, async (expectedChallenge) => {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: sent as unknown as AuthenticationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        credential,
      });
      return verified ? { passkey, counter: authenticationInfo.newCounter } : undefined;
    });
  }

  /** Verifies a new passkey. `purpose` as in {@link makingOptions}; `now`: epoch milliseconds. @throws {Problem} refused. */
  async proveMade(sent: SentCredential, purpose: string, name: string, now: number): Promise<Proved<Passkey>> {
    const { verifyRegistrationResponse } = await webauthn();
    const { origin, rpId } = this.#parts.place();
    return this.#proved(purpose, async (expectedChallenge) => {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: sent as unknown as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (registrationInfo === undefined) return undefined;
      const { id, publicKey, counter, transports } = registrationInfo.credential;
      const key = Buffer.from(publicKey).toString('base64url');
      return { id, name, publicKey: key, counter, transports: readTransports(transports), addedAt: now, usedAt: null };
    });
  }

  /** @throws {Problem} refused, without details. */
  async #proved<What>(
    purpose: string,
    prove: (expectedChallenge: (text: string) => Promise<boolean>) => Promise<What | undefined>,
  ): Promise<Proved<What>> {
    let challenge: OpenChallenge | undefined;
    const expected = async (text: string) => (challenge = await this.#parts.challenges.read(text, purpose)) !== undefined;
    const proved = await prove(expected).catch((error: unknown) => {
      if (error instanceof StorageFailure) throw error;
      throw passkeyRefused();
    });
    if (proved === undefined || challenge === undefined) throw passkeyRefused();
    return { proved, challenge };
  }
}

export function passkeyRefused(): Problem {
  return new Problem(
    'refused',
    'This passkey was not accepted. It may belong to another site or have been removed, or more than five minutes passed. Try again.',
  );
}

/** Valid transports of a passkey. */
function readTransports(said: unknown): Passkey['transports'] {
  if (!Array.isArray(said)) return [];
  return said.filter((each): each is string => typeof each === 'string' && /^[a-z-]{1,20}$/.test(each)).slice(0, 8);
}
