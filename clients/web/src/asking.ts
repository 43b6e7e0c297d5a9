const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** A request without an answer by then is retried. */
const PATIENCE_MS = 15_000;
/** The maximum number of tries, and the longest wait between two that a player should have to sit through. */
const TRIES = 4;
const MOST_WAIT_MS = 8_000;

/** An error that the server explains. */
export class LaurelsProblem extends Error {
  override readonly name = 'LaurelsProblem';
  /** For example `urn:laurels:problem:name-taken`. */
  readonly type: string;
  readonly status: number;
  /** The invalid fields, each with the rule that it breaks. */
  readonly errors: readonly { readonly field: string; readonly rule: string }[];
  /** When to retry, in milliseconds; 0 if the server does not say. */
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

/** Whether a retry may help: no connection, too many requests, a server that is restarting, or a proxy that answers in its place. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof LaurelsProblem) || [408, 429].includes(error.status) || error.status >= 500;
}

/** The delay after the `n`th failure in a row: exponential, with jitter, and at least what the server asks for in `error`. */
export function waitMs(error: unknown, n: number): number {
  const told = error instanceof LaurelsProblem ? error.retryAfterMs : 0;
  return told + Math.min(FIRST_WAIT_MS * 2 ** n, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
}

/** Calls the API of `site` with a public key. */
export function asker(site: string, key: string) {
  /** @throws {LaurelsProblem} for a problem response; another error if the server did not answer. */
  async function once<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${site}/api/v1/${path}`, {
      method,
      // Reads need no key, and without custom headers they need no CORS preflight.
      ...(method !== 'GET' && {
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      }),
      // Answers may be cached for a second, and a stale one would stay on the page.
      cache: 'no-cache',
      // A signed-in visitor still plays as a guest.
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE_MS),
    } as RequestInit);
    if (response.ok) return response.status === 204 ? (undefined as T) : response.json();
    // The answer may come from a proxy or a captive portal.
    if (!/problem/.test(response.headers.get('content-type') ?? '')) throw new Error(`${site}: HTTP ${response.status}`);
    throw new LaurelsProblem(await response.json(), 1000 * (Number(response.headers.get('retry-after')) || 0));
  }

  return {
    once,
    /** The same with a few retries, for idempotent requests. */
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
