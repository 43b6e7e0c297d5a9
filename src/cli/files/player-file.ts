import type { PlayerData, PlayerEvents } from '../../contract/operation/person-answers.ts';

/** Where it is read. */
interface PlayerSource {
  playerData(username: string): Promise<PlayerData>;
  playerEvents(username: string, board: string, before: number | undefined): Promise<PlayerEvents>;
}

/**
 * Everything about a player as the text of one JSON document, part by part: of somebody with very many events it is
 * never whole in memory.
 */
export async function* exportedPlayer(source: PlayerSource, username: string): AsyncIterable<string> {
  const data = await source.playerData(username);
  const about = JSON.stringify(data, null, 2);
  yield `${about.slice(0, -2)},\n  "events": [`;
  let separator = '\n';
  for (const { board } of data.boards) {
    let before: number | undefined;
    do {
      const { events, next } = await source.playerEvents(data.player.username, board.name, before);
      for (const event of events) {
        yield `${separator}    ${JSON.stringify({ board: board.name, ...event })}`;
        separator = ',\n';
      }
      before = next ?? undefined;
    } while (before !== undefined);
  }
  yield '\n  ]\n}\n';
}
