export interface ActWords {
  /** The predicate of an audit sentence: "Olga created a board". */
  readonly did: string;
  /** The imperative: "create the board". */
  readonly order: string;
  /** What the `subject` of its entries names. */
  readonly subject?: string;
}

/** The actions in the audit log. Events that games post are in the ledger instead. */
export const ACTS = {
  'make-board': { did: 'created a board', order: 'create the board' },
  'change-board': { did: 'updated a board', order: 'update the board' },
  'remove-board': { did: 'deleted a board', order: 'delete the board' },
  'set-catalogue': { did: 'updated the catalogue', order: 'update the catalogue' },
  'set-appearance': { did: 'updated the appearance', order: 'update the appearance' },
  'set-privacy': { did: 'updated the privacy setting', order: 'update the privacy setting' },
  'set-review': { did: 'set the review period', order: 'set the review period' },
  'set-limits': { did: 'set the limits of a board', order: 'set the limits of the board' },
  'hide-player': { did: 'hid a player', order: 'hide the player' },
  'remove-player': { did: 'removed a player', order: 'remove the player' },
  'show-player': { did: 'showed a player again', order: 'show the player again' },
  'rename-player': { did: 'renamed a player', order: 'rename the player' },
  'merge-players': { did: 'merged players', order: 'merge the players' },
  'split-players': { did: 'split the merged players', order: 'split the players' },
  'erase-player': { did: 'permanently erased a player', order: 'permanently erase the player' },
  'post-points': { did: 'posted points by hand', order: 'post the points', subject: 'event' },
  'void-event': { did: 'voided an event', order: 'void the event', subject: 'event' },
  'restore-event': { did: 'restored an event', order: 'restore the event', subject: 'event' },
  'accept-points': { did: 'accepted held points', order: 'accept the points', subject: 'event' },
  'reject-points': { did: 'rejected held points', order: 'reject the points', subject: 'event' },
  'hold-points': { did: 'put the points back on hold', order: 'put the points back on hold', subject: 'event' },
  'close-period': { did: 'closed a period', order: 'close the period', subject: 'period' },
  'reopen-period': { did: 'reopened a closed period', order: 'reopen the period', subject: 'period' },
  'settle-period': { did: 'ended the review of a period early', order: 'end the review early', subject: 'period' },
  'mark-payout': { did: 'marked a prize', order: 'mark the prize', subject: 'prize' },
  'begin-import': { did: 'started an import', order: 'start the import', subject: 'import' },
  'end-import': { did: 'finished an import', order: 'finish the import', subject: 'import' },
  'give-up-import': { did: 'abandoned an import', order: 'abandon the import', subject: 'import' },
  'add-key': { did: 'created a key', order: 'create the key', subject: 'key' },
  'revoke-key': { did: 'revoked a key', order: 'revoke the key', subject: 'key' },
  'restore-key': { did: 'restored a revoked key', order: 'restore the key', subject: 'key' },
  'invite-operator': { did: 'created an invitation', order: 'invite them', subject: 'invitation' },
  'withdraw-invitation': { did: 'withdrew an invitation', order: 'withdraw the invitation', subject: 'invitation' },
  join: { did: 'joined', order: 'join', subject: 'person' },
  'change-operator': { did: 'updated an operator', order: 'update the operator', subject: 'person' },
  'remove-operator': { did: 'removed an operator', order: 'remove the operator', subject: 'person' },
  'sign-in': { did: 'signed in', order: 'sign in', subject: 'person' },
  'end-session': { did: 'ended a session', order: 'end the session', subject: 'person' },
  'add-passkey': { did: 'added a passkey', order: 'add the passkey', subject: 'person' },
  'remove-passkey': { did: 'removed a passkey', order: 'remove the passkey', subject: 'person' },
  'add-webhook': { did: 'added a webhook', order: 'add the webhook', subject: 'webhook' },
  'change-webhook': { did: 'updated a webhook', order: 'update the webhook', subject: 'webhook' },
  'change-webhook-key': { did: 'rotated the signing key of a webhook', order: 'rotate the signing key', subject: 'webhook' },
  'test-webhook': { did: 'sent a test message to a webhook', order: 'send a test message', subject: 'webhook' },
  redeliver: { did: 'resent deliveries', order: 'resend the deliveries', subject: 'webhook' },
  'remove-webhook': { did: 'removed a webhook', order: 'remove the webhook', subject: 'webhook' },
  'make-backup': { did: 'created a backup', order: 'create a backup', subject: 'file' },
} as const satisfies Readonly<Record<string, ActWords>>;

export type ActName = keyof typeof ACTS;

export const ACT_NAMES = Object.keys(ACTS) as readonly ActName[];

export function actNamed(name: string): ActName | undefined {
  return ACT_NAMES.find((act) => act === name);
}
