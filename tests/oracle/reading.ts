import { setImmediate as nextTurn } from 'node:timers/promises';

import { usernameKey } from '../../src/domain/names/username-key.ts';
import type { Score } from '../../src/domain/scoring.ts';
import { textMatcher } from '../../src/domain/search/text-match.ts';
import { isErased } from '../../src/server/store/erased-player.ts';
import type { Events, Players, Totals } from '../../src/server/store/points-store.ts';
import {
  type ActivityDay,
  type DayActivity,
  nearestExact,
  type PlayedEvent,
  type StoredPlayer,
} from '../../src/server/store/stored-values.ts';
import type { Commits } from './commits.ts';
import { countedIn, type Entry, foldOf, type KeptBoard, periodsOf, totalsIn } from './kept.ts';

/** The maximum number of named activities of a day in an answer. */
const NAMED_ACTIVITIES = 50;

/** Ledger events per turn of the event loop. */
const EVENTS_PER_TURN = 1000;

/** Totals, computed from the ledger for every answer. */
export function memoryTotals(commits: Commits): Totals {
  const starts = (board: string, kind: string) =>
    periodsOf(commits.kept.board(board)).flatMap((span) => (span.kind === kind ? [span.start] : []));

  return {
    async *standings(period) {
      const totals = [...totalsIn(commits.kept.board(period.board), period)];
      const column = (of: keyof Score) => Float64Array.from(totals, ([, total]) => total[of]);
      yield {
        players: Uint32Array.from(totals, ([player]) => player),
        points: column('points'),
        reachedAt: column('reachedAt'),
        movedAt: column('movedAt'),
      };
    },
    async scoreOf(period, player) {
      return totalIn(commits.kept.board(period.board), period, player);
    },
    async totalsSince(name, kind, player, from) {
      const board = commits.kept.board(name);
      return starts(name, kind).flatMap((start) => {
        const total = start < from ? undefined : totalIn(board, { kind, start }, player);
        return total === undefined ? [] : [{ start, points: total.points }];
      });
    },

    firstPeriod: async (board, kind) => starts(board, kind)[0],
    periodsBeside: async ({ board, kind, start }) => ({
      before: starts(board, kind).findLast((other) => other < start),
      after: starts(board, kind).find((other) => other > start),
    }),
    periodSizes: async (board, kind, from, to) =>
      starts(board, kind)
        .filter((start) => start >= from && start < to)
        .map((start) => ({ start, standings: totalsIn(commits.kept.board(board), { kind, start }).size })),

    async activityDays(board, from, to) {
      const within = commits.kept
        .board(board)
        .ledger.filter(({ stored, spans: [day] }) => stored.voided === undefined && day!.start >= from && day!.start < to);
      return [...Map.groupBy(within, ({ spans: [day] }) => day!.start)]
        .toSorted(([a], [b]) => a - b)
        .flatMap(([start, entries]) => activitiesOf(start, entries));
    },
  };
}

type Period = Parameters<typeof countedIn>[1];

function totalIn(board: KeptBoard, period: Period, player: number) {
  return foldOf(board, countedIn(board.byPlayer.get(player) ?? [], period));
}

/** The activities of a day: the named ones with the most points, events without one, and the rest. */
function activitiesOf(start: number, entries: readonly Entry[]): ActivityDay[] {
  const day = (activity: DayActivity, some: readonly Entry[]): ActivityDay[] =>
    some.length === 0 ? [] : [{ start, ...activity, events: some.length, points: nearestExact(Number(sumOf(some))) }];
  const byActivity = Map.groupBy(entries, ({ stored }) => stored.activity);
  const nameless = byActivity.get('') ?? [];
  byActivity.delete('');
  const largest = [...byActivity].toSorted(([a, x], [b, y]) => Number(sumOf(y)) - Number(sumOf(x)) || (a < b ? -1 : 1));
  return [
    ...largest.slice(0, NAMED_ACTIVITIES).flatMap(([activity, some]) => day({ kind: 'named', activity }, some)),
    ...day({ kind: 'none' }, nameless),
    ...day(
      { kind: 'rest' },
      largest.slice(NAMED_ACTIVITIES).flatMap(([, some]) => some),
    ),
  ];
}

