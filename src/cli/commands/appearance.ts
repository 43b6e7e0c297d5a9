import { appearanceIn } from '../files/appearance-file.ts';
import { fileCalled, type Operation, parsed, UsageError, withData } from '../asking/command.ts';

/** `appearance show`, `appearance set` and `appearance unset`. */
export async function appearance([action, ...args]: readonly string[], operation: Operation): Promise<boolean> {
  if (action !== 'show' && action !== 'set' && action !== 'unset')
    throw new UsageError('Use "appearance show", "appearance set FILE" or "appearance unset".');
  const [name] = parsed(args, action === 'set' ? ['FILE'] : []).named;
  if (action === 'show') {
    return withData(operation, async (data) => {
      operation.say(JSON.stringify(await data.ask('appearance'), null, 2));
      return true;
    });
  }
  const sent = name === undefined ? {} : await appearanceIn(fileCalled(name, operation));
  return withData(
    operation,
    async (data) => {
      const { name: game, colour, logo } = await data.ask('replaceAppearance', { body: sent });
      const what = [game, colour, logo && 'a logo'].filter((part) => part !== undefined).join(', ');
      operation.say(`The appearance is ${action}, ${data.how}${what === '' ? '' : `: ${what}`}.`);
      return true;
    },
    action === 'set' ? 'make' : 'refuse',
  );
}
