import { useState } from 'react';

import type { LiveRankingsQuestion } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { UnknownMoment } from '../../../contract/when.ts';
import type { Connection } from './changes.ts';
import { useLiveAnswers } from './use-live-answers.ts';
import { asBefore, useLive } from './use-live.ts';

/** What is known of a board that is asked for, and kept true. */
export interface AskedBoard {
  /** What is to be shown, which may answer the question before this one; `undefined` until there is any answer. */
  readonly view: LiveBoardView | undefined;
  /** What it was filtered by. */
  readonly filter: string;
  /** When it was answered last, epoch milliseconds. */
  readonly answeredAt: number;
  /** Whether it answers another question, while the answer to this one is on its way. */
  readonly isOther: boolean;
  readonly connection: Connection;
  /** Why asking failed since; null if it did not. */
  readonly error: Error | null;
}

/** Asks for a board, and again whenever it changed. */
export function useAskedBoard(question: LiveRankingsQuestion): AskedBoard {
  const { data, answeredAt, isOther, error } = useLive('rankings', [question], { meanwhile: asBefore });
  // A question that could not be answered leaves on screen what was answered last, and says so.
  const [last, setLast] = useState<{ view: LiveBoardView; filter: string; at: number } | undefined>(undefined);
  if (data !== undefined && !isOther && (last?.view !== data || last.at !== answeredAt))
    setLast({ view: data, filter: question.q, at: answeredAt });
  const view = data ?? last?.view;
  const connection = useLiveAnswers(view?.mark ?? '', error !== null && !(error instanceof UnknownMoment));
  return { view, filter: last?.filter ?? question.q, answeredAt: last?.at ?? answeredAt, isOther, connection, error };
}
