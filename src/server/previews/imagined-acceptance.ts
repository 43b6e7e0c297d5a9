import { PERIOD_KINDS, periodContaining } from '../../domain/calendar.ts';
import { exactScore } from '../../domain/scoring.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { keyOf } from '../ranking/period-key.ts';
import { orderKey } from '../ranking/player-order.ts';
import { DEFAULT_AVATAR, type StoredPlayer } from '../store/stored-values.ts';
import type { OrderChange } from './consequences.ts';
import type { Imagined } from './previewed.ts';

/**
 * What accepting held points would do: their player has more, or is new.
 * @throws {Problem} as `HeldPoints.accept`.
 */
export async function imaginedAcceptance(boards: LiveBoards, id: string): Promise<Imagined> {
  const { held, state, event, player: known } = await boards.held.waiting(id);
  const board = boards.boardForPoints(held.board);
  const subject = [`held points ${id}`, state] as const;
  const player = known ?? (await newcomer(boards, event));
  if (known !== undefined && !boards.players.isShown(known.number)) return { subject, changes: [] };
  const changes: OrderChange[] = [];
  for (const kind of PERIOD_KINDS) {
    const period = periodContaining(kind, event.at, board.calendar);
    const key = keyOf(board.name, period);
    if (!boards.closing.counts(board.name, period, event.receivedAt) || (await isClosed(boards, key))) continue;
    const before = known && (await boards.store.scoreOf(key, known.number));
    const total = exactScore(board.scoring, board.direction, before, event);
    if (total === undefined) continue;
    const order = await boards.reading.orderOf(board, period, [player.number]);
    const rank = order.rankOf(player.number);
    const points = orderKey(board, total.points);
    changes.push({
      board,
      period,
      order,
      left: rank === undefined ? [] : [{ player: player.number, rank }],
      come: [{ player: player.number, points, before: order.countBefore(player.number, points, total.reachedAt) }],
      ...(known === undefined && { newcomer: player }),
    });
  }
  return { subject, changes };
}

/** Somebody as they would be known: the next to join. */
async function newcomer(
  { store }: LiveBoards,
  { username, displayName, avatar }: Awaited<ReturnType<LiveBoards['held']['waiting']>>['event'],
): Promise<StoredPlayer> {
  const number = (await store.playerCount()) + 1;
  return { number, username, displayName: displayName ?? username, avatar: avatar ?? DEFAULT_AVATAR };
}

async function isClosed({ store }: LiveBoards, key: ReturnType<typeof keyOf>): Promise<boolean> {
  return (await store.finalStandings(key, 1, 0)) !== undefined;
}
