import type { AnswerTo, QueryOf } from '../../contract/api.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { ApiEvents } from '../../contract/lookup.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { HELD, heldKey } from '../boards/points/kept-held.ts';
import type { BoardSettings, PlayedEvent } from '../store/stored-values.ts';
import { anyPlayerAnswer } from './parts/any-player.ts';
import { timeBetween } from './parts/board-days.ts';
import { heldAnswer } from './parts/held-answer.ts';
import { voidedAnswer } from './receipt-answer.ts';

/** The most ledger events examined per page. */
const LOOKED_AT = 10_000;

/** The same for one player's events, which are scattered. */
const LOOKED_AT_OF_PLAYER = 2000;

type Found = Awaited<ReturnType<LiveBoards['store']['eventsBefore']>>;

/**
 * Events of a board, newest first by receipt, including those hidden from visitors.
 * @throws {Problem} not-found for an unknown board or player; bad-request for a day skipped in the board's zone.
 */
export async function eventsAnswer(boards: LiveBoards, name: string, question: QueryOf<'events'>): Promise<ApiEvents> {
  const board = boards.board(name);
  const { id, limit } = question;
  const { events, next } = await eventsFound(boards, board, question);
  const held = id === undefined ? undefined : await boards.store.record(HELD, heldKey(name, id).id);
  return {
    board: name,
    events: await eventAnswers(boards, events),
    held: held === undefined ? null : heldAnswer(held),
    next: next ?? null,
    complete: next === undefined || events.length === limit,
  };
}

/** The events with an id, at most one per board. */
export async function foundEventsAnswer(boards: LiveBoards, id: string): Promise<AnswerTo<'findEvents'>> {
  const found = await Promise.all(
    boards.boards().map(async ({ name }) => ({ board: name, event: await boards.store.eventWithId(name, id) })),
  );
  const there = found.flatMap(({ board, event }) => (event === undefined ? [] : [{ board, event }]));
  const events = await eventAnswers(
    boards,
    there.map(({ event }) => event),
  );
  return { events: events.map((event, i) => Object.assign(event, { board: there[i]!.board })) };
}

async function eventAnswers(boards: LiveBoards, events: Found['events']): Promise<ApiEvents['events']> {
  const players = await boards.store.players(events.map(({ player }) => player));
  return events.map(({ id, at, receivedAt, points, activity, counted, voided }, i) => ({
    id,
    at: timeText(at),
    receivedAt: timeText(receivedAt),
    player: anyPlayerAnswer(boards, players[i]!),
    points,
    activity,
    title: boards.catalogue.titleOf(activity),
    counted: [...counted],
    voided: voidedAnswer(voided),
  }));
}

async function eventsFound(boards: LiveBoards, board: BoardSettings, question: QueryOf<'events'>): Promise<Found> {
  const { id, player: username, before, limit } = question;
  const within = timeBetween(question.from, question.until, board.calendar);
  const player = username === undefined ? undefined : (await boards.players.existing(username, 'player')).number;
  if (id !== undefined) {
    const event = await boards.store.eventWithId(board.name, id);
    const isAsked = event !== undefined && event.player === (player ?? event.player) && event.at >= within.from && event.at < within.to;
    return { events: isAsked ? [event] : [], next: undefined };
  }
  if (player !== undefined) return eventsOfPlayer(boards, board, player, { before, limit, ...within });
  return boards.store.eventsBefore(board.name, { before, limit, look: LOOKED_AT, ...within });
}

async function eventsOfPlayer(
  { store }: LiveBoards,
  { name }: BoardSettings,
  player: number,
  { before, limit, from, to }: { readonly before: number | undefined; readonly limit: number; readonly from: number; readonly to: number },
): Promise<Found> {
  const events: PlayedEvent[] = [];
  let last = before;
  for (let looked = 0; looked < LOOKED_AT_OF_PLAYER; looked += limit) {
    const page = await store.eventsOf(name, player, { ...(last !== undefined && { before: last }), limit });
    for (const event of page) {
      if (event.at < from || event.at >= to) continue;
      events.push({ ...event, player });
      if (events.length === limit) return { events, next: event.seq };
    }
    if (page.length < limit) return { events, next: undefined };
    last = page.at(-1)!.seq;
  }
  return { events, next: last };
}
