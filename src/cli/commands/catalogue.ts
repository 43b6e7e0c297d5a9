import { existsSync } from 'node:fs';

import { type Catalogue, catalogueSchema } from '../../contract/catalogue.ts';
import { MAX_BODY_BYTES } from '../../contract/endpoint.ts';
import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { catalogueFaults } from '../../server/boards/catalogue-faults.ts';
import { type Command, commandsOf, fileCalled, parsed } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';
import { everyBoard } from '../asking/live-data.ts';
import { readJson } from '../files/json-file.ts';

export const catalogue: Command = commandsOf('Use "catalogue show" or "catalogue set FILE".', {
  show: asking('catalogue', { says: (kept) => JSON.stringify(kept, null, 2) }),
  async set(args, operation) {
    const file = fileCalled(parsed(args, ['FILE']).named[0], operation);
    const sent = readJson(file);
    // A folder that is new will have the one board. A file with faults makes none.
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
    return `The catalogue is set, ${data.how}: ${counts.join(', ')}.`;
  },
});

/**
 * The catalogue that is `sent` in a file, for a server with these boards.
 * @throws {Error} naming every field that breaks a rule, a line each, or if it is too large.
 */
function catalogueOf(sent: unknown, file: string, boards: readonly string[]): Catalogue {
  const faults = catalogueFaults(sent, boards, Infinity);
  if (faults.length > 0)
    throw new Error([...faults.map(({ field, rule }) => `${file}: ${field} ${rule}`), 'Nothing was changed.'].join('\n'));
  const catalogue = catalogueSchema.parse(sent);
  // A server takes no more, and without one it should not be otherwise.
  const size = Buffer.byteLength(JSON.stringify(catalogue));
  if (size > MAX_BODY_BYTES) throw new Error(`${file} has ${size} bytes without spaces; the limit is ${MAX_BODY_BYTES}. Nothing changed.`);
  return catalogue;
}
