import { UnreadableAnswer } from '../../../contract/live-source.ts';
import { clockTime } from './time-words.ts';

/** What is said beside ranks that could not be asked for again since `answeredAt`, epoch milliseconds. */
export function staleWords(error: Error | null, answeredAt: number): string {
  return `${error instanceof UnreadableAnswer ? 'Unreadable answer' : 'No connection'}. Ranks as of ${clockTime(answeredAt)}`;
}

/** What is said in place of something that was never loaded, such as "The board". */
export function unloadedWords(what: string, error: Error): string {
  return error instanceof UnreadableAnswer ? 'The server’s answer could not be read.' : `${what} could not be loaded.`;
}
