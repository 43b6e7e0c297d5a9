import type { Appearance } from '../../contract/operation/appearance.ts';
import { type Command, commandsOf, fileCalled, parsed } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';
import { appearanceIn } from '../files/appearance-file.ts';

export const appearance: Command = commandsOf({
  show: asking('appearance', { says: (kept) => JSON.stringify(kept, null, 2) }),
  async set(args, operation) {
    const sent = await appearanceIn(fileCalled(parsed(args, ['FILE']).named[0], operation));
    const { ask, how } = await operation.data('make');
    return saidOf(await ask('replaceAppearance', { body: sent }), 'set', how);
  },
  unset: asking('replaceAppearance', { asked: () => ({ body: {} }), says: (kept, { how }) => saidOf(kept, 'reset', how) }),
});

function saidOf({ name, colour, logo }: Appearance, done: string, how: string): string {
  const what = [name, colour, logo && 'a logo'].filter((part) => part !== undefined).join(', ');
  return `Appearance ${done} ${how}${what === '' ? '' : `: ${what}`}.`;
}
