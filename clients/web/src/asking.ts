const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** A server that has not answered by then is asked again. */
const PATIENCE_MS = 15_000;
/** How often a question is asked, and how long somebody who plays may wait for its next time. */
const TRIES = 4;
const MOST_WAIT_MS = 8_000;

/** A failure that the server explains. */
export class LaurelsProblem extends Error {
  override readonly name = 'LaurelsProblem';
  /** For example `urn:laurels:problem:name-taken`. */
  readonly type: string;
  readonly status: number;
  /** The fields at fault, each with the rule that it breaks. */
  readonly errors: readonly { readonly field: string; readonly rule: string }[];
  /** When to ask again, in milliseconds; 0 if the server does not say. */
  readonly retryAfterMs: number;

  constructor(
    { type, status, detail, errors = [] }: { type: string; status: number; detail: string; errors?: LaurelsProblem['errors'] },
    retryAfterMs = 0,
  ) {
    super(detail);
    this.type = type;
    this.status = status;
    this.errors = errors;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whether asking again may help: no connection, too many requests, a server that restarts, or a proxy that answers in its place. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof LaurelsProblem) || [408, 429].includes(error.status) || error.status >= 500;
}

/** How long to wait after the failure `error`, the `n`th in a row: twice as long each time, by chance, and as the server says. */
export function waitMs(error: unknown, n: number): number {
  const told = error instanceof LaurelsProblem ? error.retryAfterMs : 0;
  return told + Math.min(FIRST_WAIT_MS * 2 ** n, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
}

/** Asks the API of `site` with a public key. */
export function asker(site: string, key: string) {
  /** @throws {LaurelsProblem} for a problem; another error if the server did not answer. */
  async function once<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${site}/api/v1/${path}`, {
      method,
      // Reading needs no key, and without a header of ours, no question by the browser before it.
      ...(method !== 'GET' && {
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      }),
      // Answers may be kept for a second, and one before a change would stay.
      cache: 'no-cache',
      // A visitor who is signed in plays as a guest all the same.
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE_MS),
    } as RequestInit);
    if (response.ok) return response.status === 204 ? (undefined as T) : response.json();
    // A proxy may answer as well, or a network that wants a password.
    if (!/problem/.test(response.headers.get('content-type') ?? '')) throw new Error(`${site}: HTTP ${response.status}`);
    throw new LaurelsProblem(await response.json(), 1000 * (Number(response.headers.get('retry-after')) || 0));
  }

  return {
    once,
    /** The same for what may be asked again, a few times. */
    async patiently<T>(method: string, path: string, body?: object): Promise<T> {
      for (let n = 0; ; n += 1) {
        try {
          return await once<T>(method, path, body);
        } catch (error) {
          const wait = waitMs(error, n);
          if (!mayPass(error) || n === TRIES - 1 || wait > MOST_WAIT_MS) throw error;
          await new Promise((resolve) => setTimeout(resolve, wait));
        }
      }
    },
  };
}
