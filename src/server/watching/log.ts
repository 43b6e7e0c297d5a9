/** Lines about the same thing that are closer together than this are logged once, in milliseconds. */
const CALM_MS = 60_000;

export type LineLevel = 'error' | 'warn' | 'info' | 'debug';

/** Structured fields of a line. Never secrets, bodies or anything about players, because erasing a player does not reach logs. */
export interface LineFacts {
  /** Defaults to `warn`. */
  readonly level?: LineLevel;
  /** The id of the request. */
  readonly request?: string | undefined;
  /** The name of the acting key. */
  readonly by?: string;
  /** The act's name in the API. */
  readonly act?: string;
  /** What the line is about, if it is enough once for all threads. */
  readonly once?: string;
}

/** Logs a line. */
export type Log = (text: string, facts?: LineFacts) => void;

/** A log for several threads: passes on the first line of each burst of lines that share a `once`. */
export function oneOffLines(log: Log): Log {
  const latest = new Map<string, number>();
  return (line, { once, ...facts } = {}) => {
    const before = (once !== undefined && latest.get(once)) || -Infinity;
    if (once !== undefined) latest.set(once, performance.now());
    if (performance.now() - before > CALM_MS) log(line, facts);
  };
}
