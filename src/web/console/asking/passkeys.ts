// Passkeys in the browser, as the JSON format that browsers read and write.

/** The reason why no passkey was used, for display. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey';
}

interface SentPasskey {
  readonly [field: string]: unknown;
  readonly id: string;
  readonly response: { readonly [field: string]: unknown; readonly clientDataJSON: string };
}

/** Whether this browser supports passkeys. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

/** Creates a passkey, listed under the person's `name`. @throws {NoPasskey} if that fails. */
export function madePasskey(options: unknown, name: string): Promise<SentPasskey> {
  const given = options as PublicKeyCredentialCreationOptionsJSON;
  const user = name === '' ? given.user : { ...given.user, name, displayName: name };
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({ ...given, user });
  return written(() => navigator.credentials.create({ publicKey }));
}

/** Signs a challenge with a passkey. @throws {NoPasskey} if that fails. */
export function shownPasskey(options: unknown): Promise<SentPasskey> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return written(() => navigator.credentials.get({ publicKey }));
}

async function written(ask: () => Promise<Credential | null>): Promise<SentPasskey> {
  try {
    const credential = (await ask()) as PublicKeyCredential | null;
    if (credential !== null) return credential.toJSON() as object as SentPasskey;
  } catch (error) {
    // Browsers deliberately don't say whether the user cancelled, timed out or has no passkey.
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      throw new NoPasskey('This device already has a passkey for this person. Sign in with it.', { cause: error });
    if (!(error instanceof DOMException)) throw error;
  }
  throw new NoPasskey('No passkey was used. Try again, and confirm it on your device.');
}
