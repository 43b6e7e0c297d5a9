/** An act in plain words. */
export interface ActWords {
  /** What somebody did: "Olga … a board". */
  readonly did: string;
  /** As an order. */
  readonly order: string;
  /** What the subject of its entries is. */
  readonly subject?: string;
}

/** What is told in the audit log. What games post is not: the ledger has that. */
export const ACTS = {
  'make-board': { did: 'made a board', order: 'make the board' },
  'change-board': { did: 'changed a board', order: 'change the board' },
  'remove-board': { did: 'removed a board', order: 'remove the board' },
  'set-catalogue': { did: 'changed the catalogue', order: 'change the catalogue' },
  'set-appearance': { did: 'changed how the site looks', order: 'change how the site looks' },
  'set-privacy': { did: 'changed what visitors may read', order: 'change what visitors may read' },
  'set-review': { did: 'set the time of review', order: 'set the time of review' },
  'set-limits': { did: 'set the limits of a board', order: 'set the limits of the board' },
  'hide-player': { did: 'hid a player', order: 'hide the player' },
  'remove-player': { did: 'removed a player', order: 'remove the player' },
  'show-player': { did: 'showed a player again', order: 'show the player again' },
  'rename-player': { did: 'renamed a player', order: 'rename the player' },
  'merge-players': { did: 'merged another player into one', order: 'merge the players' },
  'split-players': { did: 'made two players of one again', order: 'make two players of one again' },
  'erase-player': { did: 'erased a player', order: 'erase the player' },
  'post-points': { did: 'posted points by hand', order: 'post the points', subject: 'event' },
  'void-event': { did: 'voided an event', order: 'void the event', subject: 'event' },
  'restore-event': { did: 'restored an event', order: 'restore the event', subject: 'event' },
  'accept-points': { did: 'accepted held points', order: 'accept the points', subject: 'event' },
  'reject-points': { did: 'rejected held points', order: 'reject the points', subject: 'event' },
  'hold-points': { did: 'put points back among the held ones', order: 'hold the points again', subject: 'event' },
  'close-period': { did: 'closed a period', order: 'close the period', subject: 'period' },
  'reopen-period': { did: 'opened a closed period again', order: 'open the period again', subject: 'period' },
  'settle-period': { did: 'ended the review of a period early', order: 'end the review early', subject: 'period' },
  'mark-payout': { did: 'marked a prize', order: 'mark the prize', subject: 'prize' },
  'begin-import': { did: 'began an import', order: 'begin the import', subject: 'import' },
  'end-import': { did: 'ended an import', order: 'end the import', subject: 'import' },
  'give-up-import': { did: 'gave up an import', order: 'give up the import', subject: 'import' },
  'add-key': { did: 'made a key', order: 'make the key', subject: 'key' },
  'revoke-key': { did: 'revoked a key', order: 'revoke the key', subject: 'key' },
  'restore-key': { did: 'made a revoked key valid again', order: 'make the key valid again', subject: 'key' },
  'invite-operator': { did: 'invited somebody', order: 'invite them', subject: 'invitation' },
  'withdraw-invitation': { did: 'withdrew an invitation', order: 'withdraw the invitation', subject: 'invitation' },
  join: { did: 'joined', order: 'join', subject: 'person' },
  'change-operator': { did: 'changed a person', order: 'change the person', subject: 'person' },
  'remove-operator': { did: 'removed a person', order: 'remove the person', subject: 'person' },
  'sign-in': { did: 'signed in', order: 'sign in', subject: 'person' },
  'end-session': { did: 'ended a session', order: 'end the session', subject: 'person' },
  'add-passkey': { did: 'added a passkey', order: 'add the passkey', subject: 'person' },
  'remove-passkey': { did: 'removed a passkey', order: 'remove the passkey', subject: 'person' },
  'add-webhook': { did: 'added a webhook', order: 'add the webhook', subject: 'webhook' },
  'change-webhook': { did: 'changed a webhook', order: 'change the webhook', subject: 'webhook' },
  'change-webhook-key': { did: 'changed the signing key of a webhook', order: 'change the signing key', subject: 'webhook' },
  'test-webhook': { did: 'sent a test to a webhook', order: 'send a test', subject: 'webhook' },
  redeliver: { did: 'sent deliveries again', order: 'send them again', subject: 'webhook' },
  'remove-webhook': { did: 'removed a webhook', order: 'remove the webhook', subject: 'webhook' },
  'make-backup': { did: 'made a backup', order: 'make a backup', subject: 'file' },
} as const satisfies Readonly<Record<string, ActWords>>;

export type ActName = keyof typeof ACTS;

export const ACT_NAMES = Object.keys(ACTS) as readonly ActName[];

/** The act of a name, if there is one. */
export function actNamed(name: string): ActName | undefined {
  return ACT_NAMES.find((act) => act === name);
}
