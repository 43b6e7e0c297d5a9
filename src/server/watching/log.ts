/** How much a line matters, the most first. */
export type LineLevel = 'error' | 'warn' | 'info' | 'debug';

/**
 * What is known of a line beside its text: short values under names of their own. No secrets, no bodies, and nothing of players:
 * a log is kept where nobody erases a name.
 */
export interface LineFacts {
  /** `warn`, if it is not said: somebody should look at it. */
  readonly level?: LineLevel;
  /** The id of the request that it came of. */
  readonly request?: string | undefined;
  /** The name of the key with which somebody acted. */
  readonly by?: string;
  /** What they did, as the API calls it. */
  readonly act?: string;
}

/** Takes a line for whoever runs the server. */
export type Log = (text: string, facts?: LineFacts) => void;