/** The sum over all players, which may exceed safe integers. */
function sumOf(entries: readonly Entry[]): bigint {
  return entries.reduce((sum, { stored }) => sum + BigInt(stored.points), 0n);
}

/** Reads recorded events. */
export function memoryEvents(commits: Commits): Events {
  const newestFirst = (board: string, player: number) =>
    (commits.kept.board(board).byPlayer.get(player) ?? []).map(({ stored }) => stored).toReversed();

  return {
    async eventWithId(board, id) {
      const entry = commits.kept.board(board).byId.get(id);
      return entry && playedEvent(entry);
    },
    async eventsBefore(board, { before = Infinity, from = -Infinity, to = Infinity, limit, look }) {
      const { ledger } = commits.kept.board(board);
      // The first entry has `seq` 1.
      const end = Math.min(before - 1, ledger.length);
      const begin = Math.max(0, end - look);
      const found = ledger
        .slice(begin, end)
        .toReversed()
        .filter(({ stored: { at } }) => at >= from && at < to);
      const events = found.slice(0, limit).map(playedEvent);
      const reached = found.length > limit ? events.at(-1)!.seq : begin + 1;
      return { events, next: reached > 1 ? reached : undefined };
    },
    async eventsPostedBy(board, { by, import: imported }, stretch) {
      const { before = Infinity, from = -Infinity, to = Infinity, limit } = stretch;
      const events = commits.kept
        .board(board)
        .ledger.toReversed()
        .filter(({ stored: { author, seq, at } }) => {
          const isTheirs =
            author !== undefined && (by ?? author.by) === author.by && (imported ?? author.import ?? '') === (author.import ?? '');
          return isTheirs && seq < before && at >= from && at < to;
        })
        .map(playedEvent);
      return { events: events.slice(0, limit), next: events.length > limit ? events[limit - 1]!.seq : undefined };
    },
    async eventsOf(board, player, { before, limit }) {
      const theirs = newestFirst(board, player);
      const from = before === undefined ? 0 : theirs.findIndex(({ seq }) => seq === before) + 1;
      return before !== undefined && from === 0 ? [] : theirs.slice(from, from + limit);
    },
    async countEvents(board, player, { from, to, arrivedFrom, look }) {
      const arrived = newestFirst(board, player).filter(({ receivedAt }) => receivedAt >= arrivedFrom);
      const count = arrived.slice(0, look).filter(({ at }) => at >= from && at < to).length;
      return { count, all: arrived.length <= look };
    },
    async *countedEvents(period, after) {
      for (let reached = after; ;) {
        const { ledger } = commits.kept.board(period.board);
        if (reached >= ledger.length) return;
        const entries = ledger.slice(reached, reached + EVENTS_PER_TURN);
        reached += entries.length;
        const counted = countedIn(entries, period);
        yield {
          players: counted.map(({ player }) => player),
          at: counted.map(({ stored }) => stored.at),
          points: counted.map(({ stored }) => stored.points),
          reached,
        };
        await nextTurn();
      }
    },
  };
}

function playedEvent({ stored, player }: Entry): PlayedEvent {
  return { ...stored, player };
}

/** Reads players. */
export function memoryPlayers(commits: Commits): Omit<Players, 'renamePlayer' | 'erasePlayer'> {
  return {
    players: async (numbers) => numbers.map((number) => commits.kept.player(number).player),
    playerNamed: async (username) => commits.kept.playersByKey.get(usernameKey(username))?.player,
    async playersMatching(text, limit) {
      const matches = textMatcher(text);
      // An empty text matches every name.
      const isFound = (player: StoredPlayer) => (isErased(player) ? text === '' : matches(player.username) || matches(player.displayName));
      return commits.kept.players.flatMap(({ player }) => (isFound(player) ? [player.number] : [])).slice(0, limit);
    },
    playerCount: async () => commits.kept.players.length,
    playersKnownBefore: async (at) => commits.kept.players.filter(({ knownSince }) => knownSince < at).length,
    playersKnownSince: async (numbers) => numbers.map((number) => commits.kept.player(number).knownSince),
  };
}
