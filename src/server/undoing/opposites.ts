import { type ActName, ACTS } from '../../contract/operation/audit.ts';
import { changeBoardBack, makeBoardAgain, unmakeBoard } from './board-opposites.ts';
import { restoreKey, revokeKey } from './key-opposites.ts';
import { mergeAgain, splitPlayers } from './merge-opposites.ts';
import type { Irreversible, Opposite } from './opposite.ts';
import { changeOperatorBack, withdrawInvitation } from './operator-opposites.ts';
import { closePeriod, reopenPeriod } from './period-opposites.ts';
import { renameBack, setVisibilityBack } from './player-opposites.ts';
import { holdAgain, rejectAgain, restoreEvent, voidAccepted, voidEvent, voidPosted } from './points-opposites.ts';
import { beginImportAgain, endImport, markPayoutBack } from './settlement-opposites.ts';
import { setAppearanceBack, setCatalogueBack, setLimitsBack, setPrivacyBack, setReviewBack } from './setting-opposites.ts';
import { addWebhookAgain, changeWebhookBack, changeWebhookKeyBack, removeWebhook } from './webhook-opposites.ts';

const SENT: Irreversible = { why: 'A message that was sent cannot be called back.' };

/** What takes each act back. */
const OPPOSITES: Readonly<Record<ActName, Opposite | Irreversible>> = {
  'make-board': unmakeBoard,
  'change-board': changeBoardBack,
  'remove-board': makeBoardAgain,
  'set-catalogue': setCatalogueBack,
  'set-appearance': setAppearanceBack,
  'set-privacy': setPrivacyBack,
  'set-review': setReviewBack,
  'set-limits': setLimitsBack,
  'hide-player': setVisibilityBack,
  'remove-player': setVisibilityBack,
  'show-player': setVisibilityBack,
  'rename-player': renameBack,
  'merge-players': splitPlayers,
  'split-players': mergeAgain,
  'erase-player': { why: 'Erased for ever.' },
  'post-points': voidPosted,
  'void-event': restoreEvent,
  'restore-event': voidEvent,
  'accept-points': voidAccepted,
  'reject-points': holdAgain,
  'hold-points': rejectAgain,
  'close-period': reopenPeriod,
  'reopen-period': closePeriod,
  'settle-period': { why: 'Results that are final stay as they are. Decline a prize that is not to be sent.' },
  'mark-payout': markPayoutBack,
  'begin-import': endImport,
  'end-import': beginImportAgain,
  'give-up-import': beginImportAgain,
  'add-key': revokeKey,
  'revoke-key': restoreKey,
  'restore-key': revokeKey,
  'invite-operator': withdrawInvitation,
  'withdraw-invitation': { why: 'Its link is kept nowhere. Invite them again.' },
  join: { why: 'Remove the person.' },
  'change-operator': changeOperatorBack,
  'remove-operator': { why: 'Their passkeys are forgotten. Invite them again.' },
  'sign-in': { why: 'End the session.' },
  'end-session': { why: 'Only the person can sign in again.' },
  'add-passkey': { why: 'Only the person can remove it.' },
  'remove-passkey': { why: 'It is forgotten. Only the person can add it again.' },
  'add-webhook': removeWebhook,
  'change-webhook': changeWebhookBack,
  'change-webhook-key': changeWebhookKeyBack,
  'test-webhook': SENT,
  redeliver: SENT,
  'remove-webhook': addWebhookAgain,
  'make-backup': { why: 'A backup changes nothing.' },
};

/** What takes an act back, or why nothing does. */
export function oppositeOf(act: string): Opposite | Irreversible {
  const known = ACTS.find((name) => name === act);
  return known === undefined ? { why: 'This version of Laurels does not know this act.' } : OPPOSITES[known];
}
