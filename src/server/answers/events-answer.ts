import type { AnswerTo, QueryOf } from '../../contract/api.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { ApiEvents } from '../../contract/lookup.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { HELD, heldKey } from '../boards/points/kept-held.ts';
import { eventsMatching, isMatch } from '../store/matching-events.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import { type AuthorNames, authorAnswers } from './parts/author-answer.ts';
import { anyPlayerAnswer } from './parts/any-player.ts';
import { timeBetween } from './parts/board-days.ts';
import { heldAnswer } from './parts/held-answer.ts';
import { voidedAnswer } from './receipt-answer.ts';

type Found = Awaited<ReturnType<LiveBoards['store']['eventsBefore']>>;

/**
 * Events of a board, newest first by receipt, including those hidden from visitors.
 * @throws {Problem} not-found for an unknown board or player; bad-request for a day skipped in the board's zone.
 */
export async function eventsAnswer(
  boards: LiveBoards,
  authors: AuthorNames,
  name: string,
  question: QueryOf<'events'>,
): Promise<ApiEvents> {
  const board = boards.board(name);
  const { id, limit } = question;
  const { events, next } = await eventsFound(boards, board, question);
  const held = id === undefined ? undefined : await boards.store.record(HELD, heldKey(name, id).id);
  return {
    board: name,
    events: await eventAnswers(boards, authors, events),
    held: held === undefined ? null : heldAnswer(held),
    next: next ?? null,
    complete: next === undefined || events.length === limit,
  };
}

/** The events with an id, at most one per board. */
export async function foundEventsAnswer(boards: LiveBoards, authors: AuthorNames, id: string): Promise<AnswerTo<'findEvents'>> {
  const found = await Promise.all(
    boards.boards().map(async ({ name }) => ({ board: name, event: await boards.store.eventWithId(name, id) })),
  );
  const there = found.flatMap(({ board, event }) => (event === undefined ? [] : [{ board, event }]));
  const events = await eventAnswers(
    boards,
    authors,
    there.map(({ event }) => event),
  );
  return { events: events.map((event, i) => Object.assign(event, { board: there[i]!.board })) };
}

async function eventAnswers(boards: LiveBoards, authors: AuthorNames, events: Found['events']): Promise<ApiEvents['events']> {
  const posted = await authorAnswers(authors, events);
  const players = await boards.store.players(events.map(({ player }) => player));
  return events.map(({ id, at, receivedAt, points, activity, counted, voided }, i) => ({
    id,
    at: timeText(at),
    receivedAt: timeText(receivedAt),
    player: anyPlayerAnswer(boards, players[i]!),
    points,
    author: posted[i]!,
    activity,
    title: boards.catalogue.titleOf(activity),
    counted: [...counted],
    voided: voidedAnswer(voided),
  }));
}

async function eventsFound(boards: LiveBoards, board: BoardSettings, question: QueryOf<'events'>): Promise<Found> {
  const { id, player: username, author: by, import: imported, before, limit } = question;
  const match = {
    ...timeBetween(question.from, question.until, board.calendar),
    player: username === undefined ? undefined : (await boards.players.existing(username, 'player')).number,
    by,
    import: imported,
  };
  if (id === undefined) return eventsMatching(boards.store, board.name, match, { before, limit });
  const event = await boards.store.eventWithId(board.name, id);
  return { events: event !== undefined && isMatch(event, match) ? [event] : [], next: undefined };
}
