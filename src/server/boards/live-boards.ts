import { actAs, SERVER } from '../audit/acting.ts';
import { LongWork } from '../audit/long-work.ts';
import { Problem } from '../http/problem.ts';
import type { DocumentTexts } from '../store/kept-document.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { BoardSettings, Change } from '../store/stored-values.ts';
import { WEBHOOKS } from '../outgoing/webhooks/webhook-list.ts';
import { Webhooks } from '../outgoing/webhooks/webhooks.ts';
import { BoardChanges } from './points/board-changes.ts';
import { BoardEditing } from './board-editing.ts';
import { BoardReading } from './board-reading.ts';
import { BoardVisibility, PRIVATE_BOARDS } from './board-visibility.ts';
import { CommitQueue } from './points/commit-queue.ts';
import { EventRevisions } from './revising/event-revisions.ts';
import { HeldPoints } from './revising/held-points.ts';
import { ERASURES, Identities } from './revising/identities.ts';
import { ImportHolds, IMPORTS } from './revising/import-holds.ts';
import { Merges } from './revising/merges.ts';
import { Leads } from './orders/leads.ts';
import { PastWinners } from './orders/past-winners.ts';
import { PeriodOrders } from './orders/period-orders.ts';
import { Records } from './orders/records.ts';
import { REVIEWS, Reviews } from './settling/reviews.ts';
import { People } from './revising/people.ts';
import { CATALOGUE } from './settling/kept-catalogue.ts';
import { PeriodClosing } from './settling/period-closing.ts';
import { CurrentPrivacy, PRIVACY } from './revising/privacy.ts';
import { PlayerLooks } from './points/player-looks.ts';
import { LIMITS, PointsLimits } from './points/points-limits.ts';
import { RecordedRate } from './points/recorded-rate.ts';
import { PointsRecorder } from './points/points-recorder.ts';
import { PointsWatch } from './points/points-watch.ts';
import { ABSENCES, ShownPlayers } from './revising/shown-players.ts';

/** What is kept, to be looked up: what changes the boards goes through their parts. */
type KeptData = Omit<
  PointsStore,
  | 'changeBoard'
  | 'removeBoard'
  | 'append'
  | 'revise'
  | 'seal'
  | 'closePeriod'
  | 'reopen'
  | 'changeDocument'
  | 'renamePlayer'
  | 'erasePlayer'
  | 'follow'
  | 'close'
>;

/** What was read of a store before it is followed. */
interface Kept {
  readonly boards: readonly BoardSettings[];
  readonly positions: Awaited<ReturnType<PointsStore['positions']>>;
  readonly texts: DocumentTexts;
}

/** The documents that the parts go by. */
const DOCUMENTS = [ABSENCES, IMPORTS, ERASURES, PRIVACY, CATALOGUE, REVIEWS, WEBHOOKS, PRIVATE_BOARDS, LIMITS];

/** The boards that live, and the parts that take their points, rank, hide, close and answer. What they remember follows the store. */
export class LiveBoards {
  readonly #boards: Map<string, BoardSettings>;
  readonly #orders: PeriodOrders;
  readonly store: KeptData;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly changes: BoardChanges;
  readonly commits: CommitQueue;
  readonly players: ShownPlayers;
  readonly reading: BoardReading;
  readonly leads: Leads;
  readonly people: People;
  readonly winners: PastWinners;
  readonly records: Records;
  readonly imports: ImportHolds;
  readonly reviews: Reviews;
  readonly webhooks: Webhooks;
  readonly closing: PeriodClosing;
  readonly revisions: EventRevisions;
  readonly privacy: CurrentPrivacy;
  readonly merges: Merges;
  readonly visibility: BoardVisibility;
  readonly editing: BoardEditing;
  readonly identities: Identities;
  readonly limits: PointsLimits;
  readonly held: HeldPoints;
  readonly recording: Pick<PointsRecorder, 'imagine' | 'commitLookedAt'>;
  /** How many events were recorded of late, by whatever process. */
  readonly rate: RecordedRate;
  /** What takes long in this process. */
  readonly work: LongWork;
  readonly #watch: PointsWatch;
  readonly #looks: PlayerLooks;
  /** All that remember something of the store, in the order that they are told of a change: who is shown is known before who is ranked. */
  readonly #followers: readonly { follow(change: Change): void }[];

