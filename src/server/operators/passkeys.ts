import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';

import { Problem } from '../http/problem.ts';
import { StorageFailure } from '../store/points-store.ts';
import type { Challenges, OpenChallenge } from './challenges.ts';
import type { Passkey, Person } from './people.ts';
import type { SitePlace } from './site-place.ts';

/** Ed25519, ECDSA with P-256, and RSA with SHA-256, in that order, as COSE numbers them. */
const ALGORITHMS = [-8, -7, -257];

/** How long a browser waits for somebody’s finger, in milliseconds. */
const PATIENCE_MS = 120_000;

/** What signing in with a passkey is called as the purpose of a challenge. */
const SIGN_IN = 'sign-in';

/** What an authenticator answered, as a page sends it: nothing of it is trusted before it is checked. */
export interface SentCredential {
  readonly id: string;
  readonly response: Readonly<Record<string, unknown>> & { readonly clientDataJSON: string };
}

/** What an authenticator proved, and the challenge that it used for it. */
interface Proved<What> {
  readonly proved: What;
  readonly challenge: OpenChallenge;
}

interface PasskeysParts {
  readonly challenges: Challenges;
  readonly place: () => SitePlace;
}

/** It takes a tenth of a second to load: of a server where nobody signs in it is not. */
const webauthn = () => import('@simplewebauthn/server');

/** Asks authenticators for passkeys and for signatures with them, and checks what they answer. */
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

  /** The options to make a passkey. `purpose`: what its challenge is good for. */
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

  /** How often the passkey was used by now, as its authenticator counts. @throws {Problem} refused. */
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

  /** A passkey that was made. `purpose`: as {@link makingOptions} was told it; `now`: epoch milliseconds. @throws {Problem} refused. */
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

  /** @throws {Problem} refused: what is wrong with an answer of an authenticator is nobody’s business but its maker’s. */
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

/** What whoever shows a passkey that proves nothing is told. */
export function passkeyRefused(): Problem {
  return new Problem(
    'refused',
    'This passkey was not accepted. It may be of another site or have been removed, or it took longer than five minutes. Try again.',
  );
}

/** How a passkey is reached, as far as its page says anything that could be meant. */
function readTransports(said: unknown): Passkey['transports'] {
  if (!Array.isArray(said)) return [];
  return said.filter((each): each is string => typeof each === 'string' && /^[a-z-]{1,20}$/.test(each)).slice(0, 8);
}
