/** The header in which an answer states how much its reader has seen, and which a request sends back. Browsers use a cookie. */
export const POSITION = 'laurels-position';

/** The timeout, in milliseconds. */
export const ANSWER_WITHIN_MS = 20_000;

/** A caller that moves between processes and reports its position to each. */
export class Caller {
  readonly #key: string;
  /** The position in the last answer; `''` before the first. */
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
