import type { ApiKeptBoard } from '../../../contract/parts/answer-parts.ts';
import { useQuestion } from './use-question.ts';

/** All boards as far as they are known, listed ones first. */
export function useBoards(): readonly ApiKeptBoard[] {
  const { answer: listed } = useQuestion('boards');
  const { answer: archived } = useQuestion('boards', { query: { state: 'archived' } });
  return [...(listed?.boards ?? []), ...(archived?.boards ?? [])];
}
