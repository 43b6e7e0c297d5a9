import type { GivenInvitation } from '../../server/operators/operators.ts';
import type { LiveServer } from './start-live.ts';

/**
 * An invitation for the first owner, if nobody has joined. Not on a terminal, where it would stay in a log, it is created only together
 * with the first key; a restart while it is open has a new code for the rest of its time.
 */
export async function firstOwner(
  { firstKey, inviteFirst, renewFirst }: Pick<LiveServer, 'firstKey' | 'inviteFirst' | 'renewFirst'>,
  { stdout }: { readonly stdout: { readonly isTTY?: boolean } },
): Promise<GivenInvitation | undefined> {
  return stdout.isTTY === true || firstKey !== undefined ? inviteFirst() : renewFirst();
}
