// Sign-in in a real browser: a passkey is created and used, and the cookie works on the site's own pages only.
import type { Page } from '@playwright/test';

import { expect, test } from './live-site.ts';

/** Gives the browser an authenticator that approves everything. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
}

/** Calls the API from within the page, as the console does. */
function ask(page: Page, method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: unknown }> {
  return page.evaluate(
    async ([how, where, text]) => {
      const headers = { 'laurels-console': '1', ...(text !== undefined && { 'content-type': 'application/json' }) };
      const answer = await fetch(where, { method: how, headers, ...(text !== undefined && { body: text }) });
      return { status: answer.status, body: (await answer.json()) as unknown };
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
  );
}

/** The browser authenticator's credential for these options, as a page would send it. */
function credentialFor(page: Page, way: 'create' | 'get', options: unknown): Promise<unknown> {
  return page.evaluate(
    async ([how, json]) => {
      const credential =
        how === 'create'
          ? await navigator.credentials.create({
              publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON),
            })
          : await navigator.credentials.get({
              publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON),
            });
      return (credential as PublicKeyCredential).toJSON();
    },
    [way, options] as const,
  );
}

const optionsIn = ({ body }: { readonly body: unknown }) => (body as { readonly options: unknown }).options;

test('an invited operator joins and signs in with a passkey of the browser', async ({ page, game, context, complaints }) => {
  const { link } = await game.call('inviteOperator', { body: { role: 'owner', name: 'Ada' } });
  const token = link.split('#')[1]!;
  await page.goto('/console');
  await withAuthenticator(page);
  expect((await ask(page, 'GET', '/api/v1/session')).body).toMatchObject({ person: null, ways: { passkey: { state: 'ready' } } });

  const begun = await ask(page, 'POST', '/api/v1/invitations/challenges', { token });
  const made = await credentialFor(page, 'create', optionsIn(begun));
  const joined = await ask(page, 'POST', '/api/v1/invitations/acceptances', { token, name: 'Ada', credential: made });
  expect(joined).toMatchObject({ status: 201, body: { person: { name: 'Ada', role: 'owner' } } });
  const cookies = await context.cookies();
  expect(cookies).toMatchObject([{ name: '__Host-laurels-console', httpOnly: true, secure: true, sameSite: 'Strict', path: '/' }]);
  expect((await ask(page, 'GET', '/api/v1/operators')).status).toBe(200);

  complaints.allow(/status of 401/);
  // Without the header the request is anonymous, like that of an image or a frame on another site.
  expect(await page.evaluate(async () => (await fetch('/api/v1/operators')).status)).toBe(401);

  expect((await ask(page, 'DELETE', '/api/v1/session')).status).toBe(200);
  expect(await context.cookies()).toEqual([]);
  const options = optionsIn(await ask(page, 'POST', '/api/v1/session/challenges'));
  const shown = await credentialFor(page, 'get', options);
  expect(await ask(page, 'POST', '/api/v1/session', { credential: shown })).toMatchObject({
    status: 201,
    body: { person: { name: 'Ada' } },
  });
});
