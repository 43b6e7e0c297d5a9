import { UnreadableAnswer } from '../../../contract/live-source.ts';
import { clockTime } from './time-words.ts';

/** What is said beside ranks that could not be asked for again since `answeredAt`, epoch milliseconds. */
export function staleWords(error: Error | null, answeredAt: number): string {
  return `${error instanceof UnreadableAnswer ? 'Unreadable answer' : 'No connection'}. Ranks as of ${clockTime(answeredAt)}`;
}

/** What is said in place of something that is not there yet, such as "board": that it is loaded, or why it could not be, and what to do `then`. */
export function waitingWords(what: string, error: Error | null, then = ''): string {
  if (error === null) return `Loading the ${what}`;
  return `${error instanceof UnreadableAnswer ? 'The server’s answer could not be read.' : `The ${what} could not be loaded.`} ${then}`.trimEnd();
}
