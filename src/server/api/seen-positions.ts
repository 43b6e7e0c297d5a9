import type { BoardChanges } from '../boards/points/board-changes.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-message.ts';
import { Problem } from '../http/problem.ts';
import type { PointsStore } from '../store/points-store.ts';

/** The header in which an answer says how far its process has followed the store, and a request how far it must have. Browsers keep it as a cookie. */
const POSITION = 'laurels-position';

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
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<'too late'>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, 'too late');
    });
    // Whatever the database fails with, what was seen is not known here.
    const caughtUp = store.catchUp().catch(() => 'too late' as const);
    try {
      if ((await Promise.race([caughtUp, tooLate])) === 'too late')
        throw new Problem('unavailable', 'What you have seen already has not arrived here yet. Try again.', [], { 'retry-after': '1' });
    } finally {
      clearTimeout(timer);
    }
    if (latest > changes.position()) this.#mistaken.add(request);
  }

  /** The headers that tell how far it is followed here now; `isPrivate`: of an answer that no cache may keep for others. */
  headers(request: HttpRequest, isPrivate: boolean): Readonly<Record<string, string>> {
    const { changes, isSecure } = this.#parts;
    const mark = changes.mark();
    const cookies = cookiesOf(request);
    // Programs keep no cookies: who has none gets one with a page.
    const isVisitor = isPrivate || cookies.length > 0;
    const isKept = !this.#mistaken.has(request) && cookies.some((cookie) => this.#positionIn(cookie) >= changes.position());
    if (!isVisitor || isKept) return { [POSITION]: mark };
    const cookie = `${POSITION}=${mark}; Path=/; HttpOnly; SameSite=Lax${isSecure(request) ? '; Secure' : ''}`;
    return { [POSITION]: mark, 'set-cookie': cookie };
  }

  /** An answer that also tells how far it is followed here. One with a cookie is for nobody else. */
  told(request: HttpRequest, answer: HttpAnswer): HttpAnswer {
    const caching = answer.headers['cache-control'] ?? '';
    const added = this.headers(request, caching.startsWith('private'));
    const isOwn = 'set-cookie' in added && caching.startsWith('public');
    return { ...answer, headers: { ...answer.headers, ...added, ...(isOwn && { 'cache-control': caching.replace('public', 'private') }) } };
  }

  /** 0 for what is no position of this database. */
  #positionIn(mark: string | null): number {
    const [, history, position] = /^(\w+)-(\d{1,15})$/.exec(mark ?? '') ?? [];
    return history === this.#parts.store.history ? Number(position) : 0;
  }
}

function cookiesOf(request: HttpRequest): readonly string[] {
  const cookies = request.header('cookie')?.split(';') ?? [];
  return cookies.flatMap((cookie) => {
    const [name, value] = cookie.trim().split('=', 2);
    return name === POSITION && value !== undefined ? [value] : [];
  });
}
