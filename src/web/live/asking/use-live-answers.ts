import { useDeferredValue, useEffect, useMemo, useState } from 'react';

import type { LiveRankingsQuestion } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { UnknownMoment } from '../../../contract/when.ts';
import { StillShown } from '../words/trouble-words.ts';
import { listenToChanges, type Connection } from './changes.ts';
import { LIVE } from './live-questions.ts';
import { useLiveEdition, asBefore, useLive } from './use-live.ts';

/** The minimum time between two refreshes, in milliseconds, so that a busy board moves but does not flicker. */
const SETTLE_MS = 600;

/** The polling interval of a page without a connection, in milliseconds. */
export const ASK_EVERY_MS = 5_000;

/** How long to wait for a connection that never opens (a proxy that buffers events), in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Keeps the page up to date: refreshes when the server reports a change, immediately and then at most every {@link SETTLE_MS}; polls while
 * there is no connection or a request `failed`; pauses while the tab is hidden. `mark` is the mark of the first answer, `''` without one.
 */
export function useLiveAnswers(mark: string, failed: boolean): Connection {
  const { answers } = useLiveEdition();
  const [connection, setConnection] = useState<Connection>('connecting');
  const [first] = useState(mark);

  useEffect(() => {
    const look = lookWhenSeen(() => answers.outdate(LIVE));
    const stop = listenToChanges(first, { changed: look.soon, connection: setConnection });
    return () => {
      stop();
      look.stop();
    };
  }, [answers, first]);

  const connecting = connection === 'connecting';
  useEffect(() => {
    if (!connecting) return;
    const timer = setTimeout(() => setConnection('cut'), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [connecting]);

  const trouble = connection === 'cut' ? 'cut' : failed ? 'failed' : undefined;
  useEffect(() => {
    if (trouble === undefined) return;
    const look = lookWhenSeen(() => answers.outdate(LIVE));
    if (trouble === 'cut') look.soon();
    const timer = setInterval(look.soon, ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      look.stop();
      // Reconnected: catch up on missed changes, even if nothing changes from now on. The end of a failure needs no refresh.
      if (trouble === 'cut' && document.visibilityState === 'visible') answers.outdate(LIVE);
    };
  }, [trouble, answers]);

  return connection;
}

/** Throttles calls to `ask`, and defers them while the tab is hidden. */
function lookWhenSeen(ask: () => void): { readonly soon: () => void; readonly stop: () => void } {
  let due = false;
  let asked = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    timer = undefined;
    if (document.visibilityState === 'hidden') return;
    due = false;
    asked = performance.now();
    ask();
  };
  const soon = () => {
    due = true;
    timer ??= setTimeout(look, Math.max(0, asked + SETTLE_MS - performance.now()));
  };
  const seen = () => {
    if (due && document.visibilityState === 'visible') soon();
  };
  document.addEventListener('visibilitychange', seen);
  return {
    soon,
    stop() {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    },
  };
}

/** A board that is loaded and kept up to date. */
export interface AskedBoard {
  /** The view to show, which may answer the previous question; `undefined` before the first answer. */
  readonly view: LiveBoardView | undefined;
  readonly filter: string;
  readonly answeredAt: number;
  readonly isOther: boolean;
  readonly connection: Connection;
  readonly error: Error | null;
}

/** Loads a board, and again whenever it changes. Answers render at low priority, so typing is not interrupted. */
export function useAskedBoard(question: LiveRankingsQuestion): AskedBoard {
  const { data, answeredAt, isOther, error } = useLive('rankings', [question], { meanwhile: asBefore });
  // If a question fails, the last answer stays on screen and is marked as stale.
  const [last, setLast] = useState<{ view: LiveBoardView; filter: string; at: number } | undefined>(undefined);
  if (data !== undefined && !isOther && (last?.view !== data || last.at !== answeredAt))
    setLast({ view: data, filter: question.q, at: answeredAt });
  const view = data ?? last?.view;
  const isGone = error instanceof UnknownMoment;
  const connection = useLiveAnswers(view?.mark ?? '', error !== null && !isGone);
  const [filter, at] = [last?.filter ?? question.q, last?.at ?? answeredAt];
  const other = data === undefined && !isGone && view?.period.kind !== question.period ? view?.period.kind : undefined;
  return useDeferredValue(
    useMemo(
      () => ({
        view,
        filter,
        answeredAt: at,
        isOther,
        connection,
        error: error === null || other === undefined ? error : new StillShown(other, error),
      }),
      [view, filter, at, isOther, connection, error, other],
    ),
  );
}
