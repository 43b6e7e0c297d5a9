// Handlers for plays: for a game without a server, with its public key.
import { randomBytes } from 'node:crypto';

import type { AnswerTo } from '../../../contract/api.ts';
import type { WriteBounds } from '../../../contract/api-key.ts';
import { type Actor, actorText } from '../../../contract/operation/audit.ts';
import { timeText } from '../../../contract/moment-text.ts';
import { type PLAY_ENDPOINTS, PROOF } from '../../../contract/plays.ts';
import { periodContaining, type PeriodSpan } from '../../../domain/calendar.ts';
import { LONGEST_PLAY_SECONDS } from '../../../domain/plausibility.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import { Replays } from '../../boards/points/kept-replays.ts';
import { PlayerFolds } from '../../boards/points/player-folds.ts';
import { addPlay, noSums } from '../../boards/points/player-sums.ts';
import { parseEvent } from '../../boards/points/points-intake.ts';
import { DEFAULT_REPLAYS } from '../../boards/points/points-limits.ts';
import type { HttpRequest } from '../../http/http-message.ts';
import { Problem } from '../../http/problem.ts';
import type { Keyring } from '../../operation/keys/keyring.ts';
import { boardRule } from '../../operation/keys/write-bounds.ts';
import { type Guests, refuseMerged } from '../../guests/guests.ts';
import { PeriodSeeds } from '../../plays/period-seeds.ts';
import { SignedPlays } from '../../plays/signed-plays.ts';
import type { BoardSettings } from '../../store/stored-values.ts';
import { json } from '../json-answer.ts';
import type { Handlers } from '../parsed-call.ts';
import type { RateLimits } from '../rate-limit.ts';

const LONGEST_MS = 1000 * LONGEST_PLAY_SECONDS;

