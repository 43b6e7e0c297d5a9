import { type Command, commandsOf, fileCalled, parsed } from '../asking/command.ts';
import type { LiveData } from '../asking/live-data.ts';
import { appearanceIn } from '../files/appearance-file.ts';

export const appearance: Command = commandsOf('Use "appearance show", "appearance set FILE" or "appearance unset".', {
  async show(args, { data }) {
    parsed(args, []);
    return JSON.stringify(await (await data()).ask('appearance'), null, 2);
  },
  async set(args, operation) {
    const sent = await appearanceIn(fileCalled(parsed(args, ['FILE']).named[0], operation));
    return replaced(await operation.data('make'), 'set', sent);
  },
  async unset(args, { data }) {
    parsed(args, []);
    return replaced(await data(), 'unset', {});
  },
});

async function replaced({ ask, how }: LiveData, done: string, sent: object): Promise<string> {
  const { name, colour, logo } = await ask('replaceAppearance', { body: sent });
  const what = [name, colour, logo && 'a logo'].filter((part) => part !== undefined).join(', ');
  return `The appearance is ${done}, ${how}${what === '' ? '' : `: ${what}`}.`;
}
