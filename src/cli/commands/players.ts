import type { PlayerVisibility } from '../../contract/game-answers.ts';
import { type Command, commandsOf, FLAG, parsed, TEXT, UsageError } from '../asking/command.ts';
import { type LiveData, pagesOf } from '../asking/live-data.ts';
import { asking } from '../asking/endpoint-command.ts';
import { countOf } from '../words/count-of.ts';

const USAGE =
  'Use "players hide NAME", "players remove NAME --reason TEXT", "players show NAME", "players list-hidden", "players rename NAME NEW-NAME", "players merge NAME into OTHER", "players erase NAME" or "players export NAME".';

/** Of a player who was erased. */
const LATER = 'What is left in free space of the database goes by itself.';

export const players: Command = commandsOf(USAGE, {
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
      `"${username}" is called "${called}" now, ${how}. The old name is free: points under it are of a new player.`,
  }),
  erase: asking('erasePlayer', {
    args: ['NAME'],
    options: { yes: FLAG },
    asked([username], { yes }) {
      if (yes !== true)
        throw new UsageError(`This cannot be taken back. Say "players erase ${username} --yes" if nobody is to know who they were.`);
      return { username };
    },
    says: ({ traces }, { how }) => [
      `The player is erased, ${how}. ${traces === 'gone' ? 'Nothing is left in the files of the database.' : LATER}`,
      'Backups that were made before still have them: erase the player again after you restored one.',
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
        ? `"${from}" has no events that could count for "${into}". Nothing was changed.`
        : `${countOf(events, 'event')} of "${from}" ${events === 1 ? 'counts' : 'count'} for "${into}" now, ${how}.`,
  }),
  async export(args, { data, stdout }) {
    const [name] = parsed(args, ['NAME']).named;
    for await (const part of exported(await data(), name)) stdout.write(part);
  },
  hide: seen('hidden'),
  show: seen('shown'),
  remove: asking('setPlayerVisibility', {
    args: ['NAME'],
    reason: 'The text is shown on the player’s page.',
    asked: ([username], _, reason) => ({ username, body: { state: 'removed', reason } }),
    says: seenNow,
  }),
});

function seen(state: 'hidden' | 'shown'): Command {
  return asking('setPlayerVisibility', { args: ['NAME'], asked: ([username]) => ({ username, body: { state } }), says: seenNow });
}

function seenNow({ state }: PlayerVisibility, { how }: LiveData, [username]: readonly [string]): string {
  return `"${username}" is ${state}, ${how}.`;
}

/**
 * Everything about a player as the text of one JSON document, part by part: of somebody with very many events it is
 * never whole in memory.
 */
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
