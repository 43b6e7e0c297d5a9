import type { Receipt } from '../../../contract/player-answers.ts';
import { counted, countedEvents } from './receipt-words.ts';

/** What the events of all pages add up to, and the total they are held against. */
export interface AddedUp {
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
