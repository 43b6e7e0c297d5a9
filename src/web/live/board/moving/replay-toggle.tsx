import control from '../../../ui/control.module.css';
import styles from './replay-toggle.module.css';

interface ReplayToggleProps {
  /** Whether there is anything to look back at yet; the room is kept. */
  readonly isThere: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** Opens the time machine, and closes it. */
export function ReplayToggle({ isThere, isOpen, onOpen, onClose }: ReplayToggleProps) {
  return (
    <button
      type="button"
      name="replay"
      hidden={!isThere}
      aria-label="Replay"
      aria-expanded={isOpen}
      title={isOpen ? 'Close the replay' : 'Replay how the ranks changed'}
      className={`${control.quiet} ${styles.toggle}`}
      onClick={isOpen ? onClose : onOpen}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
        <path d="M2.5 5.5A6 6 0 1 1 2 8M2 1.5v4h4M8 4.5V8l2.5 2" />
      </svg>
      <span aria-hidden="true" className={styles.word}>
        Replay
      </span>
    </button>
  );
}
