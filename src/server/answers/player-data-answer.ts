import type { PlayerData, PlayerEvents } from '../../contract/operation/players.ts';
import { timeText } from '../../contract/moment-text.ts';
import { ENDING_KINDS, PERIOD_KINDS } from '../../domain/calendar.ts';
import { keptHeld } from '../boards/points/kept-held.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { noSuchPlayer } from '../http/problem.ts';
import type { StoredRecord } from '../store/records.ts';
import { type BoardSettings, DEFAULT_AVATAR } from '../store/stored-values.ts';
import { namesAnswer } from './parts/any-player.ts';
import { boardAnswer } from './parts/board-answer.ts';
import { dayOf } from './parts/board-days.ts';
import { heldAnswer } from './parts/held-answer.ts';
import { voidedAnswer } from './receipt-answer.ts';

const PAGE = 1000;

/** Everything stored about a player except events. `guest`: names of one who may be unknown. @throws {Problem} not-found. */
export async function playerDataAnswer(boards: LiveBoards, username: string, guest?: PlayerData['player']): Promise<PlayerData> {
  const held = await boards.held.of(username);
  const known = await boards.players.find(username);
  if (known === undefined) {
    const player = guest ?? heldName(username, held);
    return { player, visibility: { state: 'shown', reason: null }, held: held.map(heldAnswer), notes: [], boards: [] };
  }
  const { player, absence } = known;
  const onBoards: PlayerData['boards'] = [];
  for (const board of boards.boards()) {
    const [latest] = await boards.store.eventsOf(board.name, player.number, { limit: 1 });
    if (latest !== undefined) onBoards.push(await onBoard(boards, board, player.number));
  }
  return {
    player: namesAnswer(player),
    visibility: { state: absence?.state ?? 'shown', reason: absence?.state === 'removed' ? absence.reason : null },
    held: held.map(heldAnswer),
    notes: [...(await boards.notes.of(player.number))],
    boards: onBoards,
  };
}

/** The latest name of a player whose points are all on hold. @throws {Problem} not-found if there are none. */
function heldName(asked: string, [latest]: readonly StoredRecord[]): PlayerData['player'] {
  if (latest === undefined) throw noSuchPlayer(asked);
  const { username, displayName = username, avatar = DEFAULT_AVATAR } = keptHeld(latest).event;
  return { username, displayName, avatar };
}

async function onBoard({ store }: LiveBoards, board: BoardSettings, player: number): Promise<PlayerData['boards'][number]> {
  const { name, calendar } = board;
  const totals: PlayerData['boards'][number]['totals'] = [];
  for (const kind of PERIOD_KINDS) {
    for (const { start, points } of await store.totalsSince(name, kind, player, -Infinity))
      totals.push({ kind, from: Number.isFinite(start) ? dayOf(start, calendar) : null, points });
  }
  const finalRanks: PlayerData['boards'][number]['finalRanks'] = [];
  for (const kind of ENDING_KINDS) {
    for (const { start, rank, total, points } of await store.finalPlaces(name, kind, player))
      finalRanks.push({ kind, from: dayOf(start, calendar), rank, total, points });
  }
  return { board: boardAnswer(board), totals, finalRanks };
}

/** A page of a player's events; `before` is the `next` of the previous page. @throws {Problem} not-found for an unknown player or board. */
export async function playerEventsAnswer(
  boards: LiveBoards,
  username: string,
  boardName: string,
  before: number | undefined,
): Promise<PlayerEvents> {
  const { name } = boards.board(boardName);
  const player = await boards.players.existing(username);
  const events = await boards.store.eventsOf(name, player.number, { ...(before !== undefined && { before }), limit: PAGE });
  return {
    board: name,
    events: events.map(({ id, points, at, receivedAt, activity, counted, voided }) => ({
      id,
      points,
      at: timeText(at),
      receivedAt: timeText(receivedAt),
      activity,
      counted: [...counted],
      voided: voidedAnswer(voided),
    })),
    next: events.length < PAGE ? null : events.at(-1)!.seq,
  };
}
