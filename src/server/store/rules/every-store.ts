import { usernameKey } from '../../../domain/names/username-key.ts';
import type { AskedTotals } from '../held/asked-totals.ts';
import type { Queryable } from '../held/queryable.ts';
import { NEWEST_RECEIVED } from '../held/columns.ts';
import type { Archive, Documents, Events, Ledger, Players, Totals } from '../points-store.ts';
import { archiveIn } from '../reading/archive.ts';
import { recordsIn } from '../reading/records.ts';
import { totalsIn } from '../reading/totals.ts';
import type { Records } from '../records.ts';
import type { Log } from './entry.ts';
import { revisionsIn } from './revision.ts';
import { settingsIn } from './settings.ts';

type EveryStore = Documents &
  Records &
  Totals &
  Omit<Archive, 'seal' | 'closePeriod' | 'reopen'> &
  Omit<Players, 'erasePlayer'> &
  Pick<Ledger, 'positions' | 'prepareRevisions' | 'revise' | 'newestReceivedAt'>;

/** The methods that every store implements the same way, from its log, the state that follows it, and its rows. */
export function everyStore(
  log: Log,
  db: Queryable,
  open: AskedTotals,
  totals: Parameters<typeof totalsIn>[3],
  { countedEvents }: Pick<Events, 'countedEvents'>,
): EveryStore {
  const { state } = log;
  const { players } = state;
  return {
    ...settingsIn(log),
    ...revisionsIn(log, db, countedEvents),
    ...recordsIn(db),
    ...totalsIn(db, state, open, totals),
    ...archiveIn(db, state),

    boards: async () => state.boards().map(({ settings }) => settings),
    document: async (name) => state.documents.get(name),
    positions: async () => state.positions(),
    newestReceivedAt: async () => (await db.columns<readonly [receivedAt: number]>(NEWEST_RECEIVED))[0]?.[0],

    players: async (numbers) => numbers.map((number) => players.numbered(number)),
    playerNamed: async (username) => players.keyed(usernameKey(username)),
    playersMatching: (text, limit) => players.matching(text, limit),
    playerCount: async () => players.count,
    playersKnownBefore: async (at) => players.knownBefore(at),
    playersKnownSince: async (numbers) => numbers.map((number) => players.knownSince(number)),
  };
}
