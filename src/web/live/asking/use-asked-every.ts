import { useEffect } from 'react';

import { useAnswer, useAnswers, useSame, type Shown, type Wanted } from './use-answer.ts';

/** What is known of a question that is asked again and again while the tab can be seen: for answers that no change makes outdated. */
export function useAskedEvery<Answer>(everyMs: number, wanted: Wanted<Answer>): Shown<Answer> {
  const { isAsked = true } = wanted;
  const shown = useAnswer(wanted);
  const answers = useAnswers();
  const asked = useSame(wanted);
  useEffect(() => {
    if (!isAsked) return;
    const ask = () => document.visibilityState === 'visible' && answers.refresh(asked);
    if (Date.now() - answers.known(asked).answeredAt >= everyMs) ask();
    const timer = setInterval(ask, everyMs);
    return () => clearInterval(timer);
  }, [answers, asked, isAsked, everyMs]);
  return shown;
}
