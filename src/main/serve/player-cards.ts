import { UnknownPlayer, type LiveSource } from '../../contract/live-source.ts';
import type { PlayerPage } from '../../contract/player-answers.ts';
import type { PlayerCard } from '../../contract/player-card.ts';
import { parseView, viewToSearch } from '../../contract/view.ts';
import { entityTag } from '../../server/http/bodies/entity-tag.ts';
import { createFairQueue, type QueueBounds } from '../../server/http/fair-queue.ts';
import type { HttpHandler } from '../../server/http/http-message.ts';
import { Problem } from '../../server/http/problem.ts';
import { readAnswer, refuseWriting } from '../../server/http/read-answer.ts';
import { createRevisionCache } from '../../server/http/bodies/revision-cache.ts';
import { cardPath, parseCardPath } from '../../web/live/links/addresses.ts';

/** How many bytes of pictures are kept, some hundred of them. */
const ROOM_BYTES = 8 * 1024 * 1024;

/**
 * One takes some 40 ms of a thread of its own, so that nobody waits for the last of their own for much longer than a
 * second. The thread draws one at a time, and has the next ones there when it is done.
 */
const DRAWINGS: QueueBounds = { atOnce: 4, perCaller: 24, inAll: 240 };

/** What a picture says is read in a millisecond of the thread that takes points. */
const READINGS: QueueBounds = { atOnce: 1, perCaller: 512, inAll: 4096 };

/** Whoever shows links keeps pictures for longer anyway, and a rank of minutes ago is still one to show. */
const CACHE_FOR_MINUTES = 'public, max-age=300';

export interface PlayerCardsParts {
  readonly source: LiveSource;
  /** What the picture of a player says; `undefined` where there is to be none. */
  readonly cardOf: (page: PlayerPage) => PlayerCard | undefined;
  /** A word for how the site looks now. */
  readonly look: () => string;
  /** The picture, as PNG. */
  readonly draw: (card: PlayerCard) => Promise<Uint8Array<ArrayBuffer>>;
}

/** What is asked for here, as `AnsweredRequest` says it. */
const ROUTE = 'picture';

interface Picture {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly size: number;
}

/** Answers requests for the pictures of players, read and drawn for one caller after the other, and leaves all others to `pages`. */
export function createPlayerCards({ source, cardOf, look, draw }: PlayerCardsParts, pages: HttpHandler): HttpHandler {
  // Kept by what they say, which nothing that happens makes untrue.
  const cache = createRevisionCache<Picture>(() => 'always', ROOM_BYTES);
  const readings = createFairQueue<PlayerPage>(READINGS);
  const drawings = createFairQueue<Picture>(DRAWINGS);

  async function picture(card: PlayerCard): Promise<Picture> {
    const body = await draw(card);
    return { body, etag: entityTag(body), size: body.length };
  }

  return async (request) => {
    const [pathname = ''] = request.target.split('?', 1);
    const username = parseCardPath(pathname);
    if (username === undefined) return pages(request);
    refuseWriting(request, 'Pictures');
    const { board } = parseView(request.target.slice(pathname.length));
    const { caller, isGone } = request;
    const read = () => source.player({ username, board, period: 'daily', at: '' });
    const reading = readings.get({ caller, what: JSON.stringify([username, board]), work: read, isGone });
    const page = await reading.catch((error: unknown) => {
      throw error instanceof UnknownPlayer ? noPicture() : error;
    });
    const card = cardOf(page);
    if (card === undefined) throw noPicture();
    const headers = {
      'cache-control': CACHE_FOR_MINUTES,
      // It is made to be shown elsewhere.
      'cross-origin-resource-policy': 'cross-origin',
    };
    const spelled = page.player.username;
    if (spelled !== username) {
      return { status: 308, headers: { ...headers, location: cardPath(spelled) + viewToSearch({ board }) }, body: null, route: ROUTE };
    }
    const what = JSON.stringify([card, look()]);
    const draws = () => cache.get(what, () => picture(card));
    const { body, etag } = await (cache.known(what) ?? drawings.get({ caller, what, work: draws, isGone }));
    return readAnswer(request, { headers: { ...headers, etag }, type: 'image/png', body, route: ROUTE });
  };
}

/** One answer for whoever has no picture: it says nothing of why. */
function noPicture(): Problem {
  return new Problem('not-found', 'There is no picture at this address.');
}
