import type { PeriodSpan } from '../../domain/calendar.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { eventsOfPlayer, isMoved, type MovedPair, movedPairs, toldMerge } from '../boards/revising/moved-events.ts';
import { isErased } from '../store/erased-player.ts';
import type { BoardSettings, StoredEvent, StoredPlayer } from '../store/stored-values.ts';
import { type ActParts, closeWhatIsDue } from './parts/act-parts.ts';
import { openPeriods, type OrderChange, orderChange, totalsOf } from './parts/consequences.ts';
import { askedAt, type Undos } from './parts/opposite.ts';
import type { Imagined, PreviewedAct } from './parts/previewed.ts';

/**
 * Counts the points of one player for another, and says how many events these are. What is due is closed before: which results are
 * final is a matter of time, and never of when somebody looked last.
 * @throws {Problem} as `Merges.merge`; unavailable while something is wrong, because nothing can be closed then.
 */
export function mergingPlayers(
  parts: Pick<ActParts, 'boards' | 'readiness' | 'log'>,
  from: string,
  into: string,
): PreviewedAct<{ readonly events: number }> {
  const { boards } = parts;
  return {
    imagine: () => imaginedMerge(boards, from, into),
    async carryOut(agreed) {
      await closeWhatIsDue(parts, 'Nobody can be merged now.');
      return { events: await boards.merges.merge(from, into, agreed) };
    },
  };
}

/**
 * What merging two players would do: in every period that is not final the first one leaves the order, and the other one
 * has the points of both.
 * @throws {Problem} as `Merges.mergeable`.
 */
async function imaginedMerge(boards: LiveBoards, from: string, into: string): Promise<Imagined> {
  const { source, target, theirs } = await boards.merges.mergeable(from, into);
  const isShown = [source, target].map(({ number }) => boards.players.isShown(number));
  const open = await openPeriods(boards);
  const changes: OrderChange[] = [];
  for (const { board, events } of theirs) {
    const theirOwn = await eventsOfPlayer(boards.store, board, target.number);
    for (const { period, reopenedAt } of open.filter((one) => one.board.name === board.name)) {
      if (boards.closing.isFinal(board.name, period, reopenedAt)) continue;
      const coming = events.filter((event) => isIn(period, event));
      if (coming.length === 0) continue;
      const [total] = totalsOf(board, [period], [...theirOwn, ...coming]);
      const left = { player: source.number, total: undefined };
      changes.push(await orderChange(boards, board, period, [left, { player: target.number, total: isShown[1]! ? total : undefined }]));
    }
  }
  return { subject: [`players "${source.username}" and "${target.username}"`, [source.number, target.number, isShown]], changes };
}

function isIn({ kind, start, end }: PeriodSpan, { at, counted }: StoredEvent): boolean {
  return counted.includes(kind) && at >= start && at < end;
}

/** Two players who were merged, and by board what was moved from the source into the target. */
interface Splitting {
  readonly source: StoredPlayer;
  readonly target: StoredPlayer;
  readonly found: readonly { readonly board: BoardSettings; readonly pairs: readonly MovedPair[] }[];
}

/** What undoing a merge would do: in every period that is not final the events count that were moved, where their copies do. */
async function imaginedSplit(boards: LiveBoards, { source, target, found }: Splitting): Promise<Imagined> {
  const players = [source, target];
  const isShown = players.map(({ number }) => boards.players.isShown(number));
  const open = await openPeriods(boards);
  const changes: OrderChange[] = [];
  for (const { board, pairs } of found.filter((each) => each.pairs.length > 0)) {
    const own = await Promise.all(players.map(({ number }) => eventsOfPlayer(boards.store, board, number)));
    const leave = new Set(pairs.map(({ copy }) => copy.seq));
    for (const { period, reopenedAt } of open.filter((one) => one.board.name === board.name)) {
      if (boards.closing.isFinal(board.name, period, reopenedAt)) continue;
      if (!pairs.some(({ original: { at } }) => at >= period.start && at < period.end)) continue;
      const entering = new Set(pairs.flatMap(({ original, copy }) => (copy.counted.includes(period.kind) ? [original.seq] : [])));
      const counts = (event: StoredEvent): readonly PeriodSpan['kind'][] => {
        if (leave.has(event.seq)) return [];
        return entering.has(event.seq) ? [period.kind] : event.counted;
      };
      const after = players.map(({ number }, i) => {
        const [total] = totalsOf(board, [period], own[i]!, counts);
        return { player: number, total: isShown[i]! ? total : undefined };
      });
      changes.push(await orderChange(boards, board, period, after));
    }
  }
  return { subject: [`players "${source.username}" and "${target.username}"`, [source.number, target.number, isShown]], changes };
}

/** What takes acts about merges back. */
export const MERGE_UNDOS = {
  // What was moved into another player counts for the first one again.
  'merge-players': {
    ...askedAt('mergePlayers', 'split-players'),
    async why(told, { boards: { store } }) {
      const [source] = await store.players([Number(told.kept.subject)]);
      return source === undefined || isErased(source) ? 'One of the players was erased since.' : undefined;
    },
    async plan(parts, told) {
      const { boards } = parts;
      const merge = await toldMerge(boards.store, told);
      const [source, target] = await boards.store.players([merge.from, merge.into]);
      const found = await movedPairs(boards.store, boards.boards(), merge);
      const pairs = found.flatMap((each) => each.pairs);
      return {
        left: { events: pairs.length },
        now: { events: pairs.filter(isMoved).length },
        wanted: { events: 0 },
        imagine: () => imaginedSplit(boards, { source: source!, target: target!, found }),
        async carryOut(agreed) {
          await closeWhatIsDue(parts, 'This cannot be done now.');
          await boards.merges.split(merge, agreed);
        },
      };
    },
  },
  'split-players': { why: 'Merge the players again.' },
} satisfies Undos;
