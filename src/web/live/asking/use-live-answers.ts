import { useEffect, useState } from 'react';

import type { LiveRankingsQuestion } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { UnknownMoment } from '../../../contract/when.ts';
import { listenToChanges, type Connection } from './changes.ts';
import { LIVE } from './live-questions.ts';
import { useLiveEdition, asBefore, useLive } from './use-live.ts';

/** At least this long between two looks at what changed, in milliseconds: a busy board moves, it does not flicker. */
const SETTLE_MS = 600;

/** How often a page without a connection asks by itself, in milliseconds. */
export const ASK_EVERY_MS = 5_000;

/** How long nobody may say whether there is a connection (a proxy that holds events back), in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Keeps what the page shows true: asks anew when the server says that something changed, at once and then at most
 * every {@link SETTLE_MS}; by itself while there is no connection or asking `failed`; and not while the tab cannot be
 * seen. `mark` is what the first answer was made from, `''` if there is none yet.
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
      // Back again: whatever was missed is asked for even if nothing changes from now on. Nothing is asked because a failure went:
      // a question without an answer has none from when it is asked again until it fails.
      if (trouble === 'cut' && document.visibilityState === 'visible') answers.outdate(LIVE);
    };
  }, [trouble, answers]);

  return connection;
}

/** Calls `ask` soon after being told to, not too often, and once the tab can be seen if it cannot now. */
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
