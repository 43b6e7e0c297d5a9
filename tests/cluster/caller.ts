/** The header with which an answer says how much its reader has seen, and a request repeats it. Browsers use a cookie. */
export const POSITION = 'laurels-position';

/** Time-out, in milliseconds. */
export const ANSWER_WITHIN_MS = 20_000;

/** A caller of one process after the other, who reports what they have seen. */
export class Caller {
  readonly #key: string;
  /** What they have seen, as reported by the last answer; `''` before the first. */
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
