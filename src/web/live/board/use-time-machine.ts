import { useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router';

import type { LiveSource } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { viewToSearch, parseView } from '../../../contract/view.ts';
import { useView } from '../../address/view-context.ts';
import type { AnswerCache } from '../../site/answer-cache.ts';
import { notify } from '../../ui/floating/notice.ts';
import { liveQuestion } from '../asking/live-questions.ts';
import { useLiveEdition } from '../asking/use-live.ts';
import { settledAt } from '../words/board-view.ts';
import { PastPeriod, TimeMachine } from './loaded-parts.ts';
import { REPLAY_NOT_LOADED } from '../words/live-board-words.ts';

export interface TimeMachineDoor {
  readonly isOpen: boolean;
  readonly open: () => void;
  /** Keeps it open after it is used, if it had opened by itself. */
  readonly keep: () => void;
  /** Returns to the period as it is now, or as it ended. */
  readonly close: () => void;
}

/** Whether the time machine is open: because the visitor opened it, or because a moment is shown. */
export function useTimeMachine(view: LiveBoardView): TimeMachineDoor {
  const [wanted, setWanted] = useState(view.moment !== null);
  const { view: asked } = useView();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { answers, source } = useLiveEdition();
  const isOpen = wanted || view.moment !== null || asked.view === 'race';

  const open = async () => {
    const [isThere] = await Promise.all([TimeMachine.load(), PastPeriod.load(), prefetchPlayed(answers, source, asked.board, view)]);
    if (isThere) setWanted(true);
    else notify(REPLAY_NOT_LOADED);
  };
  const close = () => {
    setWanted(false);
    if (view.moment === null) return;
    void navigate({ pathname, search: viewToSearch({ ...asked, at: settledAt(view) }) }, { replace: true, preventScrollReset: true });
  };
  return { isOpen, open: () => void open(), keep: () => setWanted(true), close };
}

/** Prefetches the times with points in a period, for its replay; a day does not need them. Failures are ignored. */
export async function prefetchPlayed(answers: AnswerCache, source: LiveSource, board: string, view: LiveBoardView): Promise<void> {
  const { kind } = view.period;
  if (kind !== 'daily')
    await answers.fresh(liveQuestion(source, 'played', { board, period: kind, at: settledAt(view) })).catch(() => undefined);
}

interface Frame {
  readonly at: string;
  /** The location it was shown at. */
  readonly over: Location;
}

/**
 * The moment a replay shows; `undefined` if the URL decides. Navigation ends the replay, except filtering, and entering or leaving the
 * race.
 */
export function useFrame(): [at: string | undefined, show: (at: string | undefined) => void] {
  const location = useLocation();
  const [frame, setFrame] = useState<Frame | undefined>(undefined);
  const isOver = frame?.over.key === location.key;
  const kept =
    frame !== undefined && (isOver || (frame.over.pathname === location.pathname && isSameReplay(frame.over.search, location.search)));
  if (frame !== undefined && !isOver) setFrame(kept ? { at: frame.at, over: location } : undefined);
  return [kept ? frame.at : undefined, (at) => setFrame(at === undefined ? undefined : { at, over: location })];
}

/** Whether two queries differ in the filter or the kind of view, and otherwise at most in the page. */
export function isSameReplay(before: string, now: string): boolean {
  const [a, b] = [parseView(before), parseView(now)];
  return (a.q !== b.q || a.view !== b.view) && viewToSearch({ ...a, q: b.q, view: b.view, page: b.page }) === viewToSearch(b);
}
