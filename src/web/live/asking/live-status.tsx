import type { Connection } from './changes.ts';
import styles from './live-status.module.css';
import { staleWords } from '../words/trouble-words.ts';
import { ASK_EVERY_MS } from './use-live-answers.ts';
import { useNow } from './use-now.ts';
import { CONNECTED, PAUSED } from '../words/live-board-words.ts';

interface LiveStatusProps {
  readonly connection: Connection;
  readonly answeredAt: number;
  readonly heardUntil?: string | null;
  readonly error: Error | null;
  readonly waiting: boolean;
}

/** Whether the screen is up to date, as a state and in words. */
export function useLiveState({
  connection,
  answeredAt,
  heardUntil = null,
  error,
  waiting,
}: LiveStatusProps): readonly [state: 'stale' | 'waiting' | Connection, words: string] {
  // A request that never completes raises no error, so two missing answers count as a failure.
  const unheard = useNow(answeredAt) - answeredAt > 2 * ASK_EVERY_MS && connection === 'cut';
  const isStale = error !== null || unheard || heardUntil !== null;
  const asOf = heardUntil === null ? answeredAt : Date.parse(heardUntil);
  if (isStale) return ['stale', staleWords(error, asOf)];
  return waiting ? ['waiting', PAUSED] : [connection, CONNECTED[connection]];
}

/** The same, as a line on a page. */
export function LiveStatus(props: LiveStatusProps) {
  const [state, words] = useLiveState(props);
  return (
    <p role="status" className={`line muted small ${styles.status}`} data-state={state}>
      {/* Each state is a new element: changed text in the same element would count as a layout shift. */}
      <span key={words} className={`line ${styles.dot}`} data-state={state}>
        {words}
      </span>
    </p>
  );
}