  private constructor(store: PointsStore, { clock, graceMs }: BoardsOptions, kept: Kept) {
    this.#boards = new Map(kept.boards.map((board) => [board.name, board]));
    const isShown = (player: number) => this.players.isShown(player);
    const changes = new BoardChanges(store.history, kept.positions);
    const orders = new PeriodOrders(store, isShown, clock);
    const ofLimits = (board: string) => this.limits.of(board);
    this.#looks = new PlayerLooks({ store });
    this.#watch = new PointsWatch({ store, limits: { of: ofLimits }, looks: this.#looks, webhooks: () => this.webhooks, clock });
    const recorder = new PointsRecorder({
      store,
      orders,
      isShown,
      changes,
      boardForPoints: (name) => this.boardForPoints(name),
      counts: (board, period, receivedAt) => this.closing.counts(board, period, receivedAt),
      limits: { of: ofLimits },
      watch: this.#watch,
    });
    const commits = new CommitQueue({
      commit: ({ name }, events) => recorder.commit(name, events),
      store,
      changes,
      clock,
    });
    this.store = store;
    this.clock = clock;
    this.#orders = orders;
    this.work = new LongWork(clock);
    this.rate = new RecordedRate(clock);
    this.changes = changes;
    this.commits = commits;
    this.players = new ShownPlayers({ store, orders, commits, clock }, kept.texts);
    this.reading = new BoardReading({ store, orders, players: this.players });
    this.leads = new Leads({ store, held: (period) => orders.held({ name: period.board }, period), isShown, clock });
    this.people = new People({ store, orders, players: this.players });
    this.winners = new PastWinners({ store, isShown });
    this.records = new Records({ store, isShown });
    this.imports = new ImportHolds({ store, commits, clock }, kept.texts);
    this.reviews = new Reviews({ store, imports: this.imports, boardNames: () => [...this.#boards.keys()], graceMs, clock }, kept.texts);
    this.visibility = new BoardVisibility(kept.texts);
    this.webhooks = new Webhooks(
      {
        store,
        isPrivate: (board) => this.visibility.of(board) === 'private',
        betweenCommits: (work) => commits.betweenCommits(work),
        clock,
      },
      kept.texts,
    );
    this.closing = new PeriodClosing({
      store,
      webhooks: this.webhooks,
      boardNamed: (name) => this.board(name),
      boardForPoints: (name) => this.boardForPoints(name),
      orders,
      commits,
      imports: this.imports,
      reviews: this.reviews,
      graceMs,
      clock,
    });
    this.privacy = new CurrentPrivacy({ store, commits, clock }, kept.texts);
    this.revisions = new EventRevisions({
      store,
      commits,
      isFinal: (board, period, reopenedAt) => this.closing.isFinal(board, period, reopenedAt),
      clock,
    });
    this.recording = recorder;
    this.held = new HeldPoints({ store, commits, recorder, clock });
    this.merges = new Merges({
      store,
      boards: () => this.boards(),
      players: this.players,
      held: this.held,
      commits,
      revisions: this.revisions,
      refuseWhileErasing: () => this.identities.refuseWhileErasing(),
      work: this.work,
      clock,
    });
    this.identities = new Identities(
      {
        store,
        players: this.players,
        imports: this.imports,
        commits,
        held: this.held,
        work: this.work,
        clock,
      },
      kept.texts,
    );
    this.limits = new PointsLimits({ store, commits, clock }, kept.texts);
    this.editing = new BoardEditing({
      store,
      commits,
      boardNamed: (name) => this.board(name),
      reviews: this.reviews,
      imports: this.imports,
      clock,
    });
    this.#followers = [
      this.players,
      orders,
      this.reading,
      this.leads,
      this.people,
      this.winners,
      this.records,
      this.imports,
      this.identities,
      this.privacy,
      this.visibility,
      this.reviews,
      this.webhooks,
      this.limits,
      this.#looks,
      this.#watch,
      this.closing,
      this.rate,
    ];
    store.follow((change) => this.#follow(change));
  }

  /**
   * The boards of a store, with the orders of their present periods in memory.
   * `graceMs`: how long after its end a period becomes final, in milliseconds.
   */
  static async open(store: PointsStore, options: BoardsOptions): Promise<LiveBoards> {
    // What other processes change while this is read is followed afterwards: changes say how things are, so that twice is once.
    const meanwhile: Change[] = [];
    const stop = store.follow((change) => void meanwhile.push(change));
    const positions = await store.positions();
    const boards = await store.boards();
    const texts = new Map<string, string | undefined>();
    for (const { name } of DOCUMENTS) texts.set(name, await store.document(name));
    const live = new LiveBoards(store, options, { positions, boards, texts });
    stop();
    for (const change of meanwhile) live.#follow(change);
    for (const board of live.boards()) await live.#orders.loadPresent(board);
    await actAs(SERVER, () => live.merges.undoUnfinished());
    return live;
  }

  /** All of them, archived ones too, oldest first. */
  boards(): readonly BoardSettings[] {
    return [...this.#boards.values()];
  }

  /** How many players the orders in memory have. */
  orderSizes() {
    return this.#orders.sizes();
  }

  /** Those that visitors are told of: all but the archived ones. */
  listed(): readonly BoardSettings[] {
    return this.boards().filter(({ state }) => state === 'listed');
  }

  /** Those that are read with a key alone: mostly none, and then this looks at no board. */
  privateBoards(): readonly BoardSettings[] {
    return [...this.visibility.privateNames].flatMap((name) => this.#boards.get(name) ?? []);
  }

  /** @throws {Problem} not-found for a name no board has. */
  board(name: string): BoardSettings {
    const board = this.#boards.get(name);
    if (board === undefined) throw unknownBoard(name);
    return board;
  }

  /** The board of that name, if it takes points. @throws {Problem} not-found as {@link board}; archived. */
  boardForPoints(name: string): BoardSettings {
    const board = this.board(name);
    if (board.state === 'archived')
      throw new Problem('archived', `The board "${name}" is archived and takes no points. Nothing was stored.`, [
        { field: 'board', rule: 'must not be archived' },
      ]);
    return board;
  }

  /** Everything that is remembered first, and then those who are told that it has changed. */
  #follow(change: Change): void {
    if (change.kind === 'board') {
      if (change.settings === undefined) this.#boards.delete(change.board);
      else this.#boards.set(change.board, change.settings);
    }
    for (const follower of this.#followers) follower.follow(change);
    this.changes.tell(change);
  }
}

/** What is answered about a board that is not there, or not for whoever asks. */
export function unknownBoard(name: string): Problem {
  return new Problem('not-found', `There is no board "${name}".`, [{ field: 'board', rule: 'must be the name of a board' }]);
}

/** `clock` gives epoch milliseconds. */
export interface BoardsOptions {
  readonly clock: () => number;
  readonly graceMs: number;
}
