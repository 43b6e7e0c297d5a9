import { passingProblem, Problem } from '../http/problem.ts';
import { KeyError } from '../operation/keys/key-list.ts';
import { StorageFailure } from '../store/points-store.ts';
import type { Log } from '../watching/log.ts';
import type { Outages } from './outages.ts';

export interface ToldFailures {
  readonly outages: Pick<Outages, 'refused'>;
  /** For unexpected failures. */
  readonly log: Log;
  /** Whether to rethrow failures, for commands, which show them in full. */
  readonly throwsOn?: boolean;
}

/** Converts a failure to a problem. Unexpected ones are logged, by `route` because paths may contain players' names, and reveal nothing. */
export function problemOf(
  error: unknown,
  { method, route, id }: { readonly method: string; readonly route: string; readonly id?: string | undefined },
  { outages, log, throwsOn = false }: ToldFailures,
): Problem {
  if (error instanceof Problem) return error;
  if (throwsOn) throw error;
  // Already logged in full.
  if (error instanceof KeyError)
    return passingProblem(
      'unavailable',
      'The list of API keys is damaged, missing or being changed. Nothing was changed. See the log for details.',
      10,
    );
  if (error instanceof StorageFailure) {
    outages.refused(error);
    return error.trouble === 'full'
      ? passingProblem('storage-full', 'The disk is full. Nothing from this request was stored. Reading still works.', 10)
      : passingProblem('unavailable', 'The database failed. Retry the same request: an event sent twice counts once.', 1);
  }
  log(`${method} ${route}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, { level: 'error', request: id });
  return new Problem('internal', 'An unexpected error was logged. Try again later.');
}