interface PlayingParts {
  readonly boards: LiveBoards;
  readonly keyring?: Pick<Keyring, 'notePosting'>;
  readonly guests: Guests;
  readonly limits: Pick<RateLimits, 'failures' | 'spend'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function playHandlers({ boards, keyring, guests, limits, clock }: PlayingParts): Handlers<keyof typeof PLAY_ENDPOINTS> {
  const plays = new SignedPlays({ store: boards.store, clock });
  const seeds = new PeriodSeeds({ store: boards.store, clock });
  const replays = new Replays(boards.store);

  /** How many plays a player may still finish on a day; `undefined` without a limit. */
  async function leftOn(board: BoardSettings, { start }: PeriodSpan, username: string): Promise<number | undefined> {
    const most = boards.limits.settings(board.name).play?.day ?? undefined;
    const player = most === undefined ? undefined : await boards.store.playerNamed(username);
    if (most === undefined || player === undefined) return most;
    const { days } = await new PlayerFolds({ store: boards.store, empty: noSums, add: addPlay }).of(board, player.number, start);
    return Math.max(0, most - (days.get(start)?.events ?? 0));
  }

  return {
    async beginPlay({ body: { board, guest }, bounds, by, request }) {
      const { id: key } = publicKeyOf(by, bounds, request, board);
      const settings = boards.boardForPoints(board);
      const { name } = settings;
      const player = await guests.called(guest, () => limits.failures.take(request.caller));
      refuseMerged(player);
      // Requests that cannot begin a play must not use the budget.
      await limits.spend('begun plays', key, bounds, request.caller);
      const askedAt = clock();
      const { period, seed, next } = await seeds.current(settings, 'daily');
      const left = await leftOn(settings, period, player.username);
      const { challenge = false, play: ofPlays } = boards.limits.settings(name);
      // The day may have ended meanwhile.
      const begunAt = Math.max(askedAt, period.start);
      const earliestAt = begunAt + 1000 * (ofPlays?.seconds ?? 0);
      const latestAt = challenge ? Math.min(begunAt + LONGEST_MS, boards.closing.countsUntil(period) - 1) : begunAt + LONGEST_MS;
      if (challenge && (left === 0 || latestAt < earliestAt))
        throw new Problem('conflict', left === 0 ? 'No attempt is left today.' : 'Too little is left of today for a play.', [
          { field: 'board', rule: `must have its next challenge, which begins at ${timeText(next.period.start)}` },
        ]);
      const play = {
        id: `play-${randomBytes(12).toString('hex')}`,
        board: name,
        key,
        username: player.username,
        begunAt,
        earliestAt,
        latestAt,
        day: challenge ? period.start : null,
      };
      return {
        play: await plays.sign(play),
        id: play.id,
        board: name,
        username: play.username,
        begun: timeText(begunAt),
        earliest: timeText(earliestAt),
        latest: timeText(latestAt),
        seed,
        day: timeText(period.start),
        left: left ?? null,
      };
    },
    async finishPlay({ variables, body: { points, activity, replay }, bounds, by, request }) {
      const { id: key } = publicKeyOf(by, bounds, request);
      const now = clock();
      const play = await plays.read(variables.play);
      if (play === undefined || play.key !== key)
        throw new Problem('not-found', 'There is no such play, or another key began it.', [
          { field: 'play', rule: 'must be a play that this API key began' },
        ]);
      const board = boards.boardForPoints(play.board);
      publicKeyOf(by, bounds, request, board.name);
      await limits.spend('finished plays', key, bounds, request.caller);
      if (now > play.latestAt && !(await boards.isRecorded(board.name, play.id)))
        throw new Problem('gone', `This play could be finished until ${timeText(play.latestAt)}.`);
      const isKnown = (await boards.store.playerNamed(play.username)) !== undefined;
      // The guest may have been renamed, merged or erased since the play began. The commit checks again, as that can happen until then.
      const guest = await guests.named(play.username);
      refuseMerged(guest);
      const sent = parseEvent(
        {
          id: play.id,
          username: play.username,
          points,
          ...(play.day !== null && { at: timeText(play.begunAt) }),
          ...(activity !== undefined && { activity }),
        },
        now,
      );
      const [submitted] = await boards.commits.submit(board, [
        {
          ...sent,
          // The time at which the budget was spent, however long the event is queued.
          at: sent.at ?? timeText(now),
          // Later plays keep the name, which an operator may have changed.
          ...(!isKnown && { displayName: guest.name }),
          author: { by: actorText(by), import: undefined },
          playSeconds: (now - play.begunAt) / 1000,
        },
      ]);
      if (submitted!.kind === 'refused') throw submitted!.problem;
      keyring?.notePosting(key, now);
      if (replay !== undefined) {
        const { replays: most = DEFAULT_REPLAYS } = boards.limits.settings(board.name);
        const day = play.day ?? periodContaining('daily', play.begunAt, board.calendar).start;
        const { id: event, username } = play;
        await replays.keep({ board, day, isHeld: submitted!.kind === 'held', event, username, points, replay }, most, now);
      }
      if (submitted!.kind === 'held') return json(202, submitted!.answer);
      return json(submitted!.repeated ? 200 : 201, submitted!.report);
    },
    challenge({ request, reader, variables, query: { period: kind = 'daily' } }) {
      const board = reader.boards.board(variables.board);
      const { start } = periodContaining(kind, clock(), board.calendar);
      const answer = async () => {
        const { period, seed, next } = await seeds.current(board, kind);
        const { challenge = false, play } = boards.limits.settings(board.name);
        return {
          board: board.name,
          isOn: challenge,
          attempts: play?.day ?? null,
          period: kind,
          start: timeText(period.start),
          seed,
          next: { start: timeText(next.period.start), end: timeText(next.period.end), hash: next.hash },
          proof: PROOF,
        } satisfies AnswerTo<'challenge'>;
      };
      return reader.cached(request, `challenge ${board.name} ${kind} ${start}`, answer, 'quick');
    },
    async replay({ variables: { board, event } }) {
      const body = await replays.find(boards.board(board).name, event);
      if (body === undefined)
        throw new Problem('not-found', 'No replay of this event is kept.', [
          { field: 'event', rule: 'must be the id of a play whose replay is kept' },
        ]);
      return {
        status: 200,
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          'content-disposition': `attachment; filename="${event}.txt"`,
          'cache-control': 'private, no-store',
        },
        body,
      };
    },
  };
}

/** The key that a game contains. @throws {Problem} forbidden for another caller, or from a web site or for a board that the key is not for. */
export function publicKeyOf({ kind, id }: Actor, bounds: WriteBounds, { header }: HttpRequest, board?: string): { readonly id: string } {
  if (kind !== 'key' || id === null)
    throw new Problem('forbidden', 'Plays need a public key. Create one with "laurels keys add NAME --role play".');
  const [origin, { origins }] = [header('origin'), bounds];
  if (origin !== null && origins !== undefined && !origins.includes(origin))
    throw new Problem('forbidden', `This API key may not be used on ${origin}.`, [
      { field: 'Origin', rule: `must be ${origins.join(' or ')} with this API key` },
    ]);
  const rule = board === undefined ? undefined : boardRule(bounds, board);
  if (rule !== undefined) throw new Problem('forbidden', `This API key is not for the board "${board}".`, [{ field: 'board', rule }]);
  return { id };
}
