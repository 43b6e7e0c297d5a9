/** How an answer says how much its reader has seen now, and how a request says it again. Browsers keep it as a cookie. */
export const POSITION = 'laurels-position';

/** After this long nobody waits any more, in milliseconds. */
export const ANSWER_WITHIN_MS = 20_000;

/** Somebody who asks one process after the other, and says what they have seen. */
export class Caller {
  readonly #key: string;
  /** What they have seen, as the last answer said it; `''` before the first. */
  seen = '';

  constructor(key: string) {
    this.#key = key;
  }

  /** The answer, or `undefined` if there was none. */
  async ask(url: string, body?: object): Promise<{ readonly status: number; readonly body: unknown } | undefined> {
    try {
      const answer = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${this.#key}`,
          ...(this.seen !== '' && { [POSITION]: this.seen }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      this.seen = answer.headers.get(POSITION) ?? this.seen;
      return { status: answer.status, body: await answer.json() };
    } catch {
      return undefined;
    }
  }
}
