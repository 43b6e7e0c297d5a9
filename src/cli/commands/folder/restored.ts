import { beginNewHistory } from '../../../server/store/postgres/restoring.ts';
import { type Operation, parsed } from '../../asking/command.ts';

/** `restored`: what visitors and callers saw before a database was restored counts no more. */
export async function restored(args: readonly string[], { place, say }: Operation): Promise<boolean> {
  parsed(args, []);
  if (place.kind === 'folder') say('A folder needs nothing after it was restored: every start of the server is a new history.');
  else {
    await beginNewHistory(place.address);
    say('The database has a new history. Start the servers: what visitors saw of the time after the backup counts no more.');
  }
  return true;
}
