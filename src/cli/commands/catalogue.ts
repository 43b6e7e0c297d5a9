import { existsSync } from 'node:fs';

import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { catalogueOf, jsonIn } from '../files/catalogue-file.ts';
import { fileCalled, type Operation, parsed, UsageError, withData } from '../asking/command.ts';
import { everyBoard } from '../asking/live-data.ts';

/** `catalogue show` and `catalogue set`. */
export async function catalogue([action, ...args]: readonly string[], operation: Operation): Promise<boolean> {
  if (action !== 'show' && action !== 'set') throw new UsageError('Use "catalogue show" or "catalogue set FILE".');
  const [name] = parsed(args, action === 'set' ? ['FILE'] : []).named;
  if (name === undefined) {
    return withData(operation, async (data) => {
      operation.say(JSON.stringify(await data.ask('catalogue'), null, 2));
      return true;
    });
  }
  const file = fileCalled(name, operation);
  const sent = jsonIn(file);
  // A folder that is new will have the one board. A file with faults makes none.
  if (operation.place.kind === 'folder' && !existsSync(operation.place.folder)) catalogueOf(sent, file, [DEFAULT_BOARD]);
  return withData(
    operation,
    async (data) => {
      const boards = await everyBoard(data);
      const wanted = catalogueOf(
        sent,
        file,
        boards.map((board) => board.name),
      );
      await data.ask('replaceCatalogue', { body: wanted });
      const counts = Object.entries(wanted).map(([part, { length }]) => `${part} ${length}`);
      operation.say(`The catalogue is set, ${data.how}: ${counts.join(', ')}.`);
      return true;
    },
    'make',
  );
}
