import type { PlayerPageQuestion, PlayerQuestion } from '../../../contract/live-source.ts';
import type { LiveStanding } from '../../../contract/page-answers.ts';
import type { PlayerPage, Receipt } from '../../../contract/player-answers.ts';
import { timeText } from '../../../contract/moment-text.ts';
import { PERIOD_KINDS, periodContaining, type PeriodKind } from '../../../domain/calendar.ts';
import type { Places } from '../../boards/orders/board-reading.ts';
import type { ReadBoards } from '../../boards/public-boards.ts';
import { type BoardSettings, DEFAULT_AVATAR, type StoredPlayer } from '../../store/stored-values.ts';
import { noSuchPlayer } from '../../http/problem.ts';
import { changeOf } from './rankings-answer.ts';
import { boardAsked, type Dated } from './board-days.ts';

/** A resolved question about a player, except for the username. */
export type PlayerAsked = Readonly<ReturnType<typeof playerAsked>>;

/** The same about the present, possibly with board and period left to where the player has points. */
export type PlayerPageAsked = Readonly<ReturnType<typeof playerPageAsked>>;

/**
 * Resolves a question about a player at `now` (epoch milliseconds).
 * @throws {Problem} as {@link boardAsked}.
 */
export function playerAsked(boards: ReadBoards, question: Dated<PlayerQuestion>, now: number) {
  const { username } = question;
  const asked = boardAsked(boards, question, now);
  // The current day of every board, because pages show places on all boards.
  const days = boards.boards().map(({ calendar }) => periodContaining('daily', now, calendar).start);
  return { ...asked, username, key: JSON.stringify([username, asked.key, days]) };
}

/** Resolves a question about the present, like {@link playerAsked}. @throws {Problem} as {@link boardAsked}. */
export function playerPageAsked(boards: ReadBoards, { period, ...question }: Omit<PlayerPageQuestion, 'at' | 'page'>, now: number) {
  const kind = period === 'auto' ? 'daily' : period;
  const { key, ...asked } = playerAsked(boards, { ...question, period: kind, at: { kind: 'now' } }, now);
  const isBoardChosen = question.board !== '';
  return { ...asked, isAuto: period === 'auto', isBoardChosen, key: JSON.stringify([period, isBoardChosen, key]) };
}

/**
 * The board and kind of period that a question means. By default, the first of today, this week, this month and all time in which the
 * player (by number) has points, on the first board where they have any.
 */
export async function whereAsked(
  boards: ReadBoards,
  { board, kind, isAuto, isBoardChosen }: PlayerPageAsked,
  player: number,
  now: number,
): Promise<{ readonly board: BoardSettings; readonly kind: PeriodKind }> {
  if (!isAuto) return { board, kind };
  for (const one of isBoardChosen ? [board] : [board, ...boards.listed()]) {
    for (const period of PERIOD_KINDS) {
      const [rank] = await boards.reading.ranks(one, period, now, [player]);
      if (rank !== undefined) return { board: one, kind: period };
    }
  }
  return { board, kind };
}

/** A player, and the public reason if they were removed. @throws {Problem} not-found for an unknown or hidden player, alike. */
export async function playerCalled(boards: ReadBoards, username: string) {
  const found = await boards.players.find(username);
  if (found === undefined || found.absence?.state === 'hidden') {
    throw noSuchPlayer(username);
  }
  return { player: found.player, removed: found.absence?.reason };
}

/** The emoji that pages show for a player; `''` for the default one, because initials say more. */
export function shownAvatar({ avatar }: StoredPlayer): string {
  return avatar === DEFAULT_AVATAR ? '' : avatar;
}

/** A player on a board, as pages show them. */
export function shownPlayer(player: StoredPlayer): LiveStanding['player'] {
  return { id: player.username, name: player.displayName, avatar: shownAvatar(player) };
}

export function whoAnswer(player: StoredPlayer): PlayerPage['player'] {
  return { username: player.username, displayName: player.displayName, avatar: shownAvatar(player) };
}

/** The place of the player for whom `places` were chosen, which must include their own. `removed`: why they have none. */
export function placeAnswer({ rank: ownRank, total, standings }: Places, removed: string | undefined): Receipt['place'] {
  if (removed !== undefined) return { kind: 'absent', absence: { reason: 'removed', explanation: removed }, total };
  const own = standings.find(({ rank }) => rank === ownRank);
  if (own === undefined) return { kind: 'absent', absence: { reason: 'no-points' }, total };
  const { rank, points, reachedAt, tie, earlierRank } = own;
  return { kind: 'ranked', rank, points, reachedAt: timeText(reachedAt), tie, change: changeOf(rank, earlierRank), total };
}
