import { passingProblem, Problem } from '../http/problem.ts';
import { KeyError } from '../operation/keys/key-list.ts';
import { StorageFailure } from '../store/points-store.ts';
import type { Log } from '../watching/log.ts';
import type { Outages } from './outages.ts';

/** Who is told of failures. */
export interface ToldFailures {
  readonly outages: Pick<Outages, 'refused'>;
  /** Told of failures nobody expected, as one text. */
  readonly log: Log;
  /** Whether what failed is thrown on, and not told as a problem: a command tells whoever typed it all of it. */
  readonly throwsOn?: boolean;
}

/**
 * A failure as whoever sent a request may be told it: what nobody expected is logged instead, and says nothing about us. `route` is what
 * was asked for, as `AnsweredRequest` says it: an address may have the name of a player in it.
 */
export function problemOf(
  error: unknown,
  { method, route, id }: { readonly method: string; readonly route: string; readonly id?: string | undefined },
  { outages, log, throwsOn = false }: ToldFailures,
): Problem {
  if (error instanceof Problem) return error;
  if (throwsOn) throw error;
  // The log had the whole sentence when it was found.
  if (error instanceof KeyError)
    return passingProblem(
      'unavailable',
      'The list of API keys is damaged, missing or being changed. Nothing was done. The log says more.',
      10,
    );
  if (error instanceof StorageFailure) {
    outages.refused(error);
    return error.trouble === 'full'
      ? passingProblem('storage-full', 'The disk is full. Nothing from this request was stored. Reading still works.', 10)
      : passingProblem('unavailable', 'The database failed. Try the same request again: what is sent twice counts once.', 1);
  }
  log(`${method} ${route}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, { level: 'error', request: id });
  return new Problem('internal', 'An unexpected error was logged. Try again later.');
}
