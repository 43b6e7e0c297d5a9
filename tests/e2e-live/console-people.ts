// Whoever operates the site in a browser test: a browser with a passkey of its own, as a phone or a laptop has one.
import type { Page } from '@playwright/test';

import type { PersonRole } from '../../src/contract/operation/operator-answers.ts';
import { test as base } from './live-site.ts';
import type { Game } from './game.ts';

export { expect } from './live-site.ts';

/** Gives a page's browser an authenticator that confirms whatever it is asked, as somebody with a fingerprint does. */
export async function givePasskeys(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Lets somebody into the console of a game, by an invitation, and resolves when they see it. */
export async function join(page: Page, game: Game, name: string, role: PersonRole = 'owner'): Promise<void> {
  await givePasskeys(page);
  const { link } = await game.call('inviteOperator', { body: { role } });
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Make a passkey and go in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

interface ConsoleFixtures {
  /** A page in which an owner called Olga is in the console. */
  readonly console: Page;
}

export const test = base.extend<ConsoleFixtures>({
  console: async ({ page, game }, use) => {
    await join(page, game, 'Olga');
    await use(page);
  },
});
