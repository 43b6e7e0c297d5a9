import type { BodyOf, ENDPOINTS, PreviewedId } from '../../contract/api.ts';
import type { Variables } from '../../contract/endpoint.ts';
import { type ActName, actNamed } from '../../contract/operation/acts.ts';
import { BOARD_UNDOS } from './boards.ts';
import { EVENT_UNDOS, revisingEvent } from './events.ts';
import { MANY_EVENTS_UNDOS, revisingEvents } from './many/events.ts';
import { acceptingHeld, HELD_UNDOS } from './held-points.ts';
import { IMPORT_UNDOS } from './imports.ts';
import { KEY_UNDOS } from './keys.ts';
import { banning, BAN_UNDOS } from './many/ban.ts';
import { decidingHeld, MANY_HELD_UNDOS } from './many/held.ts';
import { markingPayouts, PAYOUTS_UNDOS } from './many/payouts.ts';
import { MANY_PLAYERS_UNDOS, settingVisibilities } from './many/players.ts';
import { MERGE_UNDOS, mergingPlayers } from './merges.ts';
import type { ActParts } from './parts/act-parts.ts';
import type { Irreversible, Opposite } from './parts/opposite.ts';
import type { PreviewedAct } from './parts/previewed.ts';
import { PAYOUT_UNDOS } from './payouts.ts';
import { PEOPLE_UNDOS } from './people.ts';
import { PERIOD_UNDOS, reopeningPeriod } from './periods.ts';
import { PLAYER_UNDOS, settingVisibility } from './players.ts';
import { SETTING_UNDOS } from './settings.ts';
import { settlingPeriod } from './settlement.ts';
import { WEBHOOK_UNDOS } from './webhooks.ts';

/** Acts with a preview, by endpoint. Each throws or rejects with a Problem if it cannot be done. */
export const PREVIEWED_ACTS: {
  readonly [Id in PreviewedId]: (
    parts: ActParts,
    asked: { readonly variables: Variables<(typeof ENDPOINTS)[Id]>; readonly body: BodyOf<Id> },
  ) => PreviewedAct<object>;
} = {
  banPlayer: ({ boards }, { variables: { username }, body }) => banning(boards, username, body),
  decideHeld: ({ boards }, { body }) => decidingHeld(boards, body),
  markPayouts: ({ boards }, { body }) => markingPayouts(boards, body),
  setVisibilities: ({ boards }, { body }) => settingVisibilities(boards, body),
  acceptHeld: ({ boards }, { variables: { held } }) => acceptingHeld(boards, held),
  mergePlayers: (parts, { variables: { username }, body: { into } }) => mergingPlayers(parts, username, into),
  reopenPeriod: ({ boards }, { variables: { board }, body }) => reopeningPeriod(boards, board, body),
  reviseEvent: ({ boards }, { variables: { board }, body }) => revisingEvent(boards, board, body),
  reviseEvents: (parts, { body }) => revisingEvents(parts, body),
  setPlayerVisibility: ({ boards }, { variables: { username }, body }) => settingVisibility(boards, username, body),
  settlePeriod: (parts, { variables: { board }, body }) => settlingPeriod(parts, board, body),
};

/** How to undo each act. */
const UNDOS: Readonly<Record<ActName, Opposite | Irreversible>> = {
  ...BOARD_UNDOS,
  ...EVENT_UNDOS,
  ...HELD_UNDOS,
  ...MANY_HELD_UNDOS,
  ...IMPORT_UNDOS,
  ...KEY_UNDOS,
  ...MANY_EVENTS_UNDOS,
  ...MERGE_UNDOS,
  ...PAYOUT_UNDOS,
  ...PAYOUTS_UNDOS,
  ...PEOPLE_UNDOS,
  ...PERIOD_UNDOS,
  ...PLAYER_UNDOS,
  ...BAN_UNDOS,
  ...MANY_PLAYERS_UNDOS,
  ...SETTING_UNDOS,
  ...WEBHOOK_UNDOS,
  'settle-period': { why: 'Final results can’t be changed. Decline a prize you won’t send.' },
  'make-backup': { why: 'A backup changes nothing.' },
  'export-everything': { why: 'An exported file can’t be recalled.' },
  'download-backup': { why: 'A downloaded file can’t be recalled.' },
};

/** How to undo an act, or why it cannot be undone. */
export function oppositeOf(act: string): Opposite | Irreversible {
  const known = actNamed(act);
  return known === undefined ? { why: 'This version of Laurels does not know this action.' } : UNDOS[known];
}
