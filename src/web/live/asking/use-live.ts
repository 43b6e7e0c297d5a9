import { createContext, use, useCallback, useEffect, useState, useSyncExternalStore } from 'react';

import type { LiveSource } from '../../../contract/live-source.ts';
import { nameOf, type AnswerCache, type Known, type Question } from '../../site/answer-cache.ts';
import { type LiveAnswer, liveQuestion } from './live-questions.ts';

interface Live {
  readonly source: LiveSource;
  readonly answers: AnswerCache;
}

export const LiveContext = createContext<Live | undefined>(undefined);

export function useLiveEdition(): Live {
  const live = use(LiveContext);
  if (live === undefined) throw new Error('No <LiveContext>');
  return live;
}

interface Asked<Answer> {
  /** Whether to send the request rather than only read the cache; true by default. */
  readonly isAsked?: boolean;
  /** What to show until another question is answered, given what is shown now; nothing by default. */
  readonly meanwhile?: (before: Answer) => Answer | undefined;
  /** For answers too expensive to refresh after each change: refreshed every `ms` while the tab is visible, and when `of` changes. */
  readonly every?: { readonly ms: number; readonly of: readonly unknown[] };
}

interface Shown<Answer> extends Known<Answer> {
  readonly isOther: boolean;
}

/** For `meanwhile`: keeps the last answer. */
export function asBefore<Answer>(before: Answer): Answer {
  return before;
}

/** The answer to a question. Requested whenever it is missing or stale. */
export function useLive<Name extends keyof LiveSource>(
  name: Name,
  asked: Parameters<LiveSource[Name]>,
  { isAsked = true, meanwhile, every }: Asked<LiveAnswer<Name>> = {},
): Shown<LiveAnswer<Name>> {
  const { source, answers } = useLiveEdition();
  const live = liveQuestion(source, name, ...asked);
  const question = useSame(every === undefined ? live : { ...live, key: ['mine', name, ...asked, ...every.of] });
  const follow = useCallback((listener: () => void) => answers.follow(question, isAsked, listener), [answers, question, isAsked]);
  const read = () => answers.known(question);
  const known = useSyncExternalStore(follow, read, read);

  const everyMs = isAsked ? every?.ms : undefined;
  useEffect(() => {
    if (everyMs === undefined) return;
    const ask = () => document.visibilityState === 'visible' && answers.refresh(question);
    if (Date.now() - answers.known(question).answeredAt >= everyMs) ask();
    const timer = setInterval(ask, everyMs);
    return () => clearInterval(timer);
  }, [answers, question, everyMs]);

  const [before, setBefore] = useState<{ readonly data: LiveAnswer<Name> } | undefined>(undefined);
  const { data, error } = known;
  if (meanwhile !== undefined && data !== undefined && data !== before?.data) setBefore({ data });
  if (data !== undefined || error !== null || before === undefined) return { ...known, isOther: false };
  const other = meanwhile?.(before.data);
  return { ...known, data: other, isOther: other !== undefined };
}

/** The same, but the component suspends until there is an answer, and throws on failure. */
export function useLiveNow<Name extends keyof LiveSource>(name: Name, ...asked: Parameters<LiveSource[Name]>): LiveAnswer<Name> {
  const { source, answers } = useLiveEdition();
  const { data, error } = useLive(name, asked);
  if (data !== undefined) return data;
  if (error !== null) throw error;
  return use(answers.ensure(liveQuestion(source, name, ...asked)));
}

function useSame<Answer>(question: Question<Answer>): Question<Answer> {
  const [same, setSame] = useState(question);
  if (nameOf(same) === nameOf(question)) return same;
  setSame(question);
  return question;
}
