import type { AnswerTo } from '../../contract/api.ts';
import { LEDGER_CURSOR } from '../../contract/operation/ledger.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import type { AuthoredEvent, StoredPlayer } from '../store/stored-values.ts';
import { type AuthorNames, authorAnswers } from './parts/author-answer.ts';
import { namesAnswer } from './parts/any-player.ts';
import { voidedAnswer } from './receipt-answer.ts';

/** The target number of events per page. */
const PAGE = 1000;

/** Players per lookup and page, because on a small board most players have no events. */
const PLAYERS_AT_ONCE = 1000;
const PLAYERS_OF_PAGE = 10_000;

/**
 * A page of all events of a board, by player in the order they joined, newest first within a player. `cursor` is the `next` of the
 * previous page.
 * @throws {Problem} not-found for an unknown board.
 */
export async function ledgerAnswer(
  boards: LiveBoards,
  authors: AuthorNames,
  boardName: string,
  cursor: string | undefined,
): Promise<AnswerTo<'ledger'>> {
  const { store } = boards;
  const { name } = boards.board(boardName);
  const [, player = '1', seq] = LEDGER_CURSOR.exec(cursor ?? '') ?? [];
  const begin = Number(player);
  const count = await store.playerCount();
  const end = Math.min(count + 1, begin + PLAYERS_OF_PAGE);
  const found: { readonly player: StoredPlayer; readonly event: AuthoredEvent }[] = [];
  const page = async (next: string | null): Promise<AnswerTo<'ledger'>> => {
    const posted = await authorAnswers(
      authors,
      found.map(({ event }) => event),
    );
    const events = found.map(({ player: of, event: { id, points, at, receivedAt, activity, voided } }, i) => ({
      id,
      at: timeText(at),
      receivedAt: timeText(receivedAt),
      points,
      activity,
      author: posted[i]!,
      voided: voidedAnswer(voided),
      ...namesAnswer(of),
    }));
    return { board: name, events, next };
  };
  let before = seq === undefined ? undefined : Number(seq);
  for (let first = begin; first < end; first += PLAYERS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(PLAYERS_AT_ONCE, end - first) }, (_, i) => first + i);
    for (const one of await store.players(numbers)) {
      if (found.length >= PAGE) return page(String(one.number));
      const limit = PAGE - found.length;
      const theirs = await store.eventsOf(name, one.number, { ...(before !== undefined && { before }), limit });
      before = undefined;
      for (const event of theirs) found.push({ player: one, event });
      if (theirs.length === limit) return page(`${one.number}-${theirs.at(-1)!.seq}`);
    }
  }
  return page(end > count ? null : String(end));
}
