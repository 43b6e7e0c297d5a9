import { beginNewHistory } from '../../../server/store/postgres/restoring.ts';
import { type Command, parsed } from '../../asking/command.ts';

/** `restored`: what visitors and callers saw before a database was restored counts no more. */
export const restored: Command = async (args, { place }) => {
  parsed(args, []);
  if (place.kind === 'folder') return 'A folder needs nothing after it was restored: every start of the server is a new history.';
  await beginNewHistory(place.address);
  return 'The database has a new history. Start the servers: what visitors saw of the time after the backup counts no more.';
};
