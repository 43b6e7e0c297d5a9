import { readCatalogueFile } from './files/catalogue-file.ts';
import { fileCalled, type Operation, parsed, UsageError, withData } from './command.ts';

/** `catalogue show` and `catalogue set`. */
export async function catalogue([action, ...args]: readonly string[], operation: Operation): Promise<boolean> {
  if (action !== 'show' && action !== 'set') throw new UsageError('Use "catalogue show" or "catalogue set FILE".');
  const [name] = parsed(args, action === 'set' ? ['FILE'] : []).named;
  return withData(
    operation,
    async (data) => {
      if (name === undefined) {
        operation.say(JSON.stringify(await data.catalogue(), null, 2));
        return true;
      }
      const boards = await data.boards();
      const wanted = readCatalogueFile(
        fileCalled(name, operation),
        boards.map((board) => board.name),
      );
      await data.replaceCatalogue(wanted);
      const counts = Object.entries(wanted).map(([part, { length }]) => `${part} ${length}`);
      operation.say(`The catalogue is set, ${data.how}: ${counts.join(', ')}.`);
      return true;
    },
    action === 'set' ? 'make' : 'refuse',
  );
}
