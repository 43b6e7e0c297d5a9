/** An action's wording. */
export interface ActWords {
  /** Follows a name: "Olga … a board". */
  readonly did: string;
  /** Follows "this would". */
  readonly order: string;
  /** The noun for the subject of its entries. */
  readonly subject?: string;
}

/** The actions of the audit log. Points posted by games are in the ledger instead. */
export const ACTS = {
  'make-board': { did: 'created a board', order: 'create the board', subject: 'copy of' },
  'change-board': { did: 'edited a board', order: 'edit the board' },
  'remove-board': { did: 'deleted a board', order: 'delete the board' },
  'set-catalogue': { did: 'edited the catalogue', order: 'edit the catalogue' },
  'set-appearance': { did: 'changed the appearance', order: 'change the appearance' },
  'set-privacy': { did: 'changed what visitors see', order: 'change what visitors see' },
  'set-review': { did: 'set a review period', order: 'set the review period' },
  'set-limits': { did: 'set the limits of a board', order: 'set the limits of the board' },
  'hide-player': { did: 'hid a player', order: 'hide the player' },
  'remove-player': { did: 'removed a player', order: 'remove the player' },
  'show-player': { did: 'showed a player again', order: 'show the player again' },
  'hide-players': { did: 'hid players', order: 'hide the players' },
  'remove-players': { did: 'removed players', order: 'remove the players' },
  'show-players': { did: 'showed players again', order: 'show the players again' },
  'ban-player': { did: 'banned a player', order: 'ban the player' },
  'lift-ban': { did: 'lifted a ban', order: 'lift the ban' },
  'rename-player': { did: 'renamed a player', order: 'rename the player' },
  'merge-players': { did: 'merged players', order: 'merge the players' },
  'split-players': { did: 'split merged players', order: 'split the merged players' },
  'erase-player': { did: 'erased a player', order: 'erase the player' },
  'add-note': { did: 'wrote a note on a player', order: 'bring the note back', subject: 'note' },
  'delete-note': { did: 'deleted a note on a player', order: 'delete the note', subject: 'note' },
  'post-points': { did: 'posted points by hand', order: 'post the points', subject: 'event' },
  'void-event': { did: 'voided an event', order: 'void the event', subject: 'event' },
  'restore-event': { did: 'restored an event', order: 'restore the event', subject: 'event' },
  'void-events': { did: 'voided events', order: 'void the events', subject: 'selection' },
  'restore-events': { did: 'restored events', order: 'restore the events', subject: 'selection' },
  'accept-points': { did: 'accepted held points', order: 'accept the points', subject: 'event' },
  'reject-points': { did: 'rejected held points', order: 'reject the points', subject: 'event' },
  'hold-points': { did: 'put points back on hold', order: 'put the points back on hold', subject: 'event' },
  'accept-held': { did: 'accepted many points on hold', order: 'accept the points' },
  'reject-held': { did: 'rejected many points on hold', order: 'reject the points' },
  'hold-held': { did: 'put many points back on hold', order: 'put the points back on hold' },
  'close-period': { did: 'closed a period', order: 'close the period', subject: 'period' },
  'reopen-period': { did: 'reopened a period', order: 'reopen the period', subject: 'period' },
  'settle-period': { did: 'made a period final early', order: 'make the period final', subject: 'period' },
  'mark-payout': { did: 'marked a prize', order: 'mark the prize', subject: 'prize' },
  'mark-payouts': { did: 'marked prizes', order: 'mark the prizes' },
  'begin-import': {
    did: 'started an import',
    order: 'start the import again: periods that are not final yet stay open for it until it ends',
    subject: 'import',
  },
  'end-import': { did: 'ended an import', order: 'end the import: periods it held open become final', subject: 'import' },
  'give-up-import': { did: 'abandoned an import', order: 'abandon the import', subject: 'import' },
  'add-key': { did: 'created an API key', order: 'create the key', subject: 'key' },
  'revoke-key': { did: 'revoked an API key', order: 'revoke the key', subject: 'key' },
  'restore-key': { did: 'restored an API key', order: 'restore the key', subject: 'key' },
  'invite-operator': { did: 'invited someone', order: 'invite them', subject: 'invitation' },
  'withdraw-invitation': { did: 'withdrew an invitation', order: 'withdraw the invitation', subject: 'invitation' },
  join: { did: 'joined', order: 'join', subject: 'person' },
  'change-operator': { did: 'edited a person', order: 'edit the person', subject: 'person' },
  'remove-operator': { did: 'removed a person', order: 'remove the person', subject: 'person' },
  'sign-in': { did: 'signed in', order: 'sign in', subject: 'person' },
  'end-session': { did: 'ended a session', order: 'end the session', subject: 'person' },
  'add-passkey': { did: 'added a passkey', order: 'add the passkey', subject: 'person' },
  'remove-passkey': { did: 'removed a passkey', order: 'remove the passkey', subject: 'person' },
  'add-webhook': { did: 'added a webhook', order: 'add the webhook', subject: 'webhook' },
  'change-webhook': { did: 'edited a webhook', order: 'edit the webhook', subject: 'webhook' },
  'change-webhook-key': { did: 'replaced the signing key of a webhook', order: 'replace the signing key', subject: 'webhook' },
  'test-webhook': { did: 'sent a test to a webhook', order: 'send a test', subject: 'webhook' },
  redeliver: { did: 'retried deliveries', order: 'retry the deliveries', subject: 'webhook' },
  'remove-webhook': { did: 'removed a webhook', order: 'remove the webhook', subject: 'webhook' },
  'make-backup': { did: 'created a backup', order: 'create a backup', subject: 'file' },
  'export-everything': { did: 'exported everything', order: 'export everything', subject: 'file' },
  'download-backup': { did: 'downloaded a backup', order: 'download the backup', subject: 'file' },
} as const satisfies Readonly<Record<string, ActWords>>;

export type ActName = keyof typeof ACTS;

export const ACT_NAMES = Object.keys(ACTS) as readonly ActName[];

/** The action with this name; `undefined` if unknown. */
export function actNamed(name: string): ActName | undefined {
  return ACT_NAMES.find((act) => act === name);
}
