import type { LiveServer } from './start-live.ts';

/**
 * The link by which the first owner joins, if nobody has joined. What is printed elsewhere than on a terminal is kept in a log: there
 * it is only made with the first key, and later by a command.
 */
export async function firstOwnerLink(
  { firstKey, firstLink }: Pick<LiveServer, 'firstKey' | 'firstLink'>,
  { stdout }: { readonly stdout: { readonly isTTY?: boolean } },
): Promise<string | undefined> {
  return stdout.isTTY === true || firstKey !== undefined ? firstLink() : undefined;
}
