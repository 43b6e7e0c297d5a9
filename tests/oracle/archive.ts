import { setImmediate as nextTurn } from 'node:timers/promises';

import type { PeriodKind } from '../../src/domain/calendar.ts';
import type { Archive } from '../../src/server/store/points-store.ts';
import { byEnd, type ClosedPlace, type FinalPlace, type PeriodKey } from '../../src/server/store/stored-values.ts';
import type { Commits } from './commits.ts';
import { type Closed, foldOf, countedIn, type Kept, type KeptBoard, keyOf, nameOf, periodsOf, totalsIn } from './kept.ts';

/** Ended periods. A closing yields after `rowsPerCommit` ranks. */
export function memoryArchive(commits: Commits, rowsPerCommit: number): Archive {
  /** Periods that this store is closing. */
  const closing = new Set<string>();
  const name = (period: PeriodKey) => `${period.board} ${nameOf(period)}`;

  return {
    endedPeriods: async (now) =>
      [...commits.kept.boards.values()]
        .flatMap((board) =>
          periodsOf(board)
            .filter((span) => span.end <= now && span.kind !== 'all-time' && !board.closed.has(nameOf(span)))
            .map((span) => Object.assign(keyOf(board, span), { end: span.end, reopenedAt: board.reopened.get(nameOf(span)) })),
        )
        .toSorted(byEnd),

    seal: (period, isFinal = () => true, records?) =>
      commits.run((kept) => {
        const board = kept.board(period.board);
        if (period.kind === 'all-time') throw new RangeError('The all-time period never ends, so it cannot be sealed');
        const span = periodsOf(board).find(({ kind, start }) => kind === period.kind && start === period.start);
        if (span === undefined || board.closed.has(nameOf(span)) || !isFinal(span, board.reopened.get(nameOf(span)))) return false;
        if (!board.sealed.has(nameOf(span))) kept.keepRecords(kept.decidedRecords(records, undefined));
        board.sealed.add(nameOf(span));
        return true;
      }),

    async closePeriod(period, order, { unshown }, isStopping = () => false, records?) {
      const isMine = await commits.run((kept) => {
        const board = kept.board(period.board);
        if (!board.sealed.has(nameOf(period)) || closing.has(name(period))) return false;
        const totals = totalsIn(board, period);
        if (order.length !== totals.size || new Set(order).size !== order.length || !order.every((player) => totals.has(player)))
          throw new RangeError('The order must have every player of the period once');
        if (!Number.isInteger(unshown) || unshown < 0 || unshown > order.length)
          throw new RangeError(`${unshown} of ${order.length} players cannot be hidden`);
        closing.add(name(period));
        return true;
      });
      if (!isMine) return false;
      try {
        for (let rank = 0; rank < order.length; rank += rowsPerCommit) {
          if (isStopping()) return false;
          await nextTurn();
        }
        return await commits.run((kept, tell) => {
          const board = kept.board(period.board);
          if (isStopping() || !board.sealed.has(nameOf(period))) return false;
          const span = periodsOf(board).find(({ kind, start }) => kind === period.kind && start === period.start)!;
          kept.keepRecords(kept.decidedRecords(records, undefined));
          board.sealed.delete(nameOf(period));
          board.closed.set(nameOf(period), { span, order: [...order], unshown });
          tell([board], { kind: 'closed', board: period.board, period: keyOf(board, span) });
          return true;
        });
      } finally {
        closing.delete(name(period));
      }
    },

    async latestClosed(board, kind) {
      return latestClosed(commits.kept.board(board), kind);
    },

    reopen: (period, { at }, check = () => {}, records?) =>
      commits.run((kept, tell) => {
        check();
        const board = kept.board(period.board);
        if (closing.has(name(period))) throw new RangeError('The period is being closed');
        const { kind, start } = period;
        const isLatest = board.closed.has(nameOf(period)) && latestClosed(board, kind) === start;
        if (!isLatest && !board.sealed.has(nameOf(period)))
          throw new RangeError(`The ${kind} period from ${start} is neither sealed nor the latest closed one`);
        kept.keepRecords(kept.decidedRecords(records, undefined));
        if (board.closed.delete(nameOf(period))) board.reopened.set(nameOf(period), at);
        board.sealed.delete(nameOf(period));
        tell([board], { kind: 'reopened', board: period.board, period: { board: period.board, kind, start } });
      }),

    async finalStandings(period, firstRank, count) {
      const closed = commits.kept.board(period.board).closed.get(nameOf(period));
      if (closed === undefined) return undefined;
      const standings = ranked(commits.kept, period.board, closed).slice(firstRank - 1, firstRank - 1 + count);
      return { total: closed.order.length, unshown: closed.unshown, standings };
    },

    results: async (board, kind, { from, before, most }, places) =>
      [...commits.kept.board(board).closed.values()]
        .filter(({ span }) => span.kind === kind && span.start >= from && span.start < before)
        .toSorted((a, b) => b.span.start - a.span.start)
        .slice(0, most)
        .map((closed) => ({
          start: closed.span.start,
          total: closed.order.length,
          places: ranked(commits.kept, board, closed).slice(0, places),
        })),

    async finalRanks(period, players) {
      const order = commits.kept.board(period.board).closed.get(nameOf(period))?.order ?? [];
      const asked = new Set(players);
      return new Map(order.flatMap((player, i) => (asked.has(player) ? [[player, i + 1]] : [])));
    },

    finalPlaces: async (board, kind, player) =>
      placesOf(commits.kept, board, player)
        .filter(({ span }) => span.kind === kind)
        .toSorted((a, b) => b.span.start - a.span.start)
        .map(({ place }) => place),
  };
}

/** All players of a closed period, first to last. */
function ranked(kept: Kept, name: string, { order, span }: Closed): readonly ClosedPlace[] {
  const totals = totalsIn(kept.board(name), span);
  return order.map((player, i) => ({ rank: i + 1, player: kept.player(player).player, score: totals.get(player)! }));
}

function latestClosed({ closed }: KeptBoard, kind: PeriodKind): number | undefined {
  const starts = [...closed.values()].flatMap(({ span }) => (span.kind === kind ? [span.start] : []));
  return starts.length === 0 ? undefined : Math.max(...starts);
}

/** A player's places in all closed periods of a board, in no particular order. */
function placesOf(kept: Kept, name: string, player: number): { readonly span: Closed['span']; readonly place: FinalPlace }[] {
  const board = kept.board(name);
  const theirs = board.byPlayer.get(player) ?? [];
  return [...board.closed.values()]
    .filter(({ order }) => order.includes(player))
    .map(({ span, order }) => {
      const { points } = foldOf(board, countedIn(theirs, span))!;
      return { span, place: { start: span.start, rank: order.indexOf(player) + 1, total: order.length, points } };
    });
}
