// Joins the console automatically: a browser with an authenticator that confirms everything.
import type { Page } from '@playwright/test';

/** Gives a page's browser a virtual authenticator that always confirms. Only Chromium supports this. */
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

/** Joins with the link of an invitation, and resolves when the overview is visible. */
export async function joinConsole(page: Page, link: string, name: string): Promise<void> {
  await givePasskeys(page);
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Create a passkey and sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}
