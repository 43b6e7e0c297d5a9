import { existsSync } from 'node:fs';

import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { type Command, commandsOf, fileCalled, parsed } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';
import { everyBoard } from '../asking/live-data.ts';
import { catalogueOf } from '../files/catalogue-file.ts';
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
