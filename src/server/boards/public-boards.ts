import { setImmediate as nextTurn } from 'node:timers/promises';

import type { BoardSettings, StoredPlayer } from '../store/stored-values.ts';
import type { BoardsInSight } from './points/board-changes.ts';
import { unknownBoard } from './points/board-list.ts';
import type { LiveBoards } from './live-boards.ts';
import type { People } from './revising/people.ts';
import type { ShownPlayers } from './revising/shown-players.ts';

/** Players per turn of the event loop: some milliseconds. */
const LOOKED_UP_AT_ONCE = 5000;

/** Parts that are the same for every caller; they are read by board. */
const FOR_ALL = [
  'store',
  'commits',
  'reading',
  'leads',
  'winners',
  'records',
  'imports',
  'reviews',
  'closing',
  'privacy',
  'catalogue',
  'groups',
  'limits',
] as const;

/** The boards that a caller may read, as the basis of answers: `LiveBoards` itself for callers who may read all. */
export interface ReadBoards extends Pick<LiveBoards, 'board' | 'boards' | 'listed' | (typeof FOR_ALL)[number]> {
  readonly changes: BoardsInSight;
  readonly players: Pick<ShownPlayers, 'isShown' | 'absences' | 'named' | 'find' | 'matching'>;
  readonly people: Pick<People, 'known' | 'in' | 'sizes' | 'activityDays' | 'days'>;
}

/**
 * The boards that anyone may read without a key: private ones appear not to exist, nor do players with points on private boards only. Every
 * public answer uses this, and nothing else checks visibility.
 */
export function publicBoards(live: LiveBoards): ReadBoards {
  const { store, reading, players, people, clock } = live;
  const isPublic = ({ name }: Pick<BoardSettings, 'name'>) => live.visibility.of(name) === 'public';
  const boards = () => live.boards().filter(isPublic);

  /** The players (by number) known from a public board: ranked on one or, if hidden or voided everywhere, with any event on one. */
  async function inSight(numbers: readonly number[]): Promise<ReadonlySet<number>> {
    const seen = new Set(numbers);
    const privateBoards = live.privateBoards();
    if (privateBoards.length === 0) return seen;
    const ranked = await rankedOn(boards(), numbers);
    const unranked = numbers.filter((number) => !ranked.has(number));
    const elsewhere = unranked.length === 0 ? ranked : await rankedOn(privateBoards, unranked);
    for (const number of unranked) if (elsewhere.has(number) || !(await hadEvent(number))) seen.delete(number);
    return seen;
  }

  async function rankedOn(some: readonly BoardSettings[], numbers: readonly number[]): Promise<ReadonlySet<number>> {
    const ranked = new Set<number>();
    for (const board of some) {
      const ranks = await reading.ranks(board, 'all-time', clock(), numbers);
      for (const [i, rank] of ranks.entries()) if (rank !== undefined) ranked.add(numbers[i]!);
    }
    return ranked;
  }

  async function hadEvent(number: number): Promise<boolean> {
    for (const { name } of boards()) if ((await store.eventsOf(name, number, { limit: 1 })).length > 0) return true;
    return false;
  }

  type Found = { readonly player: StoredPlayer } | StoredPlayer;

  function seen<Player extends Found>(reading: Promise<Player | undefined>): Promise<Player | undefined> {
    return live.privateBoards().length === 0 ? reading : seenOfSome(reading);
  }

  async function seenOfSome<Player extends Found>(reading: Promise<Player | undefined>): Promise<Player | undefined> {
    const found = await reading;
    if (found === undefined) return undefined;
    const { number } = 'player' in found ? found.player : found;
    return (await inSight([number])).has(number) ? found : undefined;
  }

  return {
    ...(Object.fromEntries(FOR_ALL.map((part) => [part, live[part]])) as Pick<LiveBoards, (typeof FOR_ALL)[number]>),
    boards,
    listed: () => live.listed().filter(isPublic),
    board(name) {
      const board = live.board(name);
      if (!isPublic(board)) throw unknownBoard(name);
      return board;
    },
    changes: live.changes.within((name) => live.visibility.of(name) === 'public'),
    players: {
      isShown: (number) => players.isShown(number),
      get absences() {
        return players.absences;
      },
      named: (username) => seen(players.named(username)),
      find: (username) => seen(players.find(username)),
      async matching(text, limit) {
        for (let most = limit; ; most *= 4) {
          const matching = await players.matching(text, most);
          const visible = await inSight(matching);
          if (visible.size >= limit || matching.length < most) return matching.filter((number) => visible.has(number)).slice(0, limit);
        }
      },
    },
    people: {
      async known(before) {
        if (live.privateBoards().length === 0) return people.known(before);
        const came = before === undefined ? await store.playerCount() : await store.playersKnownBefore(before);
        let known = 0;
        for (let first = 1; first <= came; first += LOOKED_UP_AT_ONCE) {
          const numbers = Array.from({ length: Math.min(LOOKED_UP_AT_ONCE, came - first + 1) }, (_, i) => first + i);
          known += (await inSight(numbers.filter((number) => players.isShown(number)))).size;
          await nextTurn();
        }
        return known;
      },
      in: (periods) => people.in(periods),
      sizes: (...args) => people.sizes(...args),
      activityDays: (...args) => people.activityDays(...args),
      days: (...args) => people.days(...args),
    },
  };
}
