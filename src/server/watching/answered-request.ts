/** A request that was answered, for the log and for figures. Nothing in it says of whom it was, or of which player. */
export interface AnsweredRequest {
  readonly id: string;
  readonly method: string;
  /** What was asked for, from a list with an end: the path of an endpoint or a page with its variables unfilled, `file`, `unknown`. */
  readonly route: string;
  readonly status: number;
  /** From its headers until its answer was handed on, in milliseconds. A connection for changes is answered when it begins. */
  readonly durationMs: number;
  /** The address, as it was asked for, without its query. */
  readonly path: string;
}

/** Whoever wants to know of every answered request. Called often: it must be quick, and must not throw. */
export type OnAnswered = (request: AnsweredRequest) => void;
