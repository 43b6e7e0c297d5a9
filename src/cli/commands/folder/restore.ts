import { restore as restoreBackup } from '../../../server/data/backups/restoring.ts';
import { beginNewHistory } from '../../../server/store/postgres/restoring.ts';
import { type Command, fileCalled, parsed } from '../../asking/command.ts';
import { countOf } from '../../words/count-of.ts';

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
