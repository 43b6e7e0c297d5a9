import type { Privacy } from '../../contract/operation/privacy.ts';
import { actAs, SERVER } from '../store/acting.ts';
import { BESIDE } from '../audit/beside-entry.ts';
import { LongWork } from '../audit/long-work.ts';
import { type DocumentTexts, KeptDocument, KeptDocuments } from '../store/kept-document.ts';
import type { PointsStore } from '../store/points-store.ts';
import { AUDIT } from '../store/records.ts';
import type { BoardSettings, Change, StoredPlayer } from '../store/stored-values.ts';
import { WEBHOOKS } from '../outgoing/webhooks/webhook-list.ts';
import { Webhooks } from '../outgoing/webhooks/webhooks.ts';
import type { Log } from '../watching/log.ts';
import { BoardChanges } from './points/board-changes.ts';
import { BoardList } from './points/board-list.ts';
import { BoardEditing } from './board-editing.ts';
import { BOARD_GROUPS, BoardGroups } from './board-group.ts';
import { BoardReading } from './orders/board-reading.ts';
import { BoardVisibility, PRIVATE_BOARDS } from './board-visibility.ts';
import { CommitQueue } from './points/commit-queue.ts';
import { CurrentCatalogue } from './current-catalogue.ts';
import { HourlyCounts } from './points/hourly-counts.ts';
import { HELD, heldKey } from './points/kept-held.ts';
import { KeptSetting } from './points/kept-setting.ts';
import { EventRevisions } from './revising/event-revisions.ts';
import { HeldPoints } from './revising/held-points.ts';
import { ERASURES, Identities } from './revising/identities.ts';
import { NOTE, Notes } from './revising/notes.ts';
import { ImportHolds, IMPORTS } from './revising/import-holds.ts';
import { Merges } from './revising/merges.ts';
import { ManyRevisions } from './revising/many-revisions.ts';
import { Leads } from './orders/leads.ts';
import { PastWinners } from './orders/past-winners.ts';
import { PeriodOrders } from '../ranking/period-orders.ts';
import { Records } from './orders/records.ts';
import { REVIEWS, Reviews } from './settling/reviews.ts';
import { People } from './revising/people.ts';
import { CATALOGUE } from './settling/kept-catalogue.ts';
import { PAYOUT } from './settling/payouts.ts';
import { PeriodClosing } from './settling/period-closing.ts';
import { PRIVACY } from './revising/privacy.ts';
import { PlayerLooks } from './points/player-looks.ts';
import { LIMITS, PointsLimits } from './points/points-limits.ts';
import { RecordedRate } from './points/recorded-rate.ts';
import { PointsRecorder } from './points/points-recorder.ts';
import { PointsWatch } from './points/points-watch.ts';
import { ABSENCES, ShownPlayers } from './revising/shown-players.ts';

/** The readable part of the store; changes go through the parts below. */
type KeptData = Omit<
  PointsStore,
  | 'changeBoard'
  | 'removeBoard'
  | 'append'
  | 'prepareRevisions'
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

/** Data read from a store before following it. */
interface Kept {
  readonly boards: readonly BoardSettings[];
  readonly positions: Awaited<ReturnType<PointsStore['positions']>>;
  readonly texts: DocumentTexts;
}

/** Documents that the parts need. */
const DOCUMENTS = [ABSENCES, IMPORTS, ERASURES, PRIVACY, CATALOGUE, REVIEWS, WEBHOOKS, PRIVATE_BOARDS, BOARD_GROUPS, LIMITS];

/** The live boards and the parts that record points, rank, hide, close and answer. Their caches follow the store. */
export class LiveBoards extends BoardList {
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
  readonly manyRevisions: ManyRevisions;
  readonly privacy: KeptSetting<Privacy>;
  readonly catalogue: CurrentCatalogue;
  readonly merges: Merges;
  readonly visibility: BoardVisibility;
  readonly groups: BoardGroups;
  readonly editing: BoardEditing;
  readonly identities: Identities;
  readonly limits: PointsLimits;
  readonly held: HeldPoints;
  readonly notes: Notes;
  readonly recording: Pick<PointsRecorder, 'imagine' | 'commitLookedAt'>;
  /** How many events were recorded recently, by any process. */
  readonly rate: RecordedRate;
  readonly hours: HourlyCounts;
  /** Long-running tasks of this process. */
  readonly work: LongWork;
  readonly #watch: PointsWatch;
  readonly #looks: PlayerLooks;
  /** All caches of the store, in the order in which they receive changes: visibility before ranks. */
  readonly #followers: readonly { follow(change: Change): void }[];

