import { withStore } from '../../../server/data/open-data.ts';
import { runningServer } from '../../../server/operation/running-server.ts';
import { type Command, parsed } from '../../asking/command.ts';
import { countOf } from '../../words/count-of.ts';

/** `rebuild`: whether the standings are what all events add up to. Needs a folder for itself; a database it reads as it is at one moment. */
export const rebuild: Command = async (args, { place, say }) => {
  parsed(args, []);
  const server = place.kind === 'folder' ? runningServer(place.folder) : undefined;
  if (server !== undefined) throw new Error(`The server at ${server.url} (process ${server.pid}) uses the data. Stop it, then try again.`);
  const { events, standings, differences } = await withStore(place, (store) => store.verify());
  for (const difference of differences) say(difference);
  const counts = `${countOf(events, 'event')} counted again, ${countOf(standings, 'standing')} compared`;
  say(differences.length === 0 ? `${counts}: no differences.` : `${counts}: they differ.`);
  return differences.length === 0;
};
