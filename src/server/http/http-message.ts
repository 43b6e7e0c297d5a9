import type { Problem } from './problem.ts';

/** A request, independent of node:http. */
export interface HttpRequest {
  readonly method: string;
  /** The raw path and query. */
  readonly target: string;
  /** See `callerOf`. */
  readonly caller: string;
  /** `name` in lower case; `null` if absent. */
  readonly header: (name: string) => string | null;
  /** All headers, with names in lower case. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** Reads the body, once; `undefined` as soon as it exceeds `mostBytes`. Rejects if it is incomplete. */
  readonly readBody: (mostBytes: number) => Promise<Uint8Array | undefined>;
  /** Whether the client disconnected, if that can be known. */
  readonly isGone?: () => boolean;
  /** Whether it came from a loopback address over HTTP/1.1, which simple proxies do not speak. */
  readonly isDirect?: () => boolean;
  /** Unique, for the log and for error answers. */
  readonly id?: string;
}

interface FileStretch {
  readonly path: string;
  readonly from: number;
  readonly bytes: number;
  readonly isTemporary?: boolean;
}

/** An answer. Header names are in lower case. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** Part of a file instead of a body; deleted after sending if `isTemporary`. */
  readonly file?: FileStretch | undefined;
  /** Cookies in addition to one in {@link headers}. */
  readonly cookies?: readonly string[] | undefined;
  /** See `AnsweredRequest`. */
  readonly route?: string | undefined;
}

/** Answers a request; may reject with a Problem. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpAnswer>;

export function problemAnswer(problem: Problem): HttpAnswer {
  return {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...problem.headers },
    body: JSON.stringify(problem),
  };
}
