export type LineLevel = 'error' | 'warn' | 'info' | 'debug';

/** Structured fields of a line. Never contains secrets, bodies or anything about players, because erasing a player does not reach logs. */
export interface LineFacts {
  /** Defaults to `warn`. */
  readonly level?: LineLevel;
  /** The id of the request. */
  readonly request?: string | undefined;
  /** The name of the acting key. */
  readonly by?: string;
  /** The act's name in the API. */
  readonly act?: string;
  /** The subject of the line, if it should be logged once for all threads. */
  readonly once?: string;
}

/** Logs a line. */
export type Log = (text: string, facts?: LineFacts) => void;
