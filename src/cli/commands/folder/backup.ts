import type { AnswerTo } from '../../../contract/api.ts';
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { backupName } from '../../../server/data/backups/kept-backups.ts';
import { backUp } from '../../../server/data/backups/backing-up.ts';
import { restore as restoreBackup } from '../../../server/data/backups/restoring.ts';
import { beginNewHistory } from '../../../server/store/postgres/restoring.ts';
import { type Command, commandsOf, fileCalled, type Operation, parsed, UsageError } from '../../asking/command.ts';
import { askServerOn } from '../../asking/server-asking.ts';
import { countOf } from '../../words/count-of.ts';

/** `backup`: everything of the data folder in one file, also while a server runs. Without a place the server makes it where it makes its own. */
export const backup: Command = async (args, operation) => {
  const { place, clock } = operation;
  const [to] = parsed(args, ['TO?']).named;
  if (place.kind === 'postgres')
    throw new Error('A PostgreSQL database is backed up by PostgreSQL: with pg_dump, or with pgBackRest for every moment of the past.');
  const made =
    (to === undefined ? await madeByServer(operation) : undefined) ?? (await backUp(place.folder, fileFor(to, operation), clock()));
  return `${made.file}: ${countOf(made.events, 'event')}, ${countOf(made.standings, 'standing')}, ${Math.ceil(made.bytes / 1024)} KiB. It was folded anew and adds up.`;
};

/** `undefined` if no server runs, or if it makes none and somebody said where. @throws {Error} saying why it made none. */
async function madeByServer(operation: Operation): Promise<AnswerTo<'makeBackup'> | undefined> {
  const ask = await askedServer(operation);
  if (ask === undefined) return undefined;
  if (operation.settings.backup.folder !== undefined && (await ask('backups')).schedule === null) return undefined;
  return ask('makeBackup');
}

async function askedServer({ place, ...waiting }: Operation) {
  return place.kind === 'folder' ? (await askServerOn(place.folder, waiting))?.ask : undefined;
}

/** Those of the server that runs. */
export const backups: Command = commandsOf('Use "backups list". "backup" makes one.', {
  async list(args, operation) {
    parsed(args, []);
    const ask = await askedServer(operation);
    if (ask === undefined) throw new Error('No server runs here, and it is the server that knows its backups. Look into their folder.');
    const { schedule, trouble, backups: kept } = await ask('backups');
    return [
      ...kept.map(
        ({ name, madeAt, origin, bytes, checked }) =>
          `${name}  ${madeAt}  ${origin.padEnd(9)}  ${Math.ceil(bytes / 1024)} KiB  ${checked ? 'checked' : 'NOT CHECKED: it is not whole, or none of this program'}`,
      ),
      ...(schedule === null
        ? []
        : [
            `${countOf(kept.length, 'backup')} in ${schedule.folder}. The newest ${schedule.keep} scheduled and ${schedule.keep} manual ones are kept, and the last of 7 days and 4 weeks.`,
          ]),
      ...(trouble === null ? [] : [trouble]),
    ];
  },
});

/** A folder gets a file of its own name for each moment. @throws {UsageError} if nobody said where. */
function fileFor(to: string | undefined, operation: Operation): string {
  const named = to ?? operation.settings.backup.folder;
  if (named === undefined) throw new UsageError('Say where: "laurels backup TO", or set LAURELS_BACKUP_FOLDER.');
  const path = to === undefined ? resolve(operation.cwd, named) : fileCalled(named, operation);
  const isFolder = to === undefined || to.endsWith('/') || (existsSync(path) && statSync(path).isDirectory());
  return isFolder ? join(path, backupName(operation.clock(), 'manual')) : path;
}

/** `restore FILE`: a backup into the data folder, which must have no data. */
export const restore: Command = async (args, operation) => {
  const { place } = operation;
  const [name] = parsed(args, ['FILE']).named;
  if (place.kind === 'postgres')
    throw new Error('A backup goes into a folder: set LAURELS_DATA. "laurels move" takes it from there to a database.');
  const { madeAt, events, standings } = await restoreBackup(fileCalled(name, operation), place.folder);
  return [
    `Restored into ${place.folder}: ${countOf(events, 'event')}, ${countOf(standings, 'standing')}, which add up.`,
    madeAt === undefined
      ? 'It was no backup of this program, so it has no keys: the server makes a first one when it starts.'
      : `It has everything that was acknowledged before ${madeAt}, with the keys of then. Start the server.`,
  ];
};

/** `restored`: what visitors and callers saw before a database was restored counts no more. */
export const restored: Command = async (args, { place }) => {
  parsed(args, []);
  if (place.kind === 'folder') return 'A folder needs nothing after it was restored: every start of the server is a new history.';
  await beginNewHistory(place.address);
  return 'The database has a new history. Start the servers: what visitors saw of the time after the backup counts no more.';
};
