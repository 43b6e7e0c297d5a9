import { ENDPOINTS } from '../../contract/api.ts';
import { type ApiClient, createApiClient } from '../../remote/api-client.ts';
import { createApi } from '../../server/api/live-api.ts';
import { createRateLimits } from '../../server/api/limits/rate-limit.ts';
import { Outages } from '../../server/api/outages.ts';
import { CurrentAppearance } from '../../server/appearance/current-appearance.ts';
import { CurrentCatalogue } from '../../server/boards/current-catalogue.ts';
import { ensureBoard } from '../../server/boards/default-board.ts';
import { LiveBoards } from '../../server/boards/live-boards.ts';
import { openData } from '../../server/data/open-data.ts';
import type { HttpHandler } from '../../server/http/http-message.ts';
import { ClockWatch } from '../../server/operation/clock-watch.ts';
import type { DataPlace } from '../../server/operation/data-place.ts';
import { Keyring } from '../../server/operation/keyring.ts';
import type { LiveSettings } from '../../server/operation/live-settings.ts';
import { Operators } from '../../server/operators/operators.ts';
import { sitePlace } from '../../server/operators/site-place.ts';
import type { PointsStore } from '../../server/store/points-store.ts';
import { systemUser } from './system-user.ts';

/** Of a place without a database: whether one is made, or refused. A mistyped one must not look like an empty game. */
export type IfNone = 'make' | 'refuse';

/** What is opened, and how. */
export interface Opening {
  readonly place: DataPlace;
  readonly settings: LiveSettings;
  readonly ifNone: IfNone;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Told what else happens, such as a period that closes. */
  readonly log: (text: string) => void;
}

/** The API over data that no server has open. */
export interface OwnApi {
  readonly ask: ApiClient<typeof ENDPOINTS>;
  close(): Promise<void>;
}

/** Whoever has the data itself may do anything with it. */
const ANYBODY = { state: 'in use', key: { name: 'this machine', role: 'owner', bounds: {}, unlimited: true } } as const;

/**
 * The API of a server, in this process and without one. What fails rejects with the error itself.
 * @throws {Error} saying what to do, if the data cannot be opened.
 */
export async function openOwnApi({ place, settings, ifNone, clock, log }: Opening): Promise<OwnApi> {
  const { store, keys, uses, close } = await openData(place, { ifNone, log });
  let boards: LiveBoards;
  let failure: unknown;
  let api: HttpHandler;
  try {
    boards = await LiveBoards.open(store, { clock, graceMs: settings.graceMs });
    await ensureBoard(boards, settings.firstBoard);
    const tellWarnings: (text: string, facts?: { readonly level?: string }) => void = (text, facts) => {
      if (facts?.level !== 'info') log(text);
    };
    api = createApi({
      boards,
      readiness: () => clockTroubles(store, clock),
      catalogue: await CurrentCatalogue.open(store, boards),
      appearance: await CurrentAppearance.open(store, boards),
      network: { mayReach: settings.mayReach },
      keys: { check: () => ANYBODY },
      keyring: new Keyring({ keys, uses, store, log }),
      operators: new Operators({ store, clock, place: () => sitePlace(settings.url, `http://localhost:${settings.port}`) }),
      limits: createRateLimits('off', clock),
      clock,
      outages: new Outages({ store, clock, log: () => {} }),
      log: tellWarnings,
      onFailure: (error) => (failure = error),
    });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ask: createApiClient(ENDPOINTS, {
      origin: '',
      key: 'own',
      user: systemUser(),
      isOwn: true,
      async fetch(target, { method, headers, body = '' }) {
        failure = undefined;
        const answer = await api({
          method,
          target,
          remoteAddress: '127.0.0.1',
          header: (name) => headers[name] ?? null,
          readBody: async () => Buffer.from(body),
        });
        if (failure !== undefined) throw failure;
        const { status, body: content } = answer;
        // No Response: it would encode a long text, and decode it again.
        return {
          status,
          headers: { get: (name) => answer.headers[name] ?? null },
          text: async () => (typeof content === 'string' ? content : Buffer.from(content ?? '').toString()),
        };
      },
    }),
    async close() {
      await boards.commits.settled();
      await close();
    },
  };
}

/** What is wrong with the clock. This process is over before it could be set: only what was received tells. */
async function clockTroubles(store: Pick<PointsStore, 'newestReceivedAt'>, clock: () => number): Promise<readonly string[]> {
  const trouble = new ClockWatch(clock, clock).trouble(await store.newestReceivedAt());
  return trouble === undefined ? [] : [trouble];
}
