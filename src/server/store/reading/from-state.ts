import { usernameKey } from '../../../domain/names/username-key.ts';
import type { Documents, Ledger, Players } from '../points-store.ts';
import type { State } from '../held/state.ts';

/** What operators set up, and where it is. */
export function boardsIn(state: State): Pick<Documents & Ledger, 'boards' | 'document' | 'positions'> {
  return {
    boards: async () => state.boards().map(({ settings }) => settings),
    document: async (name) => state.documents.get(name),
    positions: async () => state.positions(),
  };
}

/** Who plays. */
export function playersIn({ players }: State): Omit<Players, 'renamePlayer' | 'erasePlayer'> {
  return {
    players: async (numbers) => numbers.map((number) => players.numbered(number)),
    playerNamed: async (username) => players.keyed(usernameKey(username)),
    playersMatching: (text, limit) => players.matching(text, limit),
    playerCount: async () => players.count,
    playersKnownBefore: async (at) => players.knownBefore(at),
    playersKnownSince: async (numbers) => numbers.map((number) => players.knownSince(number)),
  };
}
