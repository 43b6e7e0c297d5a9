// Texts of the backups page.
import type { ApiCheckedBackup, ApiCompared } from '../../../contract/operation/backups.ts';

const WHAT: Readonly<Record<ApiCompared['what'], string>> = {
  boards: 'Boards',
  events: 'Events',
  revisions: 'Voided and restored events',
  results: 'Final ranks',
  totals: 'All-time totals, up to 100 players per board',
};

export const BACKUPS = {
  page: { title: 'Backups', lead: 'Copies of everything that is stored, in one file each.' },
  make: { opens: 'Back up now', title: 'Create a backup', label: 'Back up now' },
  makeTold: 'The server copies its data, replays every event in the copy, and compares the totals. Points keep arriving meanwhile.',
  made: (events: number, count: string) => `Backup created and verified: ${count} ${events === 1 ? 'event' : 'events'}.`,
  schedule: (every: string, keep: number, folder: string) =>
    `A backup is created every ${every} in ${folder}. Kept: the newest ${keep} scheduled and ${keep} manual backups, and the last of each of 7 days and 4 weeks. Older ones are deleted.`,
  change: ['Change the folder and the schedule with ', ' and a restart.'],
  copySetting: 'Copy setting',
  folder: {
    title: 'Set a backup folder',
    steps: [
      ['Choose a folder on another disk than the data, writable by the server’s user.', ''],
      ['Set it where the server is started:', 'LAURELS_BACKUP_FOLDER=/var/backups/laurels'],
      ['Restart the server. The first backup is made at once, then one every day (LAURELS_BACKUP_EVERY).', ''],
    ],
  },
  postgres: 'To rehearse a restore, restore the dump into another database and start a second server on it.',
  none: 'No backups yet.',
  heads: { made: 'Created', kind: 'Kind', size: 'Size', state: 'Verified' },
  kinds: { scheduled: 'Scheduled', manual: 'Manual' },
  verified: 'Verified',
  unverified: 'Not verified: incomplete, or not a Laurels backup',
  verify: {
    opens: 'Verify',
    label: 'Verify backup',
    title: 'Verify this backup',
    told: 'Restores the backup to a temporary folder, replays every event and compares the totals, then deletes the folder. Nothing else changes.',
  },
  drill: {
    opens: 'Restore drill',
    label: 'Start the drill',
    title: 'Rehearse restoring this backup',
    told: 'A drill changes nothing. It restores the backup to a temporary folder, replays every event, compares the result with the live data, and deletes the folder.',
  },
  checked: 'Backup checked.',
  passed: ({ events, standings }: ApiCheckedBackup, count: (value: number) => string) =>
    `The backup can be restored: ${count(events)} ${events === 1 ? 'event' : 'events'} replayed, and ${count(standings)} ${standings === 1 ? 'total matches' : 'totals match'}.`,
  compared: {
    title: 'Restored backup and live data',
    heads: { what: 'Compared', same: 'The same', newer: 'Newer', different: 'Different' },
  },
  what: (what: ApiCompared['what']) => WHAT[what],
  allSame: 'The live data is the same, apart from what is newer than the backup.',
  differs: 'Some live data differs from the backup and is not newer. Keep this backup, and run “laurels doctor” on the server.',
  done: 'Done',
  download: 'Download',
  downloading: (part: string) => `Downloading ${part}`,
  downloadFailed: 'The download failed. Try again.',
  everything: {
    title: 'Export everything',
    label: 'Export everything',
    told: 'One archive to keep or to move elsewhere: events and final results as CSV, the settings as JSON, and every stored row. “laurels import FILE.tar.gz” runs the game from it, with the same answers. It has all names and the signing keys of webhooks: keep it private.',
    preparing: 'Preparing the archive',
    failed: 'The export failed. Try again, or run “laurels export everything FILE.tar.gz” on the server.',
  },
  ownersOnly: 'Only owners can download backups.',
} as const;
