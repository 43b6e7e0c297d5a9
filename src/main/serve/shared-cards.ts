import type { BoardCard } from '../../contract/board-card.ts';
import { UnknownBoard, UnknownPlayer, type LiveSource } from '../../contract/live-source.ts';
import type { LiveBoardView } from '../../contract/page-answers.ts';
import type { PlayerPage } from '../../contract/player-answers.ts';
import type { PlayerCard } from '../../contract/player-card.ts';
import { parseView, viewToSearch } from '../../contract/view.ts';
import { UnknownMoment } from '../../contract/when.ts';
import { entityTag } from '../../server/http/bodies/entity-tag.ts';
import { createFairQueue, type QueueBounds } from '../../server/http/fair-queue.ts';
import type { HttpHandler, HttpRequest } from '../../server/http/http-message.ts';
import { Problem } from '../../server/http/problem.ts';
import { readAnswer, refuseWriting } from '../../server/http/read-answer.ts';
import { createRevisionCache } from '../../server/http/bodies/revision-cache.ts';
import type { SharedCard } from '../../server/pictures/picture.ts';
import { leaderboardQuestion } from '../../web/live/asking/live-questions.ts';
import { BOARD_CARD_PATH, cardPath, parseCardPath } from '../../web/live/links/addresses.ts';

/** The size of the picture cache in bytes: about a hundred pictures. */
const ROOM_BYTES = 8 * 1024 * 1024;

/**
 * A picture takes about 40 ms on its own thread, so no caller waits much longer than a second for the last of theirs. The thread draws one
 * at a time, while the next ones wait.
 */
const DRAWINGS: QueueBounds = { atOnce: 4, perCaller: 24, inAll: 240 };

/** Reading the contents of a picture takes a millisecond of the thread that answers requests. */
const READINGS: QueueBounds = { atOnce: 1, perCaller: 512, inAll: 4096 };

/** Sites that show links cache pictures for longer anyway. */
const CACHE_FOR_MINUTES = 'public, max-age=300';

export interface SharedCardsParts {
  readonly source: LiveSource;
  /** The contents of a player's picture; `undefined` for a removed player, who has none. */
  readonly playerCard: (page: PlayerPage) => PlayerCard | undefined;
  readonly boardCard: (view: LiveBoardView) => BoardCard;
  /** Changes with the look of the site. */
  readonly look: () => string;
  readonly draw: (card: SharedCard) => Promise<Uint8Array<ArrayBuffer>>;
}

/** As in `AnsweredRequest`. */
const ROUTE = 'picture';

interface Picture {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly size: number;
}

/** Answers requests for the pictures of players and boards, callers taking turns, and passes all others to `pages`. */
export function createSharedCards({ source, playerCard, boardCard, look, draw }: SharedCardsParts, pages: HttpHandler): HttpHandler {
  // The key is the picture's whole content, so no entry becomes stale.
  const cache = createRevisionCache<Picture>(() => 'always', ROOM_BYTES);
  const readings = createFairQueue<SharedCard | { readonly kind: 'moved'; readonly to: string }>(READINGS);
  const drawings = createFairQueue<Picture>(DRAWINGS);

  async function picture(card: SharedCard): Promise<Picture> {
    const body = await draw(card);
    return { body, etag: entityTag(body), size: body.length };
  }

  async function readPlayer(username: string, board: string) {
    const page = await source.player({ username, board, period: 'daily', at: '' });
    const card = playerCard(page);
    if (card === undefined) throw noPicture();
    const spelled = page.player.username;
    if (spelled !== username) return { kind: 'moved', to: cardPath(spelled) + viewToSearch({ board }) } as const;
    return { kind: 'player', card } as const;
  }

  /** The read needed for a request; `undefined` if it is not for a picture. */
  function readingFor({ target }: HttpRequest) {
    const [pathname = ''] = target.split('?', 1);
    const view = parseView(target.slice(pathname.length));
    if (pathname === BOARD_CARD_PATH) {
      const question = { ...leaderboardQuestion(view), q: '', page: 1 };
      return { what: question, work: async () => ({ kind: 'board', card: boardCard(await source.rankings(question)) }) as const };
    }
    const username = parseCardPath(pathname);
    return username === undefined ? undefined : { what: [username, view.board], work: () => readPlayer(username, view.board) };
  }

  return async (request) => {
    const reading = readingFor(request);
    if (reading === undefined) return pages(request);
    refuseWriting(request, 'Pictures');
    const { caller, isGone } = request;
    const found = readings.get({ caller, what: JSON.stringify(reading.what), work: reading.work, isGone });
    const card = await found.catch((error: unknown) => {
      throw error instanceof UnknownPlayer || error instanceof UnknownBoard || error instanceof UnknownMoment ? noPicture() : error;
    });
    const headers = {
      'cache-control': CACHE_FOR_MINUTES,
      // Other sites embed it.
      'cross-origin-resource-policy': 'cross-origin',
    };
    if (card.kind === 'moved') return { status: 308, headers: { ...headers, location: card.to }, body: null, route: ROUTE };
    const what = JSON.stringify([card, look()]);
    const draws = () => cache.get(what, () => picture(card));
    const { body, etag } = await (cache.known(what) ?? drawings.get({ caller, what, work: draws, isGone }));
    return readAnswer(request, { headers: { ...headers, etag }, type: 'image/png', body, route: ROUTE });
  };
}

/** The same answer for any reason, so that it reveals nothing about hidden players. */
function noPicture(): Problem {
  return new Problem('not-found', 'There is no picture at this address.');
}
