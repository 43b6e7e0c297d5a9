// Backups: listing, creating, downloading and checking them.
import * as z from 'zod/mini';

import { countSchema, timeSchema } from '../parts/answer-parts.ts';

export const backupsSchema = z.object({
  /** Folder, interval and number kept; null without scheduled backups. */
  schedule: z.nullable(z.object({ folder: z.string(), everySeconds: countSchema, keep: countSchema })),
  /** Why backups are unavailable; null with a backup folder. */
  without: z.nullable(z.enum(['no folder', 'postgres'])),
  /** A problem that needs attention; null if all is well. */
  trouble: z.nullable(z.string()),
  /** Newest first. */
  backups: z.array(
    z.object({
      name: z.string(),
      madeAt: timeSchema,
      bytes: countSchema,
      /** `manual`: created on request. */
      origin: z.enum(['scheduled', 'manual']),
      /** Whether it was replayed from its first event and verified, as every backup is before it gets its name. */
      checked: z.boolean(),
    }),
  ),
});

export type ApiBackups = z.infer<typeof backupsSchema>;

export const madeBackupSchema = z.object({
  /** The path on the server. */
  file: z.string(),
  bytes: countSchema,
  events: countSchema,
  standings: countSchema,
});

/** The data that a drill compares. */
const COMPARED = ['boards', 'events', 'revisions', 'results', 'totals'] as const;

const comparedSchema = z.object({
  what: z.enum(COMPARED),
  same: countSchema,
  /** Added or changed since the backup. */
  newer: countSchema,
  /** Neither the same nor newer: something is wrong. */
  different: countSchema,
});

export type ApiCompared = z.infer<typeof comparedSchema>;

export const checkedBackupSchema = z.object({
  name: z.string(),
  /** The events replayed and the standings found consistent. */
  events: countSchema,
  standings: countSchema,
  /** For a drill: the restored backup compared with the live data. */
  compared: z.nullable(z.array(comparedSchema)),
});

export type ApiCheckedBackup = z.infer<typeof checkedBackupSchema>;

export const backupNameSchema = z.string().check(z.regex(/^laurels-\d{8}T\d{6}Z(?:-manual)?\.backup$/, 'must be the name of a backup'));

const ONLY_FOLDERS = '409 without a backup folder (LAURELS_BACKUP_FOLDER), and with PostgreSQL, which has backups of its own.';

export const BACKUP_ENDPOINTS = {
  backups: {
    route: 'GET /api/v1/backups',
    role: 'viewer',
    summary: 'List backups',
    description: 'The backups in the server’s backup folder. Without a folder, or with PostgreSQL, there are none and "trouble" says why.',
    answers: { 200: { description: 'The backups', schema: backupsSchema } },
  },
  makeBackup: {
    route: 'POST /api/v1/backups',
    role: 'operator',
    summary: 'Create a backup now',
    description:
      'Creates it in the server’s backup folder, next to scheduled ones; the oldest is deleted if there are too many. The answer comes once ' +
      'the backup is verified: some seconds for 100,000 events. If you disconnect, it continues and appears in the list. While a scheduled ' +
      `backup runs, it waits. 409 while another one runs that was created by hand, and with the reason if it fails. ${ONLY_FOLDERS}`,
    answers: { 201: { description: 'The backup', schema: madeBackupSchema } },
    problems: [409],
  },
  downloadBackup: {
    route: 'GET /api/v1/backups/{backup}/file',
    role: 'owner',
    summary: 'Download a backup',
    description:
      'The file, with everything that is stored: players, events, hashes of keys. Accepts a Range header to resume. The audit log records ' +
      'who downloaded it. "laurels restore FILE" restores it.',
    answers: {
      200: { description: 'The file', schema: z.string(), contentType: 'application/octet-stream' },
      206: { description: 'A part of the file', schema: z.string(), contentType: 'application/octet-stream' },
    },
    problems: [404, 409, 416],
  },
  exportEverything: {
    route: 'GET /api/v1/everything',
    role: 'owner',
    summary: 'Export everything',
    description:
      'One archive (.tar.gz) of one moment: events and final results as CSV, catalogue, looks and boards as JSON, and every stored row, so ' +
      'that "laurels import FILE.tar.gz" gives the same answers elsewhere. README.txt in it explains the files. It has the names of all ' +
      'players, hashes of keys and the signing keys of webhooks, but no sessions or invitations. The answer begins once the archive is ' +
      'complete: some seconds for 100,000 events. For large games, run "laurels export everything" on the server. The audit log records ' +
      'who exported it. 409 while another export runs, and with the reason if it fails.',
    answers: { 200: { description: 'The archive', schema: z.string(), contentType: 'application/octet-stream' } },
    problems: [409],
  },
  checkBackup: {
    route: 'POST /api/v1/backups/{backup}/checks',
    role: 'operator',
    summary: 'Verify a backup, or rehearse restoring it',
    description:
      'Both restore the backup to a folder of its own and replay every event, and then delete the folder. A drill also compares what was ' +
      'restored with the live data: boards, events, voided and restored events, final results, and the all-time totals of up to a hundred ' +
      'players per board. Neither changes anything. If you disconnect, it continues. 409 while another check runs, and with the reason if ' +
      `it fails. ${ONLY_FOLDERS}`,
    body: z.strictObject({ does: z.enum(['verify', 'drill'], 'must be "verify" or "drill"') }),
    example: { does: 'drill' },
    answers: { 200: { description: 'The backup can be restored', schema: checkedBackupSchema } },
    problems: [404, 409],
  },
} as const;
