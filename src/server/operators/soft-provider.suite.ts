// An OpenID provider on loopback for tests: it signs in a given person, and checks the client's requests (RFC 6749, RFC 7636).
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT = { clientId: 'laurels', clientSecret: 'a+secret/of:the=client' } as const;

/** Faults in the provider's answers. */
interface Otherwise {
  readonly nonce?: string;
  readonly aud?: string;
  readonly iss?: string;
  /** Signs with another key than the published one. */
  readonly isForged?: boolean;
  /** Extra bytes in the token response. */
  readonly padding?: number;
}

export interface SoftProvider {
  readonly issuer: string;
  /** The person's claims; `undefined`: the person refuses. */
  person: Readonly<Record<string, unknown>> | undefined;
  otherwise: Otherwise;
  close(): void;
}

/** An issued code, valid once. */
interface Given {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string;
}

export async function startSoftProvider(): Promise<SoftProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const forger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const codes = new Map<string, Given>();

  function idToken(nonce: string): string {
    const seconds = Math.floor(Date.now() / 1000);
    const { isForged = false, padding: _, ...wrong } = provider.otherwise;
    const said = { iss: provider.issuer, aud: CLIENT.clientId, iat: seconds, exp: seconds + 60, nonce, ...provider.person, ...wrong };
    const parts = [{ alg: 'RS256', kid: 'one' }, said].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${parts}.${sign('sha256', Buffer.from(parts), isForged ? forger : privateKey).toString('base64url')}`;
  }

  /** The redirect back to the client. */
  function authorized(asked: URLSearchParams): string {
    const back = new URL(asked.get('redirect_uri')!);
    back.searchParams.set('state', asked.get('state')!);
    if (provider.person === undefined) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      codes.set(code, { redirectUri: asked.get('redirect_uri')!, challenge: asked.get('code_challenge')!, nonce: asked.get('nonce')! });
      back.searchParams.set('code', code);
    }
    return back.href;
  }

  /** The tokens for a code, if the client authenticates and proves that it requested the code; otherwise `undefined`. */
  function tokens(asked: URLSearchParams, authorization: string): object | undefined {
    const given = codes.get(asked.get('code') ?? '');
    codes.delete(asked.get('code') ?? '');
    const basic = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':').map(decodeURIComponent);
    const [id, secret] = authorization === '' ? [asked.get('client_id'), asked.get('client_secret')] : basic;
    const proof = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url');
    const isOwed =
      id === CLIENT.clientId &&
      secret === CLIENT.clientSecret &&
      given?.challenge === proof &&
      given.redirectUri === asked.get('redirect_uri');
    if (!isOwed) return undefined;
    const more = 'x'.repeat(provider.otherwise.padding ?? 0);
    return { access_token: 'for-nothing', token_type: 'bearer', expires_in: 60, id_token: idToken(given.nonce), more };
  }

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { pathname, searchParams } = new URL(incoming.url!, provider.issuer);
      const json = (status: number, body: object) => {
        outgoing.writeHead(status, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify(body));
      };
      const { issuer } = provider;
      if (pathname === '/.well-known/openid-configuration')
        json(200, { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` });
      else if (pathname === '/keys')
        json(200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] });
      else if (pathname === '/authorize') outgoing.writeHead(302, { location: authorized(searchParams) }).end();
      else {
        const given = tokens(new URLSearchParams(await textOf(incoming)), incoming.headers.authorization ?? '');
        if (given === undefined) json(400, { error: 'invalid_grant' });
        else json(200, given);
      }
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const provider: SoftProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: undefined,
    otherwise: {},
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return provider;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return text;
}