  private constructor(store: PointsStore, { clock, graceMs, isReader = false }: BoardsOptions, kept: Kept) {
    super(kept.boards);
    const absences = new KeptDocument(ABSENCES, kept.texts);
    const isShown = (player: number) => !absences.value.has(player);
    const changes = new BoardChanges(store.history, kept.positions);
    const orders = new PeriodOrders(store, absences, clock);
    this.#looks = new PlayerLooks(store);
    this.#watch = new PointsWatch({ store, boards: this, looks: this.#looks, orders, clock });
    this.hours = new HourlyCounts(store, clock);
    const recorder = new PointsRecorder({ store, orders, absences, changes, boards: this, graceMs, watch: this.#watch, hours: this.hours });
    const commits = new CommitQueue({ recorder, store, changes, clock });
    const documents = new KeptDocuments(kept.texts);
    const parts = { store, documents, commits, clock, boards: this };
    this.store = store;
    this.clock = clock;
    this.#orders = orders;
    this.work = new LongWork(clock);
    this.rate = new RecordedRate(clock);
    this.changes = changes;
    this.commits = commits;
    this.players = new ShownPlayers({ store, orders, commits, clock }, absences);
    this.reading = new BoardReading({ store, orders, absences });
    this.leads = new Leads({ store, held: (period) => orders.held({ name: period.board }, period), isShown, clock });
    this.people = new People({ store, orders, players: this.players });
    this.winners = new PastWinners({ store, isShown });
    this.records = new Records({ store, isShown });
    this.imports = new ImportHolds(parts);
    this.reviews = new Reviews({ ...parts, imports: this.imports, graceMs });
    this.catalogue = new CurrentCatalogue({ ...parts, reviews: this.reviews });
    this.visibility = new BoardVisibility(documents);
    this.groups = new BoardGroups(documents);
    this.webhooks = new Webhooks(parts);
    this.closing = new PeriodClosing({
      ...parts,
      webhooks: this.webhooks,
      boardNamed: (name) => this.board(name),
      boardForPoints: (name) => this.boardForPoints(name),
      orders,
      imports: this.imports,
      reviews: this.reviews,
      graceMs,
    });
    this.privacy = new KeptSetting(parts, PRIVACY, 'set-privacy');
    this.revisions = new EventRevisions({ ...parts, isFinal: (...args) => this.closing.isFinal(...args) });
    this.manyRevisions = new ManyRevisions({ ...parts, revisions: this.revisions });
    this.recording = recorder;
    this.held = new HeldPoints({ store, commits, recorder, clock });
    this.notes = new Notes({ ...parts, players: this.players, refuseWhileErasing: (player) => this.identities.refuseWhileErasing(player) });
    this.merges = new Merges({
      ...parts,
      boards: () => this.boards(),
      players: this.players,
      held: this.held,
      notes: this.notes,
      revisions: this.revisions,
      refuseWhileErasing: () => this.identities.refuseWhileErasing(),
      work: this.work,
    });
    const { players, imports, held, notes, work } = this;
    const written = new Set([AUDIT, BESIDE, HELD, NOTE, PAYOUT]);
    this.identities = new Identities({ ...parts, players, imports, held, notes, work, written }, kept.texts);
    this.limits = new PointsLimits(parts);
    this.editing = new BoardEditing({ ...parts, reviews: this.reviews, imports, catalogue: this.catalogue, limits: this.limits });
    this.#followers = [
      this.players,
      orders,
      this.reading,
      this.leads,
      this.people,
      this.winners,
      this.records,
      documents,
      this.identities,
      this.#looks,
      this.#watch,
      this.closing,
      this.rate,
      // Only the writing thread saves its counts.
      ...(isReader ? [] : [this.hours]),
    ];
    store.follow((change) => this.#follow(change));
  }

  /** Opens the boards of a store with the orders of current periods. `graceMs`: when a period becomes final, after its end. */
  static async open(store: PointsStore, options: BoardsOptions): Promise<LiveBoards> {
    // Changes made while reading are applied afterwards. They carry whole values, so applying one twice is idempotent.
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
    if (options.isReader !== true) await actAs(SERVER, () => live.merges.undoUnfinished(options.log));
    return live;
  }

  /** How many players the orders in memory have. */
  orderSizes() {
    return this.#orders.sizes();
  }

  /** The boards that only keys can read; usually none, which costs nothing. */
  privateBoards(): readonly BoardSettings[] {
    const { privateNames } = this.visibility;
    return privateNames.size === 0 ? [] : this.boards().filter(({ name }) => privateNames.has(name));
  }

  /** A player whose username or display name looks like `name`. `than`: the username of one who does not count. */
  async playerLike(name: string, than?: string): Promise<StoredPlayer | undefined> {
    await this.#looks.catchUp();
    const own = than === undefined ? undefined : await this.store.playerNamed(than);
    return this.#looks.alike(name, own?.number);
  }

  /** Whether a board has an event with this id, also on hold. */
  async isRecorded(board: string, event: string): Promise<boolean> {
    const { kind, id } = heldKey(board, event);
    return (await this.store.eventWithId(board, event)) !== undefined || (await this.store.record(kind, id)) !== undefined;
  }

  /** Updates all caches before notifying listeners. */
  #follow(change: Change): void {
    this.followBoards(change);
    for (const follower of this.#followers) follower.follow(change);
    this.changes.publish(change);
  }
}

/** `clock` returns epoch milliseconds. */
export interface BoardsOptions {
  readonly clock: () => number;
  readonly graceMs: number;
  readonly log?: Log;
  /** Whether another thread writes the store. */
  readonly isReader?: boolean;
}
