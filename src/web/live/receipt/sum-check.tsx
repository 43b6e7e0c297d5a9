import { useEffect, useRef, useState } from 'react';

import type { PlayerQuestion } from '../../../contract/live-source.ts';
import type { Receipt } from '../../../contract/player-answers.ts';
import { ADDS_UP } from '../../../domain/scoring.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useLiveEdition } from '../asking/use-live.ts';
import { counted, countedEvents } from './receipt-words.ts';
import styles from './receipt.module.css';

interface SumCheckProps {
  readonly receipt: Receipt;
  readonly question: PlayerQuestion;
  /** Whether the receipt is the newest page. */
  readonly isFirst: boolean;
}

/** Adds the counted events up in the browser and holds the sum against the total: on one page at once, over several on request. */
export function SumCheck({ receipt, question, isFirst }: SumCheckProps) {
  const { place, board, events, next } = receipt;
  const format = useNumberFormat();
  if (place.kind !== 'ranked' || !ADDS_UP[board.scoring]) return null;
  const words = unitWords(board, format);
  const sum = counted(events);
  if (!isFirst || next !== null)
    return (
      <WholeSum
        key={`${question.board} ${question.period} ${question.at}`}
        question={question}
        here={sum}
        now={place.points}
        words={words}
      />
    );
  const added = { sum, total: place.points, events: countedEvents(events).length };
  return (
    <p className={`cluster muted ${styles.check} ${styles.verdict}`} data-fits={fits(added) ? '' : undefined}>
      <Verdict added={added} now={place.points} words={words} />
    </p>
  );
}

function fits({ sum, total }: AddedUp): boolean {
  return sum === total;
}

/** `now` is the total on this page: points may have arrived since the events were added up. */
interface VerdictProps {
  readonly added: AddedUp;
  readonly now: number;
  readonly words: UnitWords;
}

function Verdict({ added, now, words: { figure } }: VerdictProps) {
  const format = useNumberFormat();
  const { sum, total, events } = added;
  const sums = `${format.count(events)} ${events === 1 ? 'event adds' : 'events add'} up to ${figure(sum)}`;
  return (
    <>
      <svg viewBox="0 0 12 12" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
        <path d={fits(added) ? 'M1 6l4 4 6-8' : 'M2 2l8 8M10 2l-8 8'} />
      </svg>
      {!fits(added)
        ? `The events add up to ${figure(sum)}, but the total is ${figure(total)}. Please tell the people who run this site.`
        : total === now
          ? `${sums}, which is the total.`
          : `${sums}, which was the total when they were added up.`}
    </>
  );
}

type Adding =
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'adding'; readonly events: number }
  | { readonly kind: 'failed' }
  | { readonly kind: 'added'; readonly added: AddedUp };

interface WholeSumProps {
  readonly question: PlayerQuestion;
  /** The sum of this page alone. */
  readonly here: number;
  readonly now: number;
  readonly words: UnitWords;
}

function WholeSum({ question, here, now, words }: WholeSumProps) {
  const { source } = useLiveEdition();
  const [state, setState] = useState<Adding>({ kind: 'not-yet' });
  const calledOff = useRef<AbortController>(null);
  // A player may have thousands of pages: nobody waits for them once the page is left.
  useEffect(() => () => calledOff.current?.abort(), []);

  const add = async () => {
    const controller = new AbortController();
    calledOff.current = controller;
    setState({ kind: 'adding', events: 0 });
    try {
      const added = await addUp(
        (before) => source.receipt(question, before),
        (events) => setState({ kind: 'adding', events }),
        controller.signal,
      );
      setState({ kind: 'added', added });
    } catch {
      if (!controller.signal.aborted) setState({ kind: 'failed' });
    }
  };
  const isAdding = state.kind === 'adding';
  return (
    <div className={`cluster muted ${styles.check}`}>
      <p>This page adds up to {words.figure(here)}.</p>
      {/* Not `disabled`: that would take the focus away from whoever has just pressed it. */}
      <button type="button" className={control.button} aria-disabled={isAdding} onClick={isAdding ? undefined : () => void add()}>
        Add up all pages
      </button>
      {/* There from the beginning, or what comes into it would not be announced. */}
      <p
        role="status"
        className={state.kind === 'added' ? `cluster muted ${styles.check} ${styles.verdict}` : undefined}
        data-fits={state.kind === 'added' && fits(state.added) ? '' : undefined}
      >
        <Progress state={state} now={now} words={words} />
      </p>
    </div>
  );
}

function Progress({ state, now, words }: { readonly state: Adding; readonly now: number; readonly words: UnitWords }) {
  const format = useNumberFormat();
  switch (state.kind) {
    case 'not-yet':
      return null;
    case 'adding':
      // The number is for the eye: announced at every page, it would drown out everything else.
      return (
        <>
          Adding up<span aria-hidden="true">: {format.count(state.events)} events</span>
        </>
      );
    case 'failed':
      return 'Some pages could not be loaded. Try again.';
    case 'added':
      return <Verdict added={state.added} now={now} words={words} />;
  }
}

/** What the events of all pages add up to, and the total they are held against. */
interface AddedUp {
  readonly sum: number;
  readonly total: number;
  /** How many are in the sum. */
  readonly events: number;
}

/**
 * Adds up the events that count, page by page, newest first. The total is the one the first page said: that page was
 * read at one instant, and what arrives later would be at its head, so it is neither in the sum nor in that total.
 * `pageBefore` gets a page, `onPage` hears how many events were looked at. Rejects when a page cannot be had, when the
 * player is not ranked any more or another period has begun, and once `signal` is aborted.
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
    // Whoever was taken off meanwhile has no events any more: that is no wrong total.
    if (page.place.kind !== 'ranked') throw new Error('The player is not ranked any more.');
    first ??= { total: page.place.points, start: page.period.start };
    // Midnight came: the page is about a period that has only begun.
    if (page.period.start !== first.start) throw new Error('Another period has begun.');
    sum += counted(page.events);
    events += countedEvents(page.events).length;
    looked += page.events.length;
    if (page.next === null) return { sum, total: first.total, events };
    before = page.next;
    onPage(looked);
  }
}
