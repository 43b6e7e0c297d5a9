import type { PlayerVisibility } from '../../contract/game-answers.ts';
import { type Command, commandsOf, FLAG, parsed, TEXT, UsageError } from '../asking/command.ts';
import { type LiveData, pagesOf } from '../asking/live-data.ts';
import { asking } from '../asking/endpoint-command.ts';
import { confirmed, itemsIn } from '../asking/many.ts';
import { countOf } from '../words/count-of.ts';

const SHOWN = 'It is shown on the player’s page.';

const LATER = 'Traces in free space of the database disappear on their own.';

export const players: Command = commandsOf({
  'list-hidden': asking('absentPlayers', {
    says: ({ players }) =>
      players.map(
        ({ username, displayName, state, reason }) =>
          `${username.padEnd(24)} ${state.padEnd(7)} ${displayName}${reason === null ? '' : `: ${reason}`}`,
      ),
  }),
  rename: asking('renamePlayer', {
    args: ['NAME', 'NEW-NAME'],
    options: { 'display-name': TEXT },
    asked: ([username, called], { 'display-name': displayName }) => ({ username, body: { username: called, displayName } }),
    says: (_, { how }, [username, called]) =>
      `"${username}" renamed to "${called}" ${how}. The old name is free: posting under it creates a new player.`,
  }),
  erase: asking('erasePlayer', {
    args: ['NAME'],
    options: { yes: FLAG },
    asked([username], { yes }) {
      if (yes !== true)
        throw new UsageError(`This can’t be undone. To erase this player permanently, run "players erase ${username} --yes".`);
      return { username };
    },
    says: ({ traces }, { how }) => [
      `Player erased ${how}. ${traces === 'gone' ? 'Nothing is left in the database files.' : LATER}`,
      'Earlier backups still contain the player: after restoring one, erase the player again.',
    ],
  }),
  merge: asking('mergePlayers', {
    args: ['NAME', 'into', 'OTHER'],
    asked([username, word, into]) {
      if (word.toLowerCase() !== 'into') throw new UsageError('Use "players merge NAME into OTHER".');
      return { username, body: { into } };
    },
    says: ({ events }, { how }, [from, , into]) =>
      events === 0
        ? `"${from}" has no events to move to "${into}". Nothing was changed.`
        : `${countOf(events, 'event')} of "${from}" moved to "${into}" ${how}.`,
  }),
  async export(args, { data, stdout }) {
    const [name] = parsed(args, ['NAME']).named;
    for await (const part of exported(await data(), name)) stdout.write(part);
  },
  hide: seen('hidden'),
  show: seen('shown'),
  remove: seen('removed'),
  ban: confirmed(
    asking('banPlayer', {
      args: ['NAME'],
      options: { 'void-from': TEXT, yes: FLAG },
      reason: SHOWN,
      asked: ([username], { 'void-from': voidFrom }, reason) => ({ username, body: { reason, voidFrom } }),
      says: ({ player, held, events, entry }, { how }) =>
        `"${player.username}" banned ${how}: ${countOf(held, 'held event')} rejected, ${countOf(events, 'event')} voided. To undo it: undo ${entry}`,
    }),
  ),
});

/** One player immediately, or several after a preview. */
function seen(state: PlayerVisibility['state']): Command {
  const required = state === 'removed' ? { reason: SHOWN } : {};
  const one = asking('setPlayerVisibility', {
    ...required,
    args: ['NAME'],
    asked: ([username], _, reason) => ({ username, body: { state, ...(state === 'removed' && { reason }) } as PlayerVisibility }),
    says: seenNow,
  });
  return (args, operation) => {
    const { items, areMany } = itemsIn(args, {});
    if (!areMany || items.length === 0) return one(args, operation);
    const several = asking('setVisibilities', {
      ...required,
      args: items.map(() => 'NAME'),
      options: { yes: FLAG },
      asked: (ids: readonly string[], _, reason) => ({ body: { state, reason, players: { ids } } }),
      says: ({ players: count, entry }, { how }) => `${countOf(count, 'player')} ${state} ${how}. To undo it: undo ${entry}`,
    });
    return confirmed(several)(args, operation);
  };
}

function seenNow({ state }: PlayerVisibility, { how }: LiveData, [username]: readonly [string]): string {
  return `"${username}" is ${state} now, ${how}.`;
}

/** All data about a player as one JSON document, streamed because there may be many events. */
async function* exported({ ask }: LiveData, name: string): AsyncIterable<string> {
  const data = await ask('playerData', { username: name });
  const { username } = data.player;
  yield `${JSON.stringify(data, null, 2).slice(0, -2)},\n  "events": [`;
  let separator = '\n';
  for (const { board } of data.boards) {
    const pages = pagesOf((before?: number) => ask('playerEvents', { username, query: { board: board.name, before } }));
    for await (const { events } of pages)
      for (const event of events) {
        yield `${separator}    ${JSON.stringify({ board: board.name, ...event })}`;
        separator = ',\n';
      }
  }
  yield '\n  ]\n}\n';
}
