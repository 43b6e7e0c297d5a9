import { MINUTE_MS } from '../../domain/durations.ts';
import { type Fault, faultsIn } from '../parts/schema-faults.ts';
import { EPOCH_RULE, MAX_SKEW_MS, type PointsEvent, pointsEventSchema } from '../points-event.ts';

/** The rule for a body with a board: a batch has one board, named in the URL. */
export const BOARD_RULE = 'must not be in the body: name the board in the address, such as /api/v1/points?board=speedrun';

/** How to treat an event at the Unix epoch: as a time that was never set, or as a regular time. */
export type Epoch = 'unset' | 'a time';

/** A valid event with its time in epoch milliseconds (null without one), or its invalid fields and their rules. */
export type CheckedEvent =
  | { readonly event: PointsEvent; readonly at: number | null }
  | { readonly refused: string; readonly faults: readonly Fault[] };

/**
 * Checks an event before anything is stored, wherever it comes from.
 * @param now epoch milliseconds: events must not be in the future.
 * @param where prefix of field names, such as `events[3]`.
 */
export function checkedEvent(sent: unknown, now: number, where = '', epoch: Epoch = 'unset'): CheckedEvent {
  const within = (field: string) => (where === '' ? field : `${where}.${field}`);
  const parsed = pointsEventSchema.safeParse(sent);
  if (!parsed.success) {
    const faults = faultsIn(pointsEventSchema, sent, where).map(({ field, rule }) => ({
      field,
      rule: field === within('board') ? BOARD_RULE : rule,
    }));
    return { refused: where === '' ? 'The event is not valid.' : `${where} is not valid.`, faults };
  }
  const event = parsed.data;
  const at = event.at === undefined ? null : Date.parse(event.at);
  const field = within('at');
  if (at === 0 && epoch === 'unset') return { refused: 'The time of the event was never set.', faults: [{ field, rule: EPOCH_RULE }] };
  if (at !== null && at > now + MAX_SKEW_MS) {
    const rule = `must be at most ${MAX_SKEW_MS / MINUTE_MS} minutes ahead of the server's clock, ${new Date(now).toISOString()}`;
    return { refused: 'The event is in the future.', faults: [{ field, rule }] };
  }
  // JSON has -0, which a total must not contain.
  return { event: event.points === 0 ? { ...event, points: 0 } : event, at };
}

/** The canonical text of an event: key order, whitespace and time formats do not matter. */
export function eventContent(event: PointsEvent, at: number | null): string {
  const { id, username, points, activity, displayName, avatar } = event;
  return JSON.stringify([id, username, points, at, activity ?? null, displayName ?? null, avatar ?? null]);
}
