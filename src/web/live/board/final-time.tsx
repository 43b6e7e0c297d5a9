import { useInBrowser } from '../asking/in-browser.ts';
import { useNow } from '../asking/use-now.ts';
import { Hint } from '../../ui/floating/hint.tsx';
import { finalWords, provisionalWords, momentName } from '../words/time-words.ts';

interface FinalTimeProps {
  /** When the period ended, until when it takes points, and when its results become final, epoch milliseconds. */
  readonly end: number;
  readonly countsUntil: number;
  readonly finalAt: number;
  readonly isProvisional: boolean;
  readonly timeZone: string;
  /** What is counted, as inside a sentence. */
  readonly several: string;
  /** Whether anybody had any: otherwise there is nothing to become final. */
  readonly played: boolean;
  /** When the board was answered last: HTML from a server counts from there. */
  readonly answeredAt: number;
}

/** When the results of a period that is over become final. Its tooltip says it on the board's clock, and on the visitor's. */
export function FinalTime({ end, countsUntil, finalAt, isProvisional, timeZone, several, played, answeredAt }: FinalTimeProps) {
  const isRead = useInBrowser();
  // Something may hold it open for longer: an import, or an operator who mends it.
  if (useNow(answeredAt) >= finalAt) return played ? 'Ended, not yet final' : `Ended without ${several}`;
  const until = isProvisional ? finalAt : countsUntil;
  const there = isProvisional
    ? `No more ${several} count. Until ${momentName(until, timeZone)} (${timeZone}) the results are reviewed, and places may still change.`
    : `Until ${momentName(until, timeZone)} (${timeZone}) ${several} that were on their way still count.`;
  return (
    <Hint text={isRead ? `${there} In your time zone: ${momentName(until)}.` : there}>
      {(isProvisional ? provisionalWords : finalWords)(end, finalAt, timeZone)}
    </Hint>
  );
}
