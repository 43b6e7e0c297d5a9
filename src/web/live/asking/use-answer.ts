import { createContext, use, useCallback, useState, useSyncExternalStore } from 'react';

import { nameOf, type AnswerCache, type Known, type Question } from '../../site/answer-cache.ts';

export const AnswersContext = createContext<AnswerCache | undefined>(undefined);

/** The answers of the live edition. */
export function useAnswers(): AnswerCache {
  const answers = use(AnswersContext);
  if (answers === undefined) throw new Error('No <AnswersContext>');
  return answers;
}

export interface Wanted<Answer> extends Question<Answer> {
  /** Whether to ask, and not only to look at what is known; yes if nothing is said. */
  readonly isAsked?: boolean;
  /** What to show until another question is answered, of what was shown; nothing if nothing is said. */
  readonly meanwhile?: (before: Answer) => Answer | undefined;
}

export interface Shown<Answer> extends Known<Answer> {
  /** Whether `data` answers another question, while the answer to this one is on its way. */
  readonly isOther: boolean;
}

/** For `meanwhile`: what was shown stays. */
export function asBefore<Answer>(before: Answer): Answer {
  return before;
}

/** What is known of a question, which is asked whenever there is no answer or an outdated one. */
export function useAnswer<Answer>({ isAsked = true, meanwhile, ...question }: Wanted<Answer>): Shown<Answer> {
  const answers = useAnswers();
  const asked = useSame<Answer>(question);
  const follow = useCallback((listener: () => void) => answers.follow(asked, isAsked, listener), [answers, asked, isAsked]);
  const read = () => answers.known(asked);
  const known = useSyncExternalStore(follow, read, read);

  const [before, setBefore] = useState<{ readonly data: Answer } | undefined>(undefined);
  const { data, error } = known;
  if (meanwhile !== undefined && data !== undefined && data !== before?.data) setBefore({ data });
  if (data !== undefined || error !== null || before === undefined) return { ...known, isOther: false };
  const other = meanwhile?.(before.data);
  return { ...known, data: other, isOther: other !== undefined };
}

/** The answer to a question; a component that needs it waits for it, and fails if there is none. */
export function useAnswerNow<Answer>(question: Question<Answer>): Answer {
  const answers = useAnswers();
  const { data, error } = useAnswer(question);
  if (data !== undefined) return data;
  if (error !== null) throw error;
  return use(answers.ensure(question));
}

/** A question as it was first asked, as long as it is the same one. */
export function useSame<Answer>(question: Question<Answer>): Question<Answer> {
  const [same, setSame] = useState(question);
  if (nameOf(same) === nameOf(question)) return same;
  setSame(question);
  return question;
}
