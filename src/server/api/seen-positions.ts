import type { BoardChanges } from '../boards/points/board-changes.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-message.ts';
import { inTime } from '../http/in-time.ts';
import { Problem } from '../http/problem.ts';
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

/**
 * What visitors and callers have seen where several processes answer them: nobody is shown what is older. Positions are
 * marks of the boards (`BoardChanges.mark`); one of another database says nothing, and one that there is not is replaced.
 */
export class SeenPositions {
  readonly #parts: SeenPositionsParts;
  /** Those that name what there is not, although everything is followed: it was made up, or the database was restored from a backup since. */
  readonly #mistaken = new WeakSet<HttpRequest>();

  constructor(parts: SeenPositionsParts) {
    this.#parts = parts;
  }

  /**
   * Resolves once all is known here that a request names: in its header or cookie, or as the last change it heard of
   * (`heard`).
   * @throws {Problem} unavailable if that takes too long.
   */
  async reached(request: HttpRequest, heard: string | null = null): Promise<void> {
    const { changes, store } = this.#parts;
    const seen = [request.header(POSITION), heard, ...cookiesOf(request)].map((mark) => this.#positionIn(mark));
    const latest = Math.max(...seen);
    if (latest <= changes.position()) return;
    const late = () =>
      new Problem('unavailable', 'What you have seen already has not arrived here yet. Try again.', [], { 'retry-after': '1' });
    // Whatever the database fails with, what was seen is not known here.
    const caughtUp = store.catchUp().catch(() => Promise.reject(late()));
    await inTime(caughtUp, PATIENCE_MS, late);
    if (latest > changes.position()) this.#mistaken.add(request);
  }

  /** The header that tells how far it is followed here now, and cookies; `isPrivate`: of an answer that no cache may keep for others. */
  marks(request: HttpRequest, isPrivate: boolean): { readonly headers: HttpAnswer['headers']; readonly cookies: readonly string[] } {
    return { headers: { [POSITION]: this.#parts.changes.mark() }, cookies: this.#cookies(request, isPrivate) };
  }

  /** An answer that also tells how far it is followed here. One with a cookie is for nobody else. */
  told(request: HttpRequest, answer: HttpAnswer): HttpAnswer {
    const caching = answer.headers['cache-control'] ?? '';
    const { headers: added, cookies } = this.marks(request, caching.startsWith('private'));
    const headers = { ...answer.headers, ...added };
    if (cookies.length === 0) return { ...answer, headers };
    const own = caching.startsWith('public') && { 'cache-control': caching.replace('public', 'private') };
    return { ...answer, headers: { ...headers, ...own }, cookies: [...cookies, ...(answer.cookies ?? [])] };
  }

  /**
   * What a browser is to keep and to delete; `isPrivate`: with an answer that no cache may keep for others. Each position
   * is a cookie of its own, and goes only where a later one is kept: answers to parallel requests arrive in any order, and
   * were there one cookie, an older answer that arrives last would set it back.
   */
  #cookies(request: HttpRequest, isPrivate: boolean): readonly string[] {
    const { changes, isSecure } = this.#parts;
    const kept = cookiesOf(request);
    // Programs keep no cookies: who has none gets one with a page.
    if (!isPrivate && kept.length === 0) return [];
    const mark = changes.mark();
    const newest = kept.toSorted((a, b) => this.#positionIn(b) - this.#positionIn(a))[0];
    const isMistaken = this.#mistaken.has(request);
    const latest = !isMistaken && newest !== undefined && this.#positionIn(newest) >= changes.position() ? newest : mark;
    const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure(request) ? '; Secure' : ''}`;
    const stale = kept.filter((other) => other !== latest).map((other) => `${POSITION}-${other}=; Max-Age=0; ${attributes}`);
    return latest === newest ? stale : [`${POSITION}-${latest}=1; ${attributes}`, ...stale];
  }

  /** -1 for what is no position of this database. */
  #positionIn(mark: string | null): number {
    const [, history, position] = /^(\w+)-(\d{1,15})$/.exec(mark ?? '') ?? [];
    return history === this.#parts.store.history ? Number(position) : -1;
  }
}

/** The marks that a browser keeps. */
function cookiesOf(request: HttpRequest): readonly string[] {
  const cookies = request.header('cookie')?.split(';') ?? [];
  return cookies.flatMap((cookie) => COOKIE.exec(cookie)?.[1] ?? []);
}
