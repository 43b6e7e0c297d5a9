import { ENDPOINTS } from '../contract/api.ts';
import type { PlayerVisibility } from '../contract/game-answers.ts';
import { checked, type Operation, parsed, UsageError, withData } from './command.ts';

/** `players hide`, `players remove`, `players show` and `players list-hidden`. */
export async function players([action, ...args]: readonly string[], operation: Operation): Promise<boolean> {
  if (action === 'list-hidden') {
    parsed(args, []);
    return withData(operation, async (data) => {
      for (const { username, displayName, state, reason } of await data.absentPlayers()) {
        operation.say(`${username.padEnd(24)} ${state.padEnd(7)} ${displayName}${reason === null ? '' : `: ${reason}`}`);
      }
      return true;
    });
  }
  const [name, visibility] = visibilityIn(action, args);
  return withData(operation, async (data) => {
    await data.setPlayerVisibility(name, visibility);
    operation.say(`"${name}" is ${visibility.state}, ${data.how}.`);
    return true;
  });
}

function visibilityIn(action: string | undefined, args: readonly string[]): readonly [name: string, visibility: PlayerVisibility] {
  switch (action ?? '') {
    case 'hide':
      return [parsed(args, ['NAME']).named[0], { state: 'hidden' }];
    case 'show':
      return [parsed(args, ['NAME']).named[0], { state: 'shown' }];
    case 'remove': {
      const { values, named } = parsed(args, ['NAME'], { reason: { type: 'string' } });
      if (values.reason === undefined) throw new UsageError('--reason TEXT is missing. The text is shown on the player’s page.');
      return [named[0], checked(ENDPOINTS.setPlayerVisibility.body.safeParse({ state: 'removed', reason: values.reason }))];
    }
    default:
      throw new UsageError('Use "players hide NAME", "players remove NAME --reason TEXT", "players show NAME" or "players list-hidden".');
  }
}
