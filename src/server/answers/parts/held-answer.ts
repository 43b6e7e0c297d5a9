import { timeText } from '../../../contract/moment-text.ts';
import type { ApiHeld, HeldState } from '../../../contract/operation/held.ts';
import { keptHeld } from '../../boards/points/kept-held.ts';
import type { StoredRecord } from '../../store/records.ts';

export function heldAnswer(record: StoredRecord): ApiHeld {
  const { board, event, rule, reason, note } = keptHeld(record);
  const { id, username, displayName = null, points, at, receivedAt, activity } = event;
  return {
    id: record.id,
    board,
    event: { id, username, displayName, points, at: timeText(at), receivedAt: timeText(receivedAt), activity },
    rule,
    reason,
    state: record.state as HeldState,
    since: timeText(record.at),
    note,
  };
}
