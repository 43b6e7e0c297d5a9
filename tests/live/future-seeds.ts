import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { createApiClient } from '../../src/remote/api-client.ts';
import { type Calendar, ENDING_KINDS, periodContaining } from '../../src/domain/calendar.ts';
import { anyThreads } from './any-threads.ts';
import { describedIn, descriptionOf } from './described-requests.ts';
import { startTrialServer, TRIAL_NOW } from './trial-server.ts';

const DAY = 86_400_000;
const CALENDARS: Readonly<Record<string, Calendar>> = {
  main: { timeZone: 'UTC', weekStart: 1 },
  berlin: { timeZone: 'Europe/Berlin', weekStart: 1 },
};
const FUTURE_DAYS = 400;

export interface SeedSearch {
  readonly addresses: number;
  /** The number of answers with a seed of a current period: without any, the search would be blind. */
  readonly present: number;
  /** Answers with a seed of a future period, or the secret from which all seeds follow. */
  readonly revealed: readonly string[];
}

/** Requests `most` readable URLs, with and without a key, and begins plays, and searches every answer for seeds of the coming periods. */
export async function searchForSeeds(most: number): Promise<SeedSearch> {
  const server = await startTrialServer(anyThreads('future seeds'));
  try {
    const { origin } = new URL(server.url);
    const as = (key: string) => createApiClient(ENDPOINTS, { origin, key });
    const [owner, game] = [as(server.keys.owner), as(server.keys.play)];
    await owner('changeBoard', { board: 'main', body: { timeZone: 'UTC', weekStart: 1 } });
    await owner('makeBoard', { body: { name: 'berlin', title: 'Berlin', timeZone: 'Europe/Berlin', weekStart: 1 } });
    const { secret: guest } = await game('createGuest', { body: { name: 'Ada' } });
    const texts = new Map<string, string>();
    for (const board of Object.keys(CALENDARS)) {
      await owner('setLimits', { board, body: { challenge: true } });
      const begun = await game('beginPlay', { body: { board, guest } });
      texts.set(`a play on ${board}`, JSON.stringify(begun));
      texts.set(
        `the end of a play on ${board}`,
        JSON.stringify(await game('finishPlay', { play: begun.play, body: { points: 5, replay: 'left, right' } })),
      );
    }
    const found = describedIn(await descriptionOf(server.url)).filter(
      ({ method, path, operation }) =>
        method === 'GET' &&
        !JSON.stringify(operation.responses['200']).includes('event-stream') &&
        // For owners: includes everything that is stored.
        !path.includes('everything'),
    );
    const ats = ['', ...Array.from({ length: 30 }, (_, i) => new Date(TRIAL_NOW + (i - 3) * DAY).toISOString().slice(0, 10))];
    // Day by day, so that even fewer URLs include all paths.
    const all = ats.flatMap((at) =>
      ['', ...ENDING_KINDS].flatMap((period) =>
        found.flatMap(({ path, request }) =>
          Object.keys(CALENDARS).map((board) => {
            const query = new URLSearchParams(request.target.split('?')[1] ?? '');
            for (const [name, value] of Object.entries({ at, period, ...(!path.includes('{board}') && { board }) }))
              if (value !== '') query.set(name, value);
            return `${request.target.split('?')[0]!.replace('/main', `/${board}`)}?${query}`;
          }),
        ),
      ),
    );
    const targets = ['/api/v1/boards/main/challenge', '/api/v1/boards/berlin/challenge', ...new Set(all)].slice(0, most);
    const left = targets.entries();
    const asking = Array.from({ length: 8 }, async () => {
      for (const [i, target] of left) {
        const headers = { 'accept-encoding': 'identity', ...(i % 2 === 1 && { authorization: `Bearer ${server.keys.owner}` }) };
        const answer = await fetch(server.url + target, { headers });
        texts.set(target, `${JSON.stringify([...answer.headers])} ${await answer.text()}`);
      }
    });
    await Promise.all(asking);
    const secret = secretIn(server.folder);
    const seeds = (from: number, days: number) =>
      Object.entries(CALENDARS)
        .flatMap(([board, calendar]) =>
          ENDING_KINDS.flatMap((kind) =>
            Array.from({ length: days }, (_, i) => {
              const { start } = periodContaining(kind, from + i * DAY, calendar);
              return start > TRIAL_NOW === from > TRIAL_NOW
                ? createHmac('sha256', secret).update(`${board}\n${kind}\n${start}`).digest('hex').slice(0, 32)
                : '';
            }),
          ),
        )
        .filter((seed) => seed !== '');
    const present = new Set(seeds(TRIAL_NOW, 1));
    const future = new Set([
      ...seeds(TRIAL_NOW + DAY, FUTURE_DAYS),
      secret.toString('hex'),
      secret.toString('base64url'),
      secret.toString('base64'),
    ]);
    const has = (words: ReadonlySet<string>) => (text: string) => (text.match(/[\w-]{32,}/g) ?? []).some((word) => words.has(word));
    return {
      addresses: targets.length,
      present: [...texts.values()].filter(has(present)).length,
      revealed: [...texts].filter(([, text]) => has(future)(text)).map(([target]) => target),
    };
  } finally {
    await server.discard();
  }
}

function secretIn(folder: string): Buffer {
  const database = new DatabaseSync(join(folder, 'laurels.db'), { readOnly: true });
  const [row] = database.prepare("SELECT text FROM records WHERE kind = 'seed-secret'").all();
  database.close();
  return Buffer.from(JSON.parse(String(row!['text'])) as string, 'base64url');
}
