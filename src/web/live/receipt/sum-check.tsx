import { useEffect, useRef, useState } from 'react';

import type { PlayerQuestion } from '../../../contract/live-source.ts';
import type { Receipt } from '../../../contract/player-answers.ts';
import { ADDS_UP } from '../../../domain/scoring.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useLiveEdition } from '../asking/use-live.ts';
import { counted, countedEvents, RECEIPT_WORDS } from './receipt-words.ts';
import styles from './receipt.module.css';

interface SumCheckProps {
  readonly receipt: Receipt;
  readonly question: PlayerQuestion;
  /** Whether the receipt is the newest page. */
  readonly isFirst: boolean;
}

/** Adds up the counted events in the browser and compares the sum with the total: immediately for a single page, on request for several. */
export function SumCheck({ receipt, question, isFirst }: SumCheckProps) {
  const { place, board, events, next } = receipt;
  const format = useNumberFormat();
  if (place.kind !== 'ranked' || !ADDS_UP[board.scoring]) return null;
  const words = unitWords(board, format);
  const here = { sum: counted(events), total: place.points, events: countedEvents(events).length };
  if (isFirst && next === null) return <Verdict added={here} now={place.points} words={words} />;
  const key = `${question.board} ${question.period} ${question.at}`;
  return <WholeSum key={key} question={question} here={here.sum} now={place.points} words={words} />;
}

interface VerdictProps {
  readonly added: AddedUp;
  /** The total on this page: points may have arrived since the events were added up. */
  readonly now: number;
  readonly words: UnitWords;
}

function Verdict({ added: { sum, total, events }, now, words: { figure } }: VerdictProps) {
  const format = useNumberFormat();
  const fits = sum === total;
  if (fits && events === 1) return null;
  return (
    <p className={`line muted ${styles.check}`} data-fits={fits ? '' : undefined}>
      <svg viewBox="0 0 12 12" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
        <path d={fits ? 'M1 6l4 4 6-8' : 'M2 2l8 8M10 2l-8 8'} />
      </svg>
      {!fits
        ? RECEIPT_WORDS.wrong(figure(sum), figure(total))
        : RECEIPT_WORDS[total === now ? 'right' : 'rightThen'](format.count(events), figure(sum))}
    </p>
  );
}

/** Progress of adding up all pages, in events read, or the result. */
type Adding = number | 'not yet' | 'failed' | AddedUp;

interface WholeSumProps extends Pick<VerdictProps, 'now' | 'words'> {
  readonly question: PlayerQuestion;
  /** The sum of this page alone. */
  readonly here: number;
}

function WholeSum({ question, here, now, words }: WholeSumProps) {
  const { source } = useLiveEdition();
  const format = useNumberFormat();
  const [state, setState] = useState<Adding>('not yet');
  const calledOff = useRef<AbortController>(null);
  // A player may have thousands of pages: loading is cancelled when the visitor leaves.
  useEffect(() => () => calledOff.current?.abort(), []);

  const add = async () => {
    const controller = new AbortController();
    calledOff.current = controller;
    setState(0);
    try {
      setState(await addUp((before) => source.receipt(question, before), setState, controller.signal));
    } catch {
      if (!controller.signal.aborted) setState('failed');
    }
  };
  const isAdding = typeof state === 'number';
  return (
    <div className={`cluster muted ${styles.check}`}>
      <p>{RECEIPT_WORDS.adds(words.figure(here))}</p>
      {/* Not `disabled`, which would take the focus away right after the click. */}
      <button type="button" className={control.button} aria-disabled={isAdding} onClick={isAdding ? undefined : () => void add()}>
        {RECEIPT_WORDS.check}
      </button>
      {/* Always in the page, so that added text is announced. */}
      <div role="status">
        {/* The number is hidden from screen readers: announced for every page, it would drown out everything else. */}
        {isAdding ? RECEIPT_WORDS.checking : state === 'failed' ? RECEIPT_WORDS.failed : null}
        {isAdding ? <span aria-hidden="true">: {RECEIPT_WORDS.events(format.count(state))}</span> : null}
        {typeof state === 'object' ? <Verdict added={state} now={now} words={words} /> : null}
      </div>
    </div>
  );
}

/** The sum of the events of all pages, and the total to compare it with. */
interface AddedUp {
  readonly sum: number;
  readonly total: number;
  /** The number of events in the sum. */
  readonly events: number;
}

/**
 * Adds up the counted events, page by page, newest first. The total is that of the first page: that page is read at one instant, and events
 * that arrive later would be ahead of it, so they are in neither the sum nor the total. `pageBefore` loads a page, `onPage` receives the
 * number of events read. Rejects if a page fails to load, if the player is no longer ranked or another period has begun, and once `signal`
 * is aborted.
 */
export async function addUp(
  pageBefore: (before: string) => Promise<Receipt>,
  onPage: (events: number) => void,
  signal: AbortSignal,
): Promise<AddedUp> {
  let sum = 0;
  let events = 0;
  let looked = 0;
  let first: { readonly total: number; readonly start: string | null } | undefined;
  let before = '';
  for (;;) {
    const page = await pageBefore(before);
    signal.throwIfAborted();
    // A player removed meanwhile no longer has events, which does not mean the total is wrong.
    if (page.place.kind !== 'ranked') throw new Error('The player is not ranked any more.');
    first ??= { total: page.place.points, start: page.period.start };
    // After midnight the page is about a period that has only just begun.
    if (page.period.start !== first.start) throw new Error('Another period has begun.');
    sum += counted(page.events);
    events += countedEvents(page.events).length;
    looked += page.events.length;
    if (page.next === null) return { sum, total: first.total, events };
    before = page.next;
    onPage(looked);
  }
}
