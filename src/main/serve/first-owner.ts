import type { GivenInvitation } from '../../server/operators/operators.ts';
import type { LiveServer } from './start-live.ts';

/**
 * An invitation for the first owner, if nobody has joined. Not on a terminal, where it would stay in a log, it is created only at the first
 * start.
 */
export async function firstOwner(
  { firstKey, isNew, inviteFirst }: Pick<LiveServer, 'firstKey' | 'isNew' | 'inviteFirst'>,
  { stdout }: { readonly stdout: { readonly isTTY?: boolean } },
): Promise<GivenInvitation | undefined> {
  return stdout.isTTY === true || isNew || firstKey !== undefined ? inviteFirst() : undefined;
}
