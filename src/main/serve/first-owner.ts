import type { LiveServer } from './start-live.ts';

/**
 * An invitation link for the first owner, if nobody has joined. Not on a terminal, where it would stay in a log, it is created only
 * together with the first key.
 */
export async function firstOwnerLink(
  { firstKey, firstLink }: Pick<LiveServer, 'firstKey' | 'firstLink'>,
  { stdout }: { readonly stdout: { readonly isTTY?: boolean } },
): Promise<string | undefined> {
  return stdout.isTTY === true || firstKey !== undefined ? firstLink() : undefined;
}
