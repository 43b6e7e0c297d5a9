import type { GivenInvitation } from '../../server/operators/operators.ts';
import type { LiveServer } from './start-live.ts';

/**
 * An invitation for the first owner, if nobody has joined. Without a terminal, it would stay in a log, so it is created only together with
 * the first key; a restart while it is open gets a new code for the rest of its time.
 */
export async function firstOwner(
  { firstKey, inviteFirst, renewFirst }: Pick<LiveServer, 'firstKey' | 'inviteFirst' | 'renewFirst'>,
  { stdout }: { readonly stdout: { readonly isTTY?: boolean } },
): Promise<GivenInvitation | undefined> {
  return stdout.isTTY === true || firstKey !== undefined ? inviteFirst() : renewFirst();
}
