// Handlers of guests, who are identified by a secret that only ever comes in a body.
import type { GUEST_ENDPOINTS } from '../../../contract/guests.ts';
import { timeText } from '../../../contract/moment-text.ts';
import { leaveBoard, mergeGuest, refuseBeyond, renameGuest } from '../../acts/guests.ts';
import { namesAnswer } from '../../answers/parts/any-player.ts';
import { playerDataAnswer, playerEventsAnswer } from '../../answers/player-data-answer.ts';
import { Guests, refuseMerged } from '../../guests/guests.ts';
import { type Guest, proposedBy, withAnother } from '../../guests/kept-guest.ts';
import type { HttpRequest } from '../../http/http-message.ts';
import { noSuchPlayer, Problem } from '../../http/problem.ts';
import { actAs } from '../../store/acting.ts';
import { DEFAULT_AVATAR, type StoredPlayer } from '../../store/stored-values.ts';
import type { Handlers } from '../parsed-call.ts';
import type { ApiParts } from './api-parts.ts';
import { publicKeyOf } from './play-handlers.ts';

/** The most proposals per answer. */
const MOST_PROPOSALS = 500;

export function guestsOf({ boards, appearance, clock }: Pick<ApiParts, 'boards' | 'appearance' | 'clock'>): Guests {
  return new Guests({
    store: boards.store,
    clock,
    siteName: () => appearance.look.identity.name,
    alike: (name, than) => boards.playerLike(name, than),
  });
}

export function guestHandlers(parts: ApiParts & { readonly guests: Guests }): Handlers<keyof typeof GUEST_ENDPOINTS> {
  const { boards, guests, limits, clock } = parts;
  const { players } = boards;

  /** The guest with a secret, whose requests are counted as changes. @throws {Problem} not-found; too-many-requests. */
  async function changedBy(secret: string, request: HttpRequest): Promise<Guest> {
    const guest = await calledBy(secret, request);
    await limits.guests.changed.take(request.caller);
    return guest;
  }

  function calledBy(secret: string, { caller }: HttpRequest): Promise<Guest> {
    return guests.called(secret, () => limits.failures.take(caller));
  }

  /** The guest who proposes a merge, and the player to merge into. @throws {Problem} not-found; conflict if they did not ask for `into`. */
  async function proposed(username: string, into: string): Promise<{ readonly guest: Guest; readonly player: StoredPlayer }> {
    const guest = await guests.named(username);
    const number = guest && proposedBy(guest, parts.clock());
    if (number === undefined)
      throw new Problem('not-found', 'There is no open merge proposal for this guest. It may have expired.', [
        { field: 'username', rule: 'must be the username of a guest with an open proposal' },
      ]);
    const player = await players.existing(into, 'into');
    if (player.number !== number)
      throw new Problem('conflict', `The guest asked to be merged into another player than "${into}". Nothing was changed.`, [
        { field: 'into', rule: 'must be the player of the proposal' },
      ]);
    return { guest: guest!, player };
  }

  return {
    async createGuest({ body: { name, idempotencyKey }, bounds, by, request }) {
      const { id } = publicKeyOf(by, bounds, request);
      await limits.spend('guests', id, bounds, request.caller);
      return { ...(await guests.create(name, id, idempotencyKey)) };
    },
    async recoverGuest({ body: { code, idempotencyKey }, bounds, by, request }) {
      publicKeyOf(by, bounds, request);
      await limits.guests.recovered.take(request.caller);
      return { ...(await guests.recover(code, idempotencyKey)) };
    },
    async renameGuest({ body: { guest: secret, name }, bounds, by, request }) {
      publicKeyOf(by, bounds, request);
      const guest = await changedBy(secret, request);
      const { username } = guest;
      refuseMerged(guest);
      // The cheapest checks come first.
      withAnother('renamedAt', guest, clock());
      await guests.refuseName(name, username);
      await actAs(by, () => renameGuest(boards, username, name));
      return { username, name };
    },
    async leaveBoard({ body: { guest: secret, board }, bounds, by, request }) {
      publicKeyOf(by, bounds, request, board);
      const guest = await changedBy(secret, request);
      refuseMerged(guest);
      return actAs(by, () => leaveBoard(parts, guest.username, board));
    },
    async guestData({ body: { guest: secret }, bounds, by, request }) {
      publicKeyOf(by, bounds, request);
      const { username, name, createdAt } = await changedBy(secret, request);
      const { notes: _, ...data } = await playerDataAnswer(boards, username, { username, displayName: name, avatar: DEFAULT_AVATAR });
      return { guest: { username, name, created: timeText(createdAt) }, ...data };
    },
    async guestEvents({ body: { guest: secret, board, before }, bounds, by, request }) {
      publicKeyOf(by, bounds, request, board);
      const { username } = await changedBy(secret, request);
      const { name } = boards.board(board);
      const isKnown = (await players.find(username)) !== undefined;
      return isKnown ? playerEventsAnswer(boards, username, name, before) : { board: name, events: [], next: null };
    },
    async eraseGuest({ body: { guest: secret }, bounds, by, request }) {
      const { id } = publicKeyOf(by, bounds, request);
      const { username } = await calledBy(secret, request);
      await limits.guests.erased.take(request.caller, id);
      return { traces: (await actAs(by, () => boards.identities.erase(username))) ? 'gone' : 'later' };
    },
    async proposeMerge({ body: { guest: secret, into }, bounds, by, request }) {
      publicKeyOf(by, bounds, request);
      const { username, name } = await changedBy(secret, request);
      if ((await players.find(username)) === undefined)
        throw new Problem('conflict', 'This guest has no points to merge.', [{ field: 'guest', rule: 'must have points' }]);
      const player = await players.named(into);
      if (player === undefined) throw noSuchPlayer(into, 'into');
      if (player.username === username)
        throw new Problem('conflict', 'This guest is already that player.', [
          { field: 'into', rule: 'must be the name of another player' },
        ]);
      const expires = await guests.propose(username, player.number);
      return { guest: { username, name }, into: namesAnswer(player), expires: timeText(expires) };
    },
    async mergeProposals() {
      const found = await guests.proposals(MOST_PROPOSALS);
      const into = await boards.store.players(found.map(({ proposal }) => proposal!.into));
      return {
        proposals: found.map(({ username, name, proposal }, i) => ({
          guest: { username, name },
          into: namesAnswer(into[i]!),
          expires: timeText(proposal!.until),
        })),
      };
    },
    async decideMerge({ variables: { username }, body: { does, into }, bounds, by }) {
      const { player } = await proposed(username, into);
      if (does === 'accept')
        return { does, ...(await actAs(by, () => mergeGuest(parts, username, player, bounds, () => proposed(username, into)))) };
      await refuseBeyond(parts, username, bounds);
      await guests.decline(username);
      return { does, events: 0 };
    },
  };
}
