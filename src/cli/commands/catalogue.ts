import { existsSync } from 'node:fs';

import { type Catalogue, catalogueSchema } from '../../contract/catalogue.ts';
import { MAX_BODY_BYTES } from '../../contract/endpoint.ts';
import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { catalogueFaults } from '../../server/boards/catalogue-faults.ts';
import { type Command, commandsOf, fileCalled, parsed } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';
import { everyBoard } from '../asking/live-data.ts';
import { readJson } from '../files/text-file.ts';
import { grouped } from '../words/count-of.ts';

export const catalogue: Command = commandsOf({
  show: asking('catalogue', { says: (kept) => JSON.stringify(kept, null, 2) }),
  async set(args, operation) {
    const file = fileCalled(parsed(args, ['FILE']).named[0], operation);
    const sent = readJson(file);
    // A new folder will have only the default board; check first, so that an invalid file creates nothing.
    if (operation.place.kind === 'folder' && !existsSync(operation.place.folder)) catalogueOf(sent, file, [DEFAULT_BOARD]);
    const data = await operation.data('make');
    const boards = await everyBoard(data);
    const wanted = catalogueOf(
      sent,
      file,
      boards.map(({ name }) => name),
    );
    await data.ask('replaceCatalogue', { body: wanted });
    const counts = Object.entries(wanted).map(([part, { length }]) => `${part} ${length}`);
    return `Catalogue set ${data.how}: ${counts.join(', ')}.`;
  },
});

/**
 * Parses a catalogue for a server with these boards.
 * @throws {Error} with a line for each invalid field, or if it is too large.
 */
function catalogueOf(sent: unknown, file: string, boards: readonly string[]): Catalogue {
  const faults = catalogueFaults(sent, boards, Infinity);
  if (faults.length > 0)
    throw new Error([...faults.map(({ field, rule }) => `${file}: ${field} ${rule}`), 'Nothing was changed.'].join('\n'));
  const catalogue = catalogueSchema.parse(sent);
  // The server's limit, applied even without a server.
  const size = Buffer.byteLength(JSON.stringify(catalogue));
  if (size > MAX_BODY_BYTES)
    throw new Error(`${file} has ${grouped(size)} bytes without spaces; the limit is ${grouped(MAX_BODY_BYTES)}. Nothing was changed.`);
  return catalogue;
}
