import type { LiveBoardView } from '../../../contract/page-answers.ts';
import side from '../../beside/side.module.css';
import { useInBrowser } from '../asking/in-browser.ts';
import { useNow } from '../asking/use-now.ts';
import { clockTime, momentWithin, timeLeft } from '../words/time-words.ts';
import styles from './time-left.module.css';

/** How long the board's own time may be, so that the visitor's stands on the same line. */
const ONE_LINE = 15;

/** How long the period that is shown goes on, how much of it is over, and when it ends: on the board's clock and on the visitor's. */
export function TimeLeft({ view: { board, period }, answeredAt }: { readonly view: LiveBoardView; readonly answeredAt: number }) {
  const isRead = useInBrowser();
  const now = useNow(answeredAt);
  if (period.start === null || period.end === null) return null;
  const [start, end] = [Date.parse(period.start), Date.parse(period.end)];
  const share = Math.min(1, Math.max(0, (now - start) / (end - start)));
  const there = momentWithin(period.kind, end, board.timeZone);
  const here = isRead ? clockTime(end) : '';
  return (
    <section aria-labelledby="time-left" className={side.section}>
      <h2 id="time-left" className={side.title}>
        Time left
      </h2>
      <p className={styles.left}>{now >= end ? 'Resetting…' : timeLeft(end - now)}</p>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className={styles.bar}>
        <rect width={Math.round(share * 1000) / 10} height="1" />
      </svg>
      <p className={`${side.note} ${there.length + board.timeZone.length > ONE_LINE ? styles.long : ''}`}>
        Resets {there} {board.timeZone}
        {here === '' || there.endsWith(here) ? '' : `, ${here} your time`}
      </p>
    </section>
  );
}
