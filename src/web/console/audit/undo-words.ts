// The effect of undoing an entry of the audit log, in one sentence.
import type { ApiAuditEntry } from '../../../contract/operation/audit.ts';
import { toldFields } from '../parts/told-fields.ts';
import type { BoardTexts } from '../parts/words/of-board.tsx';

type Entry = Pick<ApiAuditEntry, 'act' | 'board' | 'player' | 'subject' | 'before' | 'after'>;

interface Undone {
  /** The player's display name. */
  readonly name: string;
  readonly subject: string;
  /** The board's title. */
  readonly board: string;
  /** The points of the event, in words. */
  readonly points: string;
  readonly before: Readonly<Record<string, unknown>>;
  /** The changed fields and their previous values: "title back to “First”", "title and 2 more fields back". */
  readonly back: string;
}

const VISIBLE = { shown: 'Shows', hidden: 'Hides', removed: 'Removes' } as Readonly<Record<string, string>>;

const visibility = ({ name, before }: Undone) => `${VISIBLE[String(before['state'])] ?? VISIBLE['shown']} ${name} again.`;
const visibilities = () => 'Returns each player to how they were shown before.';
/** A ban of a player who was already removed keeps no previous state. */
function banLifted({ name, before }: Undone): string {
  const shown = VISIBLE[String(before['state'])];
  return shown === undefined
    ? `Restores the events of ${name} and puts their points back on hold.`
    : `${shown} ${name} again, restores their events and puts their points back on hold.`;
}

const voided = ({ subject, name, points }: Undone) => `Voids event ${subject}: ${name} loses ${points}.`;
const fieldsBack = ({ back }: Undone) => `Sets ${back}.`;
const revoked = ({ subject }: Undone) => `Revokes key ${subject}.`;
const importAgain = ({ subject }: Undone) =>
  `Starts the import of ${subject} again. Periods that are not final yet stay open until it ends.`;

const SENTENCES: Readonly<Record<string, (undone: Undone) => string>> = {
  'post-points': voided,
  'accept-points': voided,
  'add-note': () => 'Deletes the note.',
  'delete-note': () => 'Brings the note back.',
  'void-event': ({ subject, name, points }) => `Restores event ${subject}: ${name} gets ${points} back.`,
  'restore-event': ({ subject, name, points }) => `Voids event ${subject} again: ${name} loses ${points}.`,
  'void-events': () => 'Restores the events this voided.',
  'restore-events': () => 'Voids the events this restored again.',
  'reject-points': ({ name }) => `Puts the points of ${name} back on hold.`,
  'hold-points': ({ name }) => `Rejects the points of ${name} again.`,
  'accept-held': () => 'Voids the events this accepted.',
  'reject-held': () => 'Puts the points this rejected back on hold.',
  'hold-held': () => 'Rejects the points this put back on hold.',
  'hide-player': visibility,
  'remove-player': visibility,
  'show-player': visibility,
  'hide-players': visibilities,
  'remove-players': visibilities,
  'show-players': visibilities,
  'ban-player': banLifted,
  'lift-ban': ({ name }) => `Bans ${name} again: voids the same events and rejects the same points.`,
  'rename-player': ({ back }) => `Changes ${back}.`,
  'merge-players': ({ name }) => `Splits the merged players: the events that moved return to ${name}.`,
  'close-period': ({ board, subject }) => `Reopens ${subject} of ${board} for an hour, for corrections.`,
  'reopen-period': ({ board, subject }) => `Closes ${subject} of ${board} again.`,
  'mark-payout': ({ before, name }) => `Marks the prize of ${name} as ${String(before['state'])} again.`,
  'mark-payouts': () => 'Returns each prize to its former status.',
  'make-board': ({ board }) => `Deletes ${board}, or archives it if it has points.`,
  'remove-board': ({ board }) => `Creates ${board} again.`,
  'begin-import': ({ subject }) => `Ends the import of ${subject}. Periods it held open become final.`,
  'end-import': importAgain,
  'give-up-import': importAgain,
  'add-key': revoked,
  'restore-key': revoked,
  'revoke-key': ({ subject }) => `Restores key ${subject}: programs can use it again.`,
  'invite-operator': () => 'Withdraws the invitation: its link stops working.',
  'add-webhook': ({ subject }) => `Removes webhook ${subject}.`,
  'remove-webhook': ({ subject }) => `Adds webhook ${subject} again, without the deliveries that were queued.`,
  'change-webhook-key': ({ subject }) => `Restores the former signing key of webhook ${subject}.`,
};

/** Longer values are left out of the sentence. */
const MOST_LETTERS = 40;

/** The effect of undoing an entry, as a sentence: "Restores event match-2: ada gets 60 pts back." Settings name the fields they restore. */
export function undoWords(entry: Entry, names: BoardTexts): string {
  const points = objectOf(entry.after)['points'];
  const changed = toldFields(entry.after, entry.before);
  const [first, ...others] = changed;
  const to = (value: string) => (value === '' ? ' to none' : value.length > MOST_LETTERS ? '' : ` to “${value}”`);
  return (SENTENCES[entry.act] ?? fieldsBack)({
    name: entry.player?.displayName ?? 'the player',
    subject: entry.subject ?? '',
    board: entry.board === null ? '' : names.board(entry.board),
    points: typeof points === 'number' && entry.board !== null ? names.total(entry.board, points) : 'the points',
    before: objectOf(entry.before),
    back:
      first === undefined
        ? 'everything back'
        : others.length === 0
          ? `${first.field} back${to(first.after)}`
          : `${first.field} and ${others.length} more ${others.length === 1 ? 'field' : 'fields'} back`,
  });
}

/** Whether the sentence describes the undo completely: other actions show their fields before and after. */
export function saysAll(act: string): boolean {
  return act in SENTENCES && act !== 'rename-player';
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
