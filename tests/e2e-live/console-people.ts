// What browser tests of the console stand on: a game, and somebody who is in its console with a passkey of their own.
import type { Page } from '@playwright/test';

import { joinConsole } from '../../scripts/tools/join-console.ts';
import type { PersonRole } from '../../src/contract/operation/operator-answers.ts';
import type { Game } from './game.ts';
import { test as base } from './live-site.ts';

export { expect } from './live-site.ts';
export { givePasskeys } from '../../scripts/tools/join-console.ts';

/** Lets somebody into the console of a game, by an invitation, and resolves when they see it. */
export async function join(page: Page, game: Game, name: string, role: PersonRole = 'owner'): Promise<void> {
  const { link } = await game.call('inviteOperator', { body: { role } });
  await joinConsole(page, link, name);
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
