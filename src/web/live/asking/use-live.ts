import type { LiveSource } from '../../../contract/live-source.ts';
import { type LiveAnswer, liveQuestion } from './live-questions.ts';
import { useLiveSource } from './live-source-context.ts';
import { type Shown, useAnswer, useAnswerNow, type Wanted } from './use-answer.ts';

/** What is known of a question to the source, as {@link useAnswer} has it. */
export function useLive<Name extends keyof LiveSource>(
  name: Name,
  asked: Parameters<LiveSource[Name]>,
  how?: Pick<Wanted<LiveAnswer<Name>>, 'isAsked' | 'meanwhile'>,
): Shown<LiveAnswer<Name>> {
  return useAnswer({ ...liveQuestion(useLiveSource(), name, ...asked), ...how });
}

/** The answer of the source; a component that needs it waits for it, and fails if there is none. */
export function useLiveNow<Name extends keyof LiveSource>(name: Name, ...asked: Parameters<LiveSource[Name]>): LiveAnswer<Name> {
  return useAnswerNow(liveQuestion(useLiveSource(), name, ...asked));
}
