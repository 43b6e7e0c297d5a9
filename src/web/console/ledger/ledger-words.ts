// Texts of the list of events.
import type { ApiEvents } from '../../../contract/lookup.ts';
import type { ApiAuthor } from '../../../contract/operation/audit.ts';
import type { ApiRevised } from '../../../contract/operation/ledger.ts';
import { PERIOD_KINDS, type PeriodKind } from '../../../domain/calendar.ts';
import { PERIOD_NOUNS } from '../parts/words/period-words.ts';

export const EVENTS = {
  heads: { event: 'Event', player: 'Player', points: 'Points', activity: 'Activity', when: 'When', author: 'Posted by', status: 'Status' },
  author: {
    unknown: 'Unknown',
    key: (name: string) => `${name} (key)`,
    person: (name: string) => name,
    command: () => 'Command line',
    server: () => 'Server',
    imported: (by: string) => `${by}, import`,
  },
  received: ', received ',
  status: {
    counted: 'Counted',
    late: 'Too late to count',
    partly: (periods: string) => `Counted for ${periods}; the rest was final`,
    voided: 'Voided',
    finalFor: (periods: string) => `Voided; still counted in the final ${periods}`,
  },
  many: ['event', 'events'],
  bulk: {
    void: (events: string) => ({ opens: 'Void', title: `Void ${events}`, label: 'Void events' }),
    restore: (events: string) => ({ opens: 'Restore', title: `Restore ${events}`, label: 'Restore events' }),
    done: { void: (events: string) => `Voided ${events}.`, restore: (events: string) => `Restored ${events}.` },
    refused: (events: string) => ` ${events} left as they were.`,
    told: {
      void: 'They stay on receipts but no longer count. Final results do not change. You can restore them.',
      restore: 'They count again in every period that is not final.',
    },
  },
  eventOf: (name: string) => `Event of ${name}`,
  facts: {
    player: 'Player',
    points: 'Points',
    board: 'Board',
    activity: 'Activity',
    at: 'Happened',
    received: 'Received',
    author: 'Posted by',
    status: 'Status',
    reason: 'Reason',
    event: 'Event ID',
  },
  others: { title: 'Other events of this player', none: 'No other events on this board.', all: ['', 'All events of this player', ''] },
  about: (name: string) => ` for ${name} on `,
  event: (id: string) => `. Event ${id}.`,
  fields: { reason: { label: 'Reason', hint: 'Visitors may see it.' } },
  void: { opens: 'Void', title: 'Void event', label: 'Void event', done: (name: string) => `${name}’s event was voided.` },
  restore: { opens: 'Restore', title: 'Restore event', label: 'Restore event', done: (name: string) => `${name}’s event was restored.` },
  told: {
    void: 'It stays on the receipt but no longer counts. Final results do not change. You can restore it.',
    restore: 'It counts again in every period that is not final.',
  },
  unchanged: (periods: string) => `Final results did not change: ${periods}.`,
} as const;

/** The author of an event, by id if the name no longer exists. */
export function authorWords(author: ApiAuthor | null): string {
  const { author: words } = EVENTS;
  if (author === null) return words.unknown;
  const { kind, name, id } = author;
  const by = words[kind](name ?? id ?? '');
  return author.import === null ? by : words.imported(by);
}

/** "day, week". */
function nouns(kinds: readonly PeriodKind[]): string {
  return kinds.map((kind) => PERIOD_NOUNS[kind]).join(', ');
}

/** Whether an event counts, and in which periods it does not. */
export function stateOf({ voided, counted }: Pick<ApiEvents['events'][number], 'voided' | 'counted'>): string {
  const { status } = EVENTS;
  if (voided !== null) return counted.length === 0 ? status.voided : status.finalFor(nouns(counted));
  if (counted.length === PERIOD_KINDS.length) return status.counted;
  return counted.length === 0 ? status.late : status.partly(nouns(counted));
}

/** The result of voiding or restoring an event, and what it could not change. */
export function revisedWords({ does, player, periods }: ApiRevised): string {
  const final = periods.flatMap(({ kind, state }) => (state === 'final' ? [kind] : []));
  const done = EVENTS[does].done(player.displayName);
  return final.length === 0 ? done : `${done} ${EVENTS.unchanged(nouns(final))}`;
}
