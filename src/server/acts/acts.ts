import { type ActName, actNamed } from '../../contract/operation/acts.ts';
import { BOARD_UNDOS } from './boards.ts';
import { EVENT_ACTS, EVENT_UNDOS } from './events.ts';
import { HELD_ACTS, HELD_UNDOS } from './held-points.ts';
import { IMPORT_UNDOS } from './imports.ts';
import { KEY_UNDOS } from './keys.ts';
import { MERGE_ACTS, MERGE_UNDOS } from './merges.ts';
import type { Irreversible, Opposite } from './parts/opposite.ts';
import { PAYOUT_UNDOS } from './payouts.ts';
import { PEOPLE_UNDOS } from './people.ts';
import { PERIOD_ACTS, PERIOD_UNDOS } from './periods.ts';
import { PLAYER_ACTS, PLAYER_UNDOS } from './players.ts';
import { SETTING_UNDOS } from './settings.ts';
import { SETTLEMENT_ACTS, SETTLEMENT_UNDOS } from './settlement.ts';
import { WEBHOOK_UNDOS } from './webhooks.ts';
import type { PreviewedActs } from './parts/previewed.ts';

/** Every act with a preview, by its endpoint. */
export const PREVIEWED_ACTS: PreviewedActs = {
  ...EVENT_ACTS,
  ...HELD_ACTS,
  ...MERGE_ACTS,
  ...PERIOD_ACTS,
  ...PLAYER_ACTS,
  ...SETTLEMENT_ACTS,
};

/** What takes each act back. */
const UNDOS: Readonly<Record<ActName, Opposite | Irreversible>> = {
  ...BOARD_UNDOS,
  ...EVENT_UNDOS,
  ...HELD_UNDOS,
  ...IMPORT_UNDOS,
  ...KEY_UNDOS,
  ...MERGE_UNDOS,
  ...PAYOUT_UNDOS,
  ...PEOPLE_UNDOS,
  ...PERIOD_UNDOS,
  ...PLAYER_UNDOS,
  ...SETTING_UNDOS,
  ...SETTLEMENT_UNDOS,
  ...WEBHOOK_UNDOS,
  'make-backup': { why: 'A backup changes nothing.' },
};

/** What takes an act back, or why nothing does. */
export function oppositeOf(act: string): Opposite | Irreversible {
  const known = actNamed(act);
  return known === undefined ? { why: 'This version of Laurels does not know this act.' } : UNDOS[known];
}
