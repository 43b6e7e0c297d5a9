/** An answered request, for log and metrics. Identifies neither caller nor player. */
export interface AnsweredRequest {
  readonly id: string;
  readonly method: string;
  /** From a finite set: the path template of an endpoint or page, `file`, `unknown`. */
  readonly route: string;
  readonly status: number;
  /** From headers received to answer written, in milliseconds. A change stream counts as answered when it starts. */
  readonly durationMs: number;
  /** The path as requested, without its query. */
  readonly path: string;
}

/** Called for every answered request: must be fast, and must not throw. */
export type OnAnswered = (request: AnsweredRequest) => void;
