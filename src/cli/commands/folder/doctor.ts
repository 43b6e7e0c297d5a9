import { resolve } from 'node:path';

import { CLOCK_MEND } from '../../../server/data/checkup/database-checkup.ts';
import { checkFolder } from '../../../server/data/checkup/folder-checkup.ts';
import { withStore } from '../../../server/data/open-data.ts';
import { ClockWatch } from '../../../server/operation/clock-watch.ts';
import { placeText } from '../../../server/operation/data-place.ts';
import { runningServer } from '../../../server/operation/running-server.ts';
import { type Command, parsed } from '../../asking/command.ts';
import { countOf } from '../../words/count-of.ts';

/** `doctor`: problems with the data, and the commands that fix them. */
export const doctor: Command = async (args, { place, settings, say, clock, cwd }) => {
  parsed(args, []);
  for (const sentence of settings.misspelt) say(sentence);
  if (place.kind === 'postgres') {
    const trouble = await withStore(place, async (store) => {
      await store.health();
      return new ClockWatch(clock, clock).trouble(await store.newestReceivedAt());
    });
    say(`${placeText(place)} is reachable and writable. PostgreSQL takes care of its backups. "laurels rebuild" verifies its contents.`);
    if (trouble !== undefined) say(`- ${trouble}\n  ${CLOCK_MEND}`);
    return trouble === undefined && settings.misspelt.length === 0;
  }
  const server = runningServer(place.folder);
  say(
    server === undefined
      ? `No server is running on ${place.folder}.`
      : `A server is running on ${place.folder}: ${server.url}, process ${server.pid}.`,
  );
  const { folder, everyMs } = settings.backup;
  const findings = await checkFolder(place.folder, {
    now: clock(),
    backup: { folder: folder === undefined ? undefined : resolve(cwd, folder), everyMs },
  });
  for (const { what, mend } of findings) say(`- ${what}\n  ${mend}`);
  say(findings.length === 0 ? 'No problems found.' : `${countOf(findings.length, 'problem')} found.`);
  return findings.length === 0 && settings.misspelt.length === 0;
};

/** `rebuild`: recomputes all standings from events and compares them. Needs exclusive use of a folder; reads a database in one snapshot. */
export const rebuild: Command = async (args, { place, say }) => {
  parsed(args, []);
  const server = place.kind === 'folder' ? runningServer(place.folder) : undefined;
  if (server !== undefined)
    throw new Error(`The server at ${server.url} (process ${server.pid}) is using the data. Stop it, then try again.`);
  const { events, standings, differences } = await withStore(place, (store) => store.verify());
  for (const difference of differences) say(difference);
  const counts = `${countOf(events, 'event')} replayed, ${countOf(standings, 'standing')} compared`;
  say(differences.length === 0 ? `${counts}: no differences.` : `${counts}: ${countOf(differences.length, 'difference')}.`);
  return differences.length === 0;
};
