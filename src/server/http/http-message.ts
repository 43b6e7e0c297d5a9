import type { Problem } from './problem.ts';

/** What the API needs to know of a request, whoever received it: node:http, or a web-standard Request. */
export interface HttpRequest {
  readonly method: string;
  /** The path, encoded as it came, with its query if it has one. */
  readonly target: string;
  /** Who counts as one caller, by the address that it comes from: see `callerOf`. */
  readonly caller: string;
  /** `null` where there is no such header; `name` in small letters. */
  readonly header: (name: string) => string | null;
  /**
   * Reads the whole body, once: empty where there is none, `undefined` where it has more than `mostBytes`, which is found
   * while reading, not after. Rejects if it ends before it is complete.
   */
  readonly readBody: (mostBytes: number) => Promise<Uint8Array | undefined>;
  /** Whether whoever asked has left, so that nobody waits for an answer; left out where that cannot be known. */
  readonly isGone?: () => boolean;
  /** Of this request alone, in the log and in the answer if something fails. */
  readonly id?: string;
}

/** A whole answer. Header names are in small letters. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** Cookies to keep, beside one that {@link headers} may have. */
  readonly cookies?: readonly string[] | undefined;
  /** What was asked for, as `AnsweredRequest` says it. */
  readonly route?: string | undefined;
}

/** Answers a request; rejects with a Problem where there is nothing to be had. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpAnswer>;

/** The answer that tells a problem. */
export function problemAnswer(problem: Problem): HttpAnswer {
  return {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...problem.headers },
    body: JSON.stringify(problem),
  };
}
