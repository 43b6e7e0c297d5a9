import type { AnswerTo } from '../../../contract/api.ts';
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { isCompressed } from '../../../server/data/archive/importing.ts';
import { backupName } from '../../../server/data/backups/kept-backups.ts';
import { backUp } from '../../../server/data/backups/backing-up.ts';
import { restore as restoreBackup } from '../../../server/data/backups/restoring.ts';
import { beginNewHistory } from '../../../server/store/postgres/restoring.ts';
import { type Command, commandsOf, fileCalled, type Operation, parsed, UsageError } from '../../asking/command.ts';
import { askServerOn } from '../../asking/server-asking.ts';
import { countOf, grouped } from '../../words/count-of.ts';
import { momentWords } from '../../../contract/parts/time-words.ts';

/** `backup`: the data folder in one file, even while a server runs. Without `TO`, the server creates it in its own folder. */
export const backup: Command = async (args, operation) => {
  const { place, clock } = operation;
  const [to] = parsed(args, ['TO?']).named;
  if (place.kind === 'postgres')
    throw new Error('Back up PostgreSQL with its own tools: pg_dump, or pgBackRest for point-in-time recovery.');
  const made =
    (to === undefined ? await madeByServer(operation) : undefined) ?? (await backUp(place.folder, fileFor(to, operation), clock()));
  return `${made.file}: ${countOf(made.events, 'event')}, ${countOf(made.standings, 'standing')}, ${Math.ceil(made.bytes / 1024)} KiB. Verified by replaying all events.`;
};

/** `undefined` without a server, or if the server has no backup folder but this command does. @throws {Error} if it fails. */
async function madeByServer(operation: Operation): Promise<AnswerTo<'makeBackup'> | undefined> {
  const ask = await askedServer(operation);
  if (ask === undefined) return undefined;
  if (operation.settings.backup.folder !== undefined && (await ask('backups')).schedule === null) return undefined;
  return ask('makeBackup');
}

async function askedServer({ place, ...waiting }: Operation) {
  return place.kind === 'folder' ? (await askServerOn(place.folder, waiting))?.ask : undefined;
}

export const backups: Command = commandsOf({
  async list(args, operation) {
    parsed(args, []);
    const ask = await askedServer(operation);
    if (ask === undefined) throw new Error('No server is running, and only the server lists its backups. Look in the backup folder.');
    const { schedule, trouble, backups: kept } = await ask('backups');
    return [
      ...kept.map(
        ({ name, madeAt, origin, bytes, checked }) =>
          `${name}  ${momentWords(madeAt)}  ${origin.padEnd(9)}  ${grouped(Math.ceil(bytes / 1024))} KiB  ${checked ? 'verified' : 'NOT VERIFIED: incomplete, or not a Laurels backup'}`,
      ),
      ...(schedule === null
        ? []
        : [
            `${countOf(kept.length, 'backup')} in ${schedule.folder}. Kept: the newest ${schedule.keep} scheduled and ${schedule.keep} manual ones, plus the last of each of 7 days and 4 weeks.`,
          ]),
      ...(trouble === null ? [] : [trouble]),
    ];
  },
});

/** In a folder, the file is named by time. @throws {UsageError} if no place is given or set. */
function fileFor(to: string | undefined, operation: Operation): string {
  const named = to ?? operation.settings.backup.folder;
  if (named === undefined) throw new UsageError('Specify where: "laurels backup TO", or set LAURELS_BACKUP_FOLDER.');
  const path = to === undefined ? resolve(operation.cwd, named) : fileCalled(named, operation);
  const isFolder = to === undefined || to.endsWith('/') || (existsSync(path) && statSync(path).isDirectory());
  return isFolder ? join(path, backupName(operation.clock(), 'manual')) : path;
}

/** `restore FILE`: restores a backup into the data folder, which must be empty. */
export const restore: Command = async (args, operation) => {
  const { place } = operation;
  const [name] = parsed(args, ['FILE']).named;
  if (isCompressed(fileCalled(name, operation)))
    throw new Error(`${name} is not a backup. If it is from "laurels export everything", import it: laurels import ${name}`);
  if (place.kind === 'postgres')
    throw new Error('Backups are restored to a folder: set LAURELS_DATA, then use "laurels move" to copy it to a database.');
  const { madeAt, events, standings } = await restoreBackup(fileCalled(name, operation), place.folder);
  return [
    `Restored to ${place.folder} and verified: ${countOf(events, 'event')}, ${countOf(standings, 'standing')}.`,
    madeAt === undefined
      ? 'The file is not a Laurels backup and has no keys: the server creates a key when it starts.'
      : `It has everything acknowledged before ${momentWords(madeAt)}, with the keys of that time. Start the server.`,
  ];
};

/** `restored`: starts a new history after restoring PostgreSQL, so that clients discard positions from after the backup. */
export const restored: Command = async (args, { place }) => {
  parsed(args, []);
  if (place.kind === 'folder') return 'Nothing to do for a folder: every start of the server begins a new history.';
  await beginNewHistory(place.address);
  return 'The database has a new history. Start the servers; browsers will discard anything newer than the backup.';
};
