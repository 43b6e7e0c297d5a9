import type { BoardChanges } from '../boards/points/board-changes.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-message.ts';
import { inTime } from '../http/in-time.ts';
import { passingProblem } from '../http/problem.ts';
import type { PointsStore } from '../store/points-store.ts';

/** The header in which an answer says how far its process has followed the store, and a request how far it must have. Browsers keep it in cookies. */
const POSITION = 'laurels-position';

/** A cookie of a position, which its name tells. */
const COOKIE = new RegExp(`^ *${POSITION}-(\\w+-\\d{1,15})=.`);

/** How long a request waits until what its visitor has seen is known here, in milliseconds. */
const PATIENCE_MS = 1000;

/** What positions are known from. */
export interface SeenPositionsParts {
  readonly changes: Pick<BoardChanges, 'position' | 'mark'>;
  readonly store: Pick<PointsStore, 'catchUp' | 'history'>;
  /** Whether a request came over HTTPS. */
  readonly isSecure: (request: HttpRequest) => boolean;
}

export type SeenPositions = ReturnType<typeof createSeenPositions>;

/**
 * What visitors and callers have seen where several processes answer them: nobody is shown what is older. Positions are
 * marks of the boards (`BoardChanges.mark`); one of another database says nothing, and one that there is not is replaced.
 */
export function createSeenPositions({ changes, store, isSecure }: SeenPositionsParts) {
  /** Those that name what there is not, although everything is followed: it was made up, or the database was restored from a backup since. */
  const mistaken = new WeakSet<HttpRequest>();

  /**
   * Resolves once all is known here that a request names: in its header or cookie, or as the last change it heard of
   * (`heard`).
   * @throws {Problem} unavailable if that takes too long.
   */
  async function reached(request: HttpRequest, heard: string | null = null): Promise<void> {
    const seen = [request.header(POSITION), heard, ...cookiesOf(request)].map((mark) => positionIn(mark));
    const latest = Math.max(...seen);
    if (latest <= changes.position()) return;
    const late = () => passingProblem('unavailable', 'What you have seen already has not arrived here yet. Try again.', 1);
    // Whatever the database fails with, what was seen is not known here.
    const caughtUp = store.catchUp().catch(() => Promise.reject(late()));
    await inTime(caughtUp, PATIENCE_MS, late);
    if (latest > changes.position()) mistaken.add(request);
  }

  /** The header that tells how far it is followed here now, and cookies; `isPrivate`: of an answer that no cache may keep for others. */
  function marks(
    request: HttpRequest,
    isPrivate: boolean,
  ): { readonly headers: HttpAnswer['headers']; readonly cookies: readonly string[] } {
    return { headers: { [POSITION]: changes.mark() }, cookies: cookies(request, isPrivate) };
  }

  /** An answer that also tells how far it is followed here. One with a cookie is for nobody else. */
  function told(request: HttpRequest, answer: HttpAnswer): HttpAnswer {
    const caching = answer.headers['cache-control'] ?? '';
    const { headers: added, cookies: kept } = marks(request, caching.startsWith('private'));
    const headers = { ...answer.headers, ...added };
    if (kept.length === 0) return { ...answer, headers };
    const own = caching.startsWith('public') && { 'cache-control': caching.replace('public', 'private') };
    return { ...answer, headers: { ...headers, ...own }, cookies: [...kept, ...(answer.cookies ?? [])] };
  }

  /**
   * What a browser is to keep and to delete; `isPrivate`: with an answer that no cache may keep for others. Each position
   * is a cookie of its own, and goes only where a later one is kept: answers to parallel requests arrive in any order, and
   * were there one cookie, an older answer that arrives last would set it back.
   */
  function cookies(request: HttpRequest, isPrivate: boolean): readonly string[] {
    const kept = cookiesOf(request);
    // Programs keep no cookies: who has none gets one with a page.
    if (!isPrivate && kept.length === 0) return [];
    const mark = changes.mark();
    const newest = kept.toSorted((a, b) => positionIn(b) - positionIn(a))[0];
    const isMistaken = mistaken.has(request);
    const latest = !isMistaken && newest !== undefined && positionIn(newest) >= changes.position() ? newest : mark;
    const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure(request) ? '; Secure' : ''}`;
    const stale = kept.filter((other) => other !== latest).map((other) => `${POSITION}-${other}=; Max-Age=0; ${attributes}`);
    return latest === newest ? stale : [`${POSITION}-${latest}=1; ${attributes}`, ...stale];
  }

  /** -1 for what is no position of this database. */
  function positionIn(mark: string | null): number {
    const [, history, position] = /^(\w+)-(\d{1,15})$/.exec(mark ?? '') ?? [];
    return history === store.history ? Number(position) : -1;
  }

  return { reached, marks, told };
}

/** The marks that a browser keeps. */
function cookiesOf(request: HttpRequest): readonly string[] {
  const cookies = request.header('cookie')?.split(';') ?? [];
  return cookies.flatMap((cookie) => COOKIE.exec(cookie)?.[1] ?? []);
}
