import type { BoardChanges } from '../boards/points/board-changes.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-message.ts';
import { inTime } from '../http/in-time.ts';
import { passingProblem } from '../http/problem.ts';
import type { PointsStore } from '../store/points-store.ts';

/** The header with the position an answer is based on, and the minimum position of a request. Browsers use cookies instead. */
const POSITION = 'laurels-position';

/** A position cookie; the position is in its name. */
const COOKIE = new RegExp(`^ *${POSITION}-(\\w+-\\d{1,15})=.`);

/** How long a request waits for this process to catch up, in milliseconds. */
const PATIENCE_MS = 1000;

export interface SeenPositionsParts {
  readonly changes: Pick<BoardChanges, 'position' | 'mark'>;
  readonly store: Pick<PointsStore, 'catchUp' | 'history'>;
  readonly isSecure: (request: HttpRequest) => boolean;
}

export type SeenPositions = ReturnType<typeof createSeenPositions>;

/**
 * Monotonic reads across several processes. Positions are marks (`BoardChanges.mark`); those of another database are ignored, and
 * impossible ones replaced.
 */
export function createSeenPositions({ changes, store, isSecure }: SeenPositionsParts) {
  /** Requests with a position beyond the database: made up, or from before a restore. */
  const mistaken = new WeakSet<HttpRequest>();

  /** Waits until this process has reached the request's position, in its header, cookies or `heard`. @throws {Problem} unavailable on timeout. */
  async function reached(request: HttpRequest, heard: string | null = null): Promise<void> {
    const seen = [request.header(POSITION), heard, ...cookiesOf(request)].map((mark) => positionIn(mark));
    const latest = Math.max(...seen);
    if (latest <= changes.position()) return;
    const late = () => passingProblem('unavailable', 'This server is still catching up. Try again.', 1);
    // Any database failure means not caught up.
    const caughtUp = store.catchUp().catch(() => Promise.reject(late()));
    await inTime(caughtUp, PATIENCE_MS, late);
    if (latest > changes.position()) mistaken.add(request);
  }

  /** The position header and cookies; `isPrivate`: no shared cache may keep the answer. */
  function marks(
    request: HttpRequest,
    isPrivate: boolean,
  ): { readonly headers: HttpAnswer['headers']; readonly cookies: readonly string[] } {
    return { headers: { [POSITION]: changes.mark() }, cookies: cookies(request, isPrivate) };
  }

  /** Adds the position to an answer; one with a cookie becomes private. */
  function told(request: HttpRequest, answer: HttpAnswer): HttpAnswer {
    const caching = answer.headers['cache-control'] ?? '';
    const { headers: added, cookies: kept } = marks(request, caching.startsWith('private'));
    const headers = { ...answer.headers, ...added };
    if (kept.length === 0) return { ...answer, headers };
    const own = caching.startsWith('public') && { 'cache-control': caching.replace('public', 'private') };
    return { ...answer, headers: { ...headers, ...own }, cookies: [...kept, ...(answer.cookies ?? [])] };
  }

  /**
   * Cookies to set and delete. Each position is a cookie of its own, deleted only once a later one is set: with a single cookie, an
   * older answer arriving last would move it back.
   */
  function cookies(request: HttpRequest, isPrivate: boolean): readonly string[] {
    const kept = cookiesOf(request);
    // Set a first cookie only with pages, because programs keep none.
    if (!isPrivate && kept.length === 0) return [];
    const mark = changes.mark();
    const newest = kept.toSorted((a, b) => positionIn(b) - positionIn(a))[0];
    const isMistaken = mistaken.has(request);
    const latest = !isMistaken && newest !== undefined && positionIn(newest) >= changes.position() ? newest : mark;
    const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure(request) ? '; Secure' : ''}`;
    const stale = kept.filter((other) => other !== latest).map((other) => `${POSITION}-${other}=; Max-Age=0; ${attributes}`);
    return latest === newest ? stale : [`${POSITION}-${latest}=1; ${attributes}`, ...stale];
  }

  /** -1 for positions of other databases. */
  function positionIn(mark: string | null): number {
    const [, history, position] = /^(\w+)-(\d{1,15})$/.exec(mark ?? '') ?? [];
    return history === store.history ? Number(position) : -1;
  }

  return { reached, marks, told };
}

function cookiesOf(request: HttpRequest): readonly string[] {
  const cookies = request.header('cookie')?.split(';') ?? [];
  return cookies.flatMap((cookie) => COOKIE.exec(cookie)?.[1] ?? []);
}
