import { ENDPOINTS } from '../../contract/api.ts';
import { type ClientOptions, createApiClient } from '../../remote/api-client.ts';
import { createApi } from '../../server/api/handlers/live-api.ts';
import { THIS_MACHINE } from '../../server/api/admission.ts';
import { createRateLimits } from '../../server/api/rate-limit.ts';
import { CurrentAppearance } from '../../server/appearance/current-appearance.ts';
import { ensureBoard } from '../../server/boards/default-board.ts';
import { LiveBoards } from '../../server/boards/live-boards.ts';
import { closingIfNot, openData } from '../../server/data/open-data.ts';
import type { HttpHandler } from '../../server/http/http-message.ts';
import { ClockWatch } from '../../server/operation/clock-watch.ts';
import { placeText } from '../../server/operation/data-place.ts';
import { Keyring } from '../../server/operation/keys/keyring.ts';
import { Operators } from '../../server/operators/operators.ts';
import { sitePlace } from '../../server/operators/site-place.ts';
import type { Log } from '../../server/watching/log.ts';
import type { Operation } from './command.ts';
import type { LiveData } from './live-data.ts';
import { systemUser } from './system-user.ts';

/** Whether to create a missing database or to refuse, so that a typo does not look like an empty game. */
export type IfNone = 'make' | 'refuse';

export interface Opening extends Pick<Operation, 'place' | 'settings' | 'clock'> {
  readonly ifNone: IfNone;
  /** Logs side effects, such as a closing period. */
  readonly log: (text: string) => void;
}

/**
 * The API in this process, without a server. Failures reject with the original error.
 * @throws {Error} with advice, if the data cannot be opened.
 */
export async function openOwnApi({ place, settings, ifNone, clock, log: say }: Opening): Promise<LiveData> {
  // The command prints its own act itself.
  const log: Log = (text, { act } = {}) => act === undefined && say(text);
  const data = await openData(place, { ifNone, log, onMade: say });
  return closingIfNot(data, async () => {
    const { store, uses } = data;
    const boards = await LiveBoards.open(store, { clock, graceMs: settings.graceMs, log });
    await ensureBoard(boards, settings.firstBoard);
    const api = createApi({
      boards,
      // Too short-lived to notice a clock change: compares with the latest event instead.
      readiness: async () => [new ClockWatch(clock, clock).trouble(await store.newestReceivedAt()) ?? []].flat(),
      appearance: await CurrentAppearance.open(store, boards),
      network: settings,
      keys: { check: () => THIS_MACHINE },
      keyring: new Keyring({
        // Read lazily: damaged keys should fail only commands that need keys.
        get keys() {
          return data.keys;
        },
        uses,
        store,
        log,
      }),
      operators: new Operators({ store, clock, place: () => sitePlace(settings.url, `http://localhost:${settings.port}`) }),
      limits: createRateLimits('off', clock),
      clock,
      outages: { refused: () => {} },
      log,
      throwsOn: true,
    });
    return {
      how: `directly in ${placeText(place)}`,
      ask: createApiClient(ENDPOINTS, { origin: '', key: 'own', user: systemUser(), isOwn: true, fetch: asking(api) }),
      async close() {
        await boards.commits.settled();
        await data.close();
      },
    };
  });
}

/** A `fetch` on top of a handler. Not a real Response, which would encode and decode long texts. */
function asking(api: HttpHandler): NonNullable<ClientOptions['fetch']> {
  return async (target, { method, headers: sent, body: text = '' }) => {
    const header = (name: string) => sent[name] ?? null;
    const { status, headers, body } = await api({
      method,
      target,
      caller: '127.0.0.1',
      header,
      readBody: async () => Buffer.from(text),
    });
    return {
      status,
      headers: { get: (name) => headers[name] ?? null },
      text: async () => (typeof body === 'string' ? body : Buffer.from(body ?? '').toString()),
    };
  };
}
