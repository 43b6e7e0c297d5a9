import { UnreadableAnswer } from '../../../contract/live-source.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { KIND_NAMES } from './rank-words.ts';
import { clockTime } from './time-words.ts';

/** The requested period failed to load, so another one is still shown. */
export class StillShown extends Error {
  readonly kind: PeriodKind;

  constructor(kind: PeriodKind, cause: Error) {
    super(cause.message, { cause });
    this.kind = kind;
  }
}

/** Shown next to ranks that could not be refreshed since `answeredAt`, epoch milliseconds. */
export function staleWords(error: Error | null, answeredAt: number): string {
  const [failure, shown] = error instanceof StillShown ? [error.cause, `Still showing ${KIND_NAMES[error.kind]}`] : [error, 'Ranks'];
  return `${failure instanceof UnreadableAnswer ? 'Unreadable answer' : 'No connection'}. ${shown} as of ${clockTime(answeredAt)}`;
}

/** Shown in place of missing content, such as "board": that it is loading, or why it failed, and what to do `then`. */
export function waitingWords(what: string, error: Error | null, then = ''): string {
  if (error === null) return `Loading the ${what}`;
  return `${error instanceof UnreadableAnswer ? 'The server’s answer could not be read.' : `The ${what} could not be loaded.`} ${then}`.trimEnd();
}
