import { restore as restoreBackup } from '../../../server/data/backups/restoring.ts';
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
