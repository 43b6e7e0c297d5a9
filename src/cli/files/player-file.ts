import type { ENDPOINTS } from '../../contract/api.ts';
import type { ApiClient } from '../../remote/api-client.ts';

/**
 * Everything about a player as the text of one JSON document, part by part: of somebody with very many events it is
 * never whole in memory.
 */
export async function* exportedPlayer(
  ask: ApiClient<Pick<typeof ENDPOINTS, 'playerData' | 'playerEvents'>>,
  username: string,
): AsyncIterable<string> {
  const data = await ask('playerData', { username });
  const about = JSON.stringify(data, null, 2);
  yield `${about.slice(0, -2)},\n  "events": [`;
  let separator = '\n';
  for (const { board } of data.boards) {
    let before: number | undefined;
    do {
      const { events, next } = await ask('playerEvents', { username: data.player.username, query: { board: board.name, before } });
      for (const event of events) {
        yield `${separator}    ${JSON.stringify({ board: board.name, ...event })}`;
        separator = ',\n';
      }
      before = next ?? undefined;
    } while (before !== undefined);
  }
  yield '\n  ]\n}\n';
}
