import { ENDPOINTS } from '../../contract/api.ts';
import type { PlayerVisibility } from '../../contract/game-answers.ts';
import { exportedPlayer } from '../files/player-file.ts';
import { doneIn, PREVIEW, PREVIEW_OPTIONS, previewIn, sayPreview } from '../asking/previews.ts';
import { countOf } from '../words/count-of.ts';
import { checked, type Operation, parsed, UsageError, withData } from '../asking/command.ts';

/** Of a player who was erased. */
const LATER = 'What is left in free space of the database goes by itself.';

/** `players hide`, `players remove`, `players show`, `players list-hidden`, and `players export`, `rename`, `erase` and `merge`. */
export async function players([action, ...args]: readonly string[], operation: Operation): Promise<boolean> {
  if (action === 'list-hidden') {
    parsed(args, []);
    return withData(operation, async (data) => {
      for (const { username, displayName, state, reason } of (await data.ask('absentPlayers')).players) {
        operation.say(`${username.padEnd(24)} ${state.padEnd(7)} ${displayName}${reason === null ? '' : `: ${reason}`}`);
      }
      return true;
    });
  }
  if (action === 'rename') {
    const { values, named } = parsed(args, ['NAME', 'NEW-NAME'], { 'display-name': { type: 'string' } });
    const names = checked(ENDPOINTS.renamePlayer.body.safeParse({ username: named[1], displayName: values['display-name'] }));
    return withData(operation, async (data) => {
      await data.ask('renamePlayer', { username: named[0], body: names });
      operation.say(`"${named[0]}" is called "${named[1]}" now, ${data.how}. The old name is free: points under it are of a new player.`);
      return true;
    });
  }
  if (action === 'erase') {
    const { values, named } = parsed(args, ['NAME'], { yes: { type: 'boolean' } });
    if (values.yes !== true)
      throw new UsageError(`This cannot be taken back. Say "players erase ${named[0]} --yes" if nobody is to know who they were.`);
    return withData(operation, async (data) => {
      const { traces } = await data.ask('erasePlayer', { username: named[0] });
      operation.say(`The player is erased, ${data.how}. ${traces === 'gone' ? 'Nothing is left in the files of the database.' : LATER}`);
      operation.say('Backups that were made before still have them: erase the player again after you restored one.');
      return true;
    });
  }
  if (action === 'merge') {
    const { values, named } = parsed(args, ['NAME', 'into', 'OTHER'], PREVIEW_OPTIONS);
    const [from, word, into] = named;
    if (word.toLowerCase() !== 'into') throw new UsageError('Use "players merge NAME into OTHER".');
    return withData(operation, async (data) => {
      if (values.preview === true) {
        sayPreview(operation, previewIn(await data.ask('mergePlayers', { username: from, query: PREVIEW, body: { into } })));
        return true;
      }
      const { events } = doneIn(await data.ask('mergePlayers', { username: from, query: { since: values.since }, body: { into } }));
      operation.say(
        events === 0
          ? `"${from}" has no events that could count for "${into}". Nothing was changed.`
          : `${countOf(events, 'event')} of "${from}" ${events === 1 ? 'counts' : 'count'} for "${into}" now, ${data.how}.`,
      );
      return true;
    });
  }
  if (action === 'export') {
    const [name] = parsed(args, ['NAME']).named;
    return withData(operation, async (data) => {
      for await (const part of exportedPlayer(data.ask, name)) operation.stdout.write(part);
      return true;
    });
  }
  const { name, visibility, preview = false, since } = visibilityIn(action, args);
  return withData(operation, async (data) => {
    if (preview) {
      sayPreview(operation, previewIn(await data.ask('setPlayerVisibility', { username: name, query: PREVIEW, body: visibility })));
      return true;
    }
    await data.ask('setPlayerVisibility', { username: name, query: { since }, body: visibility });
    operation.say(`"${name}" is ${visibility.state}, ${data.how}.`);
    return true;
  });
}

/** What is asked of whom, and how. @throws {UsageError} for anything else. */
function visibilityIn(action: string | undefined, args: readonly string[]) {
  switch (action ?? '') {
    case 'hide':
    case 'show': {
      const { values, named } = parsed(args, ['NAME'], PREVIEW_OPTIONS);
      const visibility: PlayerVisibility = { state: action === 'hide' ? 'hidden' : 'shown' };
      return { ...values, name: named[0], visibility };
    }
    case 'remove': {
      const { values, named } = parsed(args, ['NAME'], { ...PREVIEW_OPTIONS, reason: { type: 'string' } });
      const { reason, ...how } = values;
      if (reason === undefined) throw new UsageError('--reason TEXT is missing. The text is shown on the player’s page.');
      const visibility = checked(ENDPOINTS.setPlayerVisibility.body.safeParse({ state: 'removed', reason }));
      return { ...how, name: named[0], visibility };
    }
    default:
      throw new UsageError(
        'Use "players hide NAME", "players remove NAME --reason TEXT", "players show NAME", "players list-hidden", "players rename NAME NEW-NAME", "players merge NAME into OTHER", "players erase NAME" or "players export NAME".',
      );
  }
}
