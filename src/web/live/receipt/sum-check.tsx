import { useState } from 'react';

import type { PlayerQuestion } from '../../../contract/live-source.ts';
import type { Receipt } from '../../../contract/player-answers.ts';
import { useNumberFormat } from '../../format/number-format.ts';
import { useLiveSource } from '../live-source-context.ts';
import styles from './receipt.module.css';
import { counted } from './receipt-words.ts';

interface SumCheckProps {
  readonly receipt: Receipt;
  readonly question: PlayerQuestion;
  /** Whether the receipt is the newest page. */
  readonly isFirst: boolean;
}

/** Adds the counted events up in the browser and holds the sum against the total: on one page at once, over several on request. */
export function SumCheck({ receipt, question, isFirst }: SumCheckProps) {
  const { place, board, events, next } = receipt;
  if (place.kind !== 'ranked' || board.scoring !== 'sum') return null;
  return isFirst && next === null ? (
    <Verdict sum={counted(events)} total={place.points} events={events.length} />
  ) : (
    <WholeSum key={`${receipt.total} ${place.points}`} question={question} here={counted(events)} />
  );
}

function Verdict({ sum, total, events }: { readonly sum: number; readonly total: number; readonly events: number }) {
  const format = useNumberFormat();
  const fits = sum === total;
  return (
    <p className={`${styles.check} ${styles.verdict}`} data-fits={fits ? '' : undefined}>
      <svg viewBox="0 0 12 12" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
        <path d={fits ? 'M1 6l4 4 6-8' : 'M2 2l8 8M10 2l-8 8'} />
      </svg>
      {fits
        ? `${format.count(events)} ${events === 1 ? 'event adds' : 'events add'} up to ${format.count(sum)}, which is the total.`
        : `The events add up to ${format.count(sum)}, and the total says ${format.count(total)}. Please tell whoever runs this site.`}
    </p>
  );
}

type Adding =
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'adding'; readonly events: number }
  | { readonly kind: 'failed' }
  | { readonly kind: 'added'; readonly sum: number; readonly total: number; readonly events: number };

function WholeSum({ question, here }: { readonly question: PlayerQuestion; readonly here: number }) {
  const source = useLiveSource();
  const format = useNumberFormat();
  const [state, setState] = useState<Adding>({ kind: 'not-yet' });

  const add = async () => {
    setState({ kind: 'adding', events: 0 });
    try {
      let sum = 0;
      let events = 0;
      let before = '';
      for (;;) {
        const page = await source.receipt(question, before);
        sum += counted(page.events);
        events += page.events.length;
        if (page.next === null) {
          setState({ kind: 'added', sum, events, total: page.place.kind === 'ranked' ? page.place.points : 0 });
          return;
        }
        before = page.next;
        setState({ kind: 'adding', events });
      }
    } catch {
      setState({ kind: 'failed' });
    }
  };
  if (state.kind === 'added') return <Verdict sum={state.sum} total={state.total} events={state.events} />;
  return (
    <div className={styles.check}>
      <p>Counted on this page: {format.count(here)}.</p>
      <button type="button" className={styles.add} disabled={state.kind === 'adding'} onClick={() => void add()}>
        {state.kind === 'adding' ? `Adding up: ${format.count(state.events)} events` : 'Add up all pages'}
      </button>
      <p role="status">{state.kind === 'failed' ? 'Not every page could be had. Try again.' : ''}</p>
    </div>
  );
}
