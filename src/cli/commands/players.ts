import { ENDPOINTS } from '../../contract/api.ts';
import type { PlayerVisibility } from '../../contract/game-answers.ts';
import { checked, type Command, commandsOf, FLAG, type Operation, parsed, TEXT, UsageError } from '../asking/command.ts';
import { type LiveData, pagesOf } from '../asking/live-data.ts';
import { doneOrPreviewed, PREVIEW_OPTIONS } from '../asking/previews.ts';
import { countOf } from '../words/count-of.ts';

const USAGE =
  'Use "players hide NAME", "players remove NAME --reason TEXT", "players show NAME", "players list-hidden", "players rename NAME NEW-NAME", "players merge NAME into OTHER", "players erase NAME" or "players export NAME".';

/** Of a player who was erased. */
const LATER = 'What is left in free space of the database goes by itself.';

export const players: Command = commandsOf(USAGE, {
  async 'list-hidden'(args, { data }) {
    parsed(args, []);
    const { players } = await (await data()).ask('absentPlayers');
    return players.map(
      ({ username, displayName, state, reason }) =>
        `${username.padEnd(24)} ${state.padEnd(7)} ${displayName}${reason === null ? '' : `: ${reason}`}`,
    );
  },
  async rename(args, { data }) {
    const { values, named } = parsed(args, ['NAME', 'NEW-NAME'], { 'display-name': TEXT });
    const [username, called] = named;
    const body = checked(ENDPOINTS.renamePlayer.body, { username: called, displayName: values['display-name'] });
    const { ask, how } = await data();
    await ask('renamePlayer', { username, body });
    return `"${username}" is called "${called}" now, ${how}. The old name is free: points under it are of a new player.`;
  },
  async erase(args, { data }) {
    const { values, named } = parsed(args, ['NAME'], { yes: FLAG });
    if (values.yes !== true)
      throw new UsageError(`This cannot be taken back. Say "players erase ${named[0]} --yes" if nobody is to know who they were.`);
    const { ask, how } = await data();
    const { traces } = await ask('erasePlayer', { username: named[0] });
    return [
      `The player is erased, ${how}. ${traces === 'gone' ? 'Nothing is left in the files of the database.' : LATER}`,
      'Backups that were made before still have them: erase the player again after you restored one.',
    ];
  },
  async merge(args, { data }) {
    const { values, named } = parsed(args, ['NAME', 'into', 'OTHER'], PREVIEW_OPTIONS);
    const [from, word, into] = named;
    if (word.toLowerCase() !== 'into') throw new UsageError('Use "players merge NAME into OTHER".');
    const { ask, how } = await data();
    return doneOrPreviewed(
      values,
      (query) => ask('mergePlayers', { username: from, query, body: { into } }),
      ({ events }) =>
        events === 0
          ? `"${from}" has no events that could count for "${into}". Nothing was changed.`
          : `${countOf(events, 'event')} of "${from}" ${events === 1 ? 'counts' : 'count'} for "${into}" now, ${how}.`,
    );
  },
  async export(args, { data, stdout }) {
    const [name] = parsed(args, ['NAME']).named;
    for await (const part of exported(await data(), name)) stdout.write(part);
  },
  async hide(args, operation) {
    const { values, named } = parsed(args, ['NAME'], PREVIEW_OPTIONS);
    return setVisibility(operation, named[0], { state: 'hidden' }, values);
  },
  async show(args, operation) {
    const { values, named } = parsed(args, ['NAME'], PREVIEW_OPTIONS);
    return setVisibility(operation, named[0], { state: 'shown' }, values);
  },
  async remove(args, operation) {
    const { values, named } = parsed(args, ['NAME'], { ...PREVIEW_OPTIONS, reason: TEXT });
    const { reason, ...how } = values;
    if (reason === undefined) throw new UsageError('--reason TEXT is missing. The text is shown on the player’s page.');
    return setVisibility(operation, named[0], checked(ENDPOINTS.setPlayerVisibility.body, { state: 'removed', reason }), how);
  },
});

async function setVisibility({ data }: Operation, username: string, body: PlayerVisibility, values: Parameters<typeof doneOrPreviewed>[0]) {
  const { ask, how } = await data();
  return doneOrPreviewed(
    values,
    (query) => ask('setPlayerVisibility', { username, query, body }),
    () => `"${username}" is ${body.state}, ${how}.`,
  );
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
