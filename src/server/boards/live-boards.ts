import { Problem } from '../http/problem.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import { BoardChanges } from './board-changes.ts';
import { BoardReading } from './board-reading.ts';
import { CommitQueue } from './commit-queue.ts';
import { type LateArrivals, PeriodClosing } from './period-closing.ts';
import { People } from './people.ts';
import { PeriodOrders } from './period-orders.ts';
import { PointsRecorder } from './points-recorder.ts';
import { type Absence, keptAbsences, ShownPlayers } from './shown-players.ts';

/** What is kept, to be looked up: what changes the boards goes through their parts. */
type KeptData = Omit<PointsStore, 'record' | 'closePeriod' | 'clearClosed' | 'saveDocument' | 'close'>;

/** The boards that live, and the parts that take their points, rank, hide, close and answer. */
export class LiveBoards {
  readonly #boards: Map<string, BoardSettings>;
  readonly #orders: PeriodOrders;
  readonly store: KeptData;
  readonly changes: BoardChanges;
  readonly commits: CommitQueue;
  readonly players: ShownPlayers;
  readonly reading: BoardReading;
  readonly people: People;
  readonly closing: PeriodClosing;

  private constructor(store: PointsStore, clock: () => number, boards: readonly BoardSettings[], absences: ReadonlyMap<number, Absence>) {
    this.#boards = new Map(boards.map((board) => [board.name, board]));
    const isShown = (player: number) => this.players.isShown(player);
    const lateArrivals = new Map<string, LateArrivals>();
    const changes = new BoardChanges(clock(), () => this.#boards.keys());
    const orders = new PeriodOrders(store, isShown, clock);
    const recorder = new PointsRecorder({ store, orders, isShown, changes, lateArrivals, clock });
    const commits = new CommitQueue({ commit: (board, events) => recorder.commit(board, events), changes, clock });
    const players = new ShownPlayers({ store, orders, commits, changes }, absences);
    this.store = store;
    this.#orders = orders;
    this.changes = changes;
    this.commits = commits;
    this.players = players;
    this.reading = new BoardReading({ store, orders, players });
    this.people = new People({ store, orders, players });
    this.closing = new PeriodClosing({
      store,
      boardNamed: (name) => this.board(name),
      orders,
      players,
      commits,
      changes,
      lateArrivals,
      clock,
    });
  }

  /** The boards of a store, with the orders of their present periods in memory. `clock` gives epoch milliseconds. */
  static async open(store: PointsStore, clock: () => number): Promise<LiveBoards> {
    const live = new LiveBoards(store, clock, await store.boards(), await keptAbsences(store));
    for (const board of live.boards()) await live.#orders.loadPresent(board);
    return live;
  }

  boards(): readonly BoardSettings[] {
    return [...this.#boards.values()];
  }

  /** @throws {Problem} not-found for a name no board has. */
  board(name: string): BoardSettings {
    const board = this.#boards.get(name);
    if (board === undefined)
      throw new Problem('not-found', `There is no board "${name}".`, [{ field: 'board', rule: 'must be the name of a board' }]);
    return board;
  }

  /** Makes a board, or gives one another title. Rejects if anything else of it would change. */
  async saveBoard(board: BoardSettings): Promise<void> {
    await this.store.saveBoard(board);
    this.#boards.set(board.name, board);
    this.changes.tell(board.name);
  }
}
