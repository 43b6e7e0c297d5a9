import { useEffect } from 'react';

import type { Question } from '../../site/answer-cache.ts';
import { useAnswers, useSame } from './use-answer.ts';

/** Asks a question again and again while the tab can be seen: for answers that no change makes outdated. */
export function useAskedEvery(everyMs: number, question: Question<unknown>, isAsked: boolean): void {
  const answers = useAnswers();
  const asked = useSame(question);
  useEffect(() => {
    if (!isAsked) return;
    const ask = () => document.visibilityState === 'visible' && answers.refresh(asked);
    if (Date.now() - answers.known(asked).answeredAt >= everyMs) ask();
    const timer = setInterval(ask, everyMs);
    return () => clearInterval(timer);
  }, [answers, asked, isAsked, everyMs]);
}
