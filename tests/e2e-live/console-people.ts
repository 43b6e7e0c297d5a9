// Basis of the console's browser tests: a game, and a person signed in to its console with a passkey of their own.
import type { Page } from '@playwright/test';

import { joinConsole } from '../../scripts/tools/join-console.ts';
import { ENDPOINTS } from '../../src/contract/api.ts';
import type { PersonRole } from '../../src/contract/operation/operators.ts';
import { SoftAuthenticator } from '../../src/server/operators/soft-authenticator.suite.ts';
import { type Game, patientFetch } from './game.ts';
import { expect, test as base } from './live-site.ts';

export { expect } from './live-site.ts';
export { givePasskeys } from '../../scripts/tools/join-console.ts';

/** Lets a person into the console of a game by an invitation, and resolves once they see it. */
export async function join(page: Page, game: Game, name: string, role: PersonRole = 'owner'): Promise<void> {
  const { link } = await game.call('inviteOperator', { body: { role } });
  await joinConsole(page, link, name);
}

/** Gives a browser the session of a person who joined elsewhere, without opening a page. `console-door.spec.ts` tests joining itself. */
export async function letIn(page: Page, game: Game, name: string, role: PersonRole = 'owner'): Promise<void> {
  const { link } = await game.call('inviteOperator', { body: { role } });
  const token = link.split('#')[1]!;
  const post = async ({ path }: { readonly path: string }, body: object) => {
    const headers = { 'content-type': 'application/json', 'laurels-console': '1', 'sec-fetch-site': 'same-origin' };
    const answer = await patientFetch(game.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.ok, path).toBe(true);
    return answer;
  };
  const begun = (await (await post(ENDPOINTS.beginJoining, { token })).json()) as { readonly options: { readonly challenge: string } };
  const credential = new SoftAuthenticator(new URL(link).origin).create(begun.options);
  const joined = await post(ENDPOINTS.join, { token, name, credential });
  const [, cookie, value] = /^(__Host-[\w-]+)=([\w-]+);/.exec(joined.headers.getSetCookie().join('\n'))!;
  await page
    .context()
    .addCookies([
      { name: cookie!, value: value!, domain: new URL(game.url).hostname, path: '/', secure: true, httpOnly: true, sameSite: 'Strict' },
    ]);
}

interface ConsoleFixtures {
  /** A page of a browser in which an owner called Olga is signed in to the console. Nothing is open yet. */
  readonly console: Page;
}

export const test = base.extend<ConsoleFixtures>({
  console: async ({ page, game }, use) => {
    await letIn(page, game, 'Olga');
    await use(page);
  },
});
