import type * as z from 'zod/mini';

import type { ApiKeptBoard } from '../../contract/parts/answer-parts.ts';
import { ENDPOINTS } from '../../contract/api.ts';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Appearance } from '../../contract/operation/appearance.ts';
import type { AbsentPlayers, ApiRankings, ApiReport, ApiResults, PlayerVisibility } from '../../contract/game-answers.ts';
import type { ApiBegunImport, ApiImport, ApiLedger, ApiReopened, ApiRevised } from '../../contract/operation/operation-answers.ts';
import type { ApiPayout, ApiPayouts, ApiRehearsal, ApiReview } from '../../contract/operation/settlement-answers.ts';
import type { ApiBoardLimits, ApiHeld, ApiHeldPage } from '../../contract/operation/held-answers.ts';
import type { ApiAudit, ApiAuditEntry, ApiUndoPreview } from '../../contract/operation/audit.ts';
import type { EndingKind, PeriodKind } from '../../domain/calendar.ts';
import type { PlayerData, PlayerEvents } from '../../contract/operation/person-answers.ts';
import type { Privacy } from '../../contract/operation/privacy.ts';
import type { ApiPreview } from '../../contract/operation/previews.ts';
import type { ApiDeliveries, ApiWebhook } from '../../contract/operation/webhook-answers.ts';
import type { ApiMadeInvitation, ApiOperator } from '../../contract/operation/operator-answers.ts';
import type { Winners } from '../../contract/page-answers.ts';
import { MOST_WINNERS } from '../../contract/page-endpoints.ts';
import type { PointsEvent } from '../../contract/points-event.ts';
import { beginImport, endImport, listedImports } from '../../server/acts/imports.ts';
import { acceptancePreview, acceptHeld, heldPage, limitsAnswer, rejectHeld, setLimits } from '../../server/acts/held-points.ts';
import { handPreview, postByHand } from '../../server/acts/post-by-hand.ts';
import { mergePlayers, mergePreview } from '../../server/acts/merge-players.ts';
import { reopeningPreview, reopenPeriod } from '../../server/acts/reopen-period.ts';
import { reviseEvent, revisionPreview } from '../../server/acts/revise-event.ts';
import { setVisibility, visibilityPreview } from '../../server/acts/set-visibility.ts';
import { Webhooking } from '../../server/acts/webhooks.ts';
import { absentPlayersAnswer } from '../../server/acts/absent-players.ts';
import { keptBoardAnswer } from '../../server/answers/board-answer.ts';
import { ledgerAnswer } from '../../server/answers/ledger-answer.ts';
import { rankingsAnswer, rankingsQuestion } from '../../server/answers/rankings-answer.ts';
import { winnersAnswer } from '../../server/answers/winners-answer.ts';
import { playerDataAnswer, playerEventsAnswer } from '../../server/answers/player-data-answer.ts';
import { openKeys, openStore } from '../../server/data/open-data.ts';
import { type AuditQuestion, auditAnswer } from '../../server/audit/audit-log.ts';
import { tellOfKeys } from '../../server/audit/key-acts.ts';
import { CurrentAppearance } from '../../server/appearance/current-appearance.ts';
import type { Visibility } from '../../server/boards/board-visibility.ts';
import { CurrentCatalogue } from '../../server/boards/current-catalogue.ts';
import type { NewNames } from '../../server/boards/revising/identities.ts';
import { ensureBoard } from '../../server/boards/default-board.ts';
import { LiveBoards } from '../../server/boards/live-boards.ts';
import type { ApiKeys } from '../../server/operation/api-keys.ts';
import { ClockWatch } from '../../server/operation/clock-watch.ts';
import { type KeyMade, keysMadeBy } from '../../server/operation/key-list.ts';
import { keysToUndo, type UndoKeys } from '../../server/operation/keyring.ts';
import { type DataPlace, placeText } from '../../server/operation/data-place.ts';
import type { LiveSettings } from '../../server/operation/live-settings.ts';
import { rehearsalAnswer } from '../../server/settlement/rehearsal.ts';
import { markPayout, payoutsAnswer } from '../../server/settlement/payouts.ts';
import { reviewAnswer, setReview } from '../../server/settlement/review.ts';
import type { UndoParts } from '../../server/undoing/opposite.ts';
import { undoAct, undoOf, undoPreview } from '../../server/undoing/undo-act.ts';
import { type Epoch, takePoints } from '../../server/boards/points-intake.ts';
import type { PointsStore } from '../../server/store/points-store.ts';
import type { BoardSettings } from '../../server/store/stored-values.ts';
import type { DeliveryState } from '../../server/webhooks/delivery.ts';
import { invitationAnswer, operatorAnswer } from '../../server/operators/operator-answers.ts';
import { Operators } from '../../server/operators/operators.ts';
import { sitePlace } from '../../server/operators/site-place.ts';
import { type AskedServer, askServerOn, type Waiting } from './server-asking.ts';

/** How an act is asked what it would do. */
const PREVIEW = { preview: '1' } as const;

type Body<
  Id extends
    | 'changeBoard'
    | 'setLimits'
    | 'rejectHeld'
    | 'reviseEvent'
    | 'reopenPeriod'
    | 'beginImport'
    | 'addWebhook'
    | 'changeWebhook'
    | 'inviteOperator',
> = z.output<(typeof ENDPOINTS)[Id]['body']>;

/** The boards and the catalogue: of a folder through the server that runs on it, if one does; else directly. */
export interface LiveData {
  /** How the data is reached, for people to read. */
  readonly how: string;
  /** All of them, archived ones too. */
  boards(): Promise<readonly ApiKeptBoard[]>;
  /** @throws {Error} saying why not; nothing is changed then. So do those below. */
  addBoard(board: BoardSettings, visibility: Visibility | undefined): Promise<void>;
  changeBoard(name: string, change: Body<'changeBoard'>): Promise<void>;
  removeBoard(name: string): Promise<void>;
  catalogue(): Promise<Catalogue>;
  /** @throws {Error} saying why not; nothing is changed then. */
  replaceCatalogue(catalogue: Catalogue): Promise<void>;
  appearance(): Promise<Appearance>;
  /** Sets what was sent, which is checked here, and resolves with what that is. @throws {Error} saying why not; nothing is changed then. */
  replaceAppearance(sent: object): Promise<Appearance>;
  /** With the `since` of a preview only if that is still right. @throws {Error} saying why not; nothing is changed then. */
  setPlayerVisibility(username: string, visibility: PlayerVisibility, since?: string): Promise<void>;
  visibilityPreview(username: string, visibility: PlayerVisibility): Promise<ApiPreview>;
  absentPlayers(): Promise<AbsentPlayers['players']>;
  /** Everything about a player but the events. @throws {Error} for a name nobody has; so does the next. */
  playerData(username: string): Promise<PlayerData>;
  /** The events of a player on a board: the newest, or those before one. */
  playerEvents(username: string, board: string, before: number | undefined): Promise<PlayerEvents>;
  renamePlayer(username: string, names: NewNames): Promise<void>;
  /** Resolves to whether nothing is left in the files of the database. */
  erasePlayer(username: string): Promise<boolean>;
  /** Resolves with how many events count for the other one from now on. */
  mergePlayers(from: string, into: string, since?: string): Promise<number>;
  mergePreview(from: string, into: string): Promise<ApiPreview>;
  privacy(): Promise<Privacy>;
  /** @throws {Error} saying why not; nothing is changed then. */
  replacePrivacy(privacy: Privacy): Promise<void>;
  /** Records events, each with its own result; `epoch` says what those at the Unix epoch are. @throws {Error} if none could be recorded. */
  submit(board: string, events: readonly PointsEvent[], epoch: Epoch): Promise<ApiResults>;
  /** @throws {Error} saying why not; nothing is changed then. So do those below. */
  postByHand(board: string, event: PointsEvent, since?: string): Promise<ApiReport>;
  handPreview(board: string, event: PointsEvent): Promise<ApiPreview>;
  reviseEvent(board: string, revision: Body<'reviseEvent'>, since?: string): Promise<ApiRevised>;
  revisionPreview(board: string, revision: Body<'reviseEvent'>): Promise<ApiPreview>;
  /** @throws {Error} for an unknown board. */
  rehearsal(board: string, kind: EndingKind): Promise<ApiRehearsal>;
  reopenPeriod(board: string, reopening: Body<'reopenPeriod'>, since?: string): Promise<ApiReopened>;
  reopeningPreview(board: string, reopening: Body<'reopenPeriod'>): Promise<ApiPreview>;
  /** @throws {Error} for an unknown board. */
  review(board: string): Promise<ApiReview>;
  setReview(board: string, setting: { readonly reviewMinutes: number }): Promise<ApiReview>;
  payouts(asked: z.output<typeof ENDPOINTS.payouts.query>): Promise<ApiPayouts>;
  markPayout(id: string, mark: z.output<typeof ENDPOINTS.markPayout.body>): Promise<ApiPayout>;
  /** @throws {Error} for an unknown board. */
  limits(board: string): Promise<ApiBoardLimits>;
  setLimits(board: string, limits: Body<'setLimits'>): Promise<ApiBoardLimits>;
  held(asked: z.output<typeof ENDPOINTS.held.query>): Promise<ApiHeldPage>;
  /** With the `since` of a preview only if that is still right. */
  acceptHeld(id: string, since?: string): Promise<ApiHeld>;
  acceptancePreview(id: string): Promise<ApiPreview>;
  rejectHeld(id: string, body: Body<'rejectHeld'>): Promise<ApiHeld>;
  /** Entries of the audit log, newest first. */
  audit(query: AuditQuestion): Promise<ApiAudit>;
  /** Takes back the act of an entry, with the `since` of a preview only if that is still right. Resolves with the entry about it. */
  undo(entry: number, since?: string): Promise<ApiAuditEntry>;
  undoPreview(entry: number): Promise<ApiUndoPreview>;
  /** All events of a board, a page at a time. @throws {Error} for an unknown board; so do the next two. */
  ledger(board: string, cursor: string | undefined): Promise<ApiLedger>;
  /** A page of a ranking: with the same `at` and the `next` of the page before, the page after. */
  rankings(board: string, page: RankingPage): Promise<ApiRankings>;
  /** Days in the closed periods of a kind, the newest first: those before a day, some at a time. */
  closedPeriods(board: string, kind: EndingKind, before: string | undefined): Promise<{ days: readonly string[]; next: string | null }>;
  imports(): Promise<readonly ApiImport[]>;
  /** Also takes up one that was interrupted, and is a sign of life of one that goes on. */
  beginImport(beginning: Body<'beginImport'>): Promise<ApiBegunImport>;
  endImport(id: string): Promise<ApiImport>;
  /** Everybody who joined, those who were removed too. */
  operators(): Promise<readonly ApiOperator[]>;
  /** @throws {Error} saying why not; nothing is changed then. So does the next. */
  inviteOperator(inviting: Body<'inviteOperator'>): Promise<ApiMadeInvitation>;
  /** `keys`: what becomes of the API keys that they made. Resolves to the person, with those that keep working. */
  removeOperator(id: string, keys: 'keep' | 'revoke'): Promise<ApiOperator>;
  webhooks(): Promise<readonly ApiWebhook[]>;
  /** @throws {Error} saying why not; nothing is changed then. So do those below. */
  addWebhook(webhook: Body<'addWebhook'>): Promise<ApiWebhook>;
  changeWebhook(name: string, change: Body<'changeWebhook'>): Promise<ApiWebhook>;
  removeWebhook(name: string): Promise<ApiWebhook>;
  changeWebhookKey(name: string): Promise<ApiWebhook>;
  /** Sends a test message, and resolves with the id of its delivery. A server sends it, as soon as one runs. */
  testWebhook(name: string): Promise<{ readonly delivery: string }>;
  /** The newest. */
  deliveries(
    name: string,
    query: { readonly state?: DeliveryState | undefined; readonly limit: number },
  ): Promise<ApiDeliveries['deliveries']>;
  /** Sends one delivery again, or all that failed; resolves with how many. */
  redeliver(name: string, delivery: string | undefined): Promise<{ readonly again: number }>;
  close(): Promise<void>;
}

/** Of a place without a database: whether one is made, or refused. A mistyped one must not look like an empty game. */
export type IfNone = 'make' | 'refuse';

/** Which page of which ranking. */
interface RankingPage {
  readonly period: PeriodKind;
  /** A day or a moment; now, if left out. */
  readonly at?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** What is opened, and how. */
interface Opening extends Waiting {
  readonly place: DataPlace;
  readonly settings: LiveSettings;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Told what else happens, such as a period that closes. */
  readonly log: (text: string) => void;
}

/**
 * The data of a place, whether servers run on it or not.
 * @throws {Error} saying what to do, if the data cannot be opened.
 */
export async function openLiveData({ place, settings, clock, log, ...waiting }: Opening, ifNone: IfNone): Promise<LiveData> {
  const server = place.kind === 'folder' ? await askServerOn(place.folder, waiting) : undefined;
  if (server !== undefined) return throughServer(server);
  const store = await openStore(place, { ifNone, onUpgraded: log });
  const boards = await LiveBoards.open(store, { clock, graceMs: settings.graceMs });
  await ensureBoard(boards, settings.firstBoard);
  const outlook = async () => ({ boards, catalogue: await CurrentCatalogue.open(store, boards) });
  const operators = new Operators({ store, clock, place: () => sitePlace(settings.url, `http://localhost:${settings.port}`) });
  const undoing = async (keys: UndoKeys): Promise<UndoParts> => ({
    boards,
    keys: keysToUndo(keys, store),
    operators,
    catalogue: await CurrentCatalogue.open(store, boards),
    appearance: await CurrentAppearance.open(store, boards),
    readiness: () => clockTroubles(store, clock),
    clock,
    log,
  });
  const withToldKeys = async <T>(work: (keys: ApiKeys) => Promise<T>): Promise<T> => {
    const { keys, close } = await openKeys(place, ifNone);
    try {
      await tellOfKeys(store, keys.list());
      return await work(keys);
    } finally {
      await close();
    }
  };
  const webhooking = new Webhooking({ boards, network: { mayReach: settings.mayReach }, clock });
  return {
    how: `directly into ${placeText(place)}`,
    boards: async () => boards.boards().map((board) => keptBoardAnswer(boards, board)),
    addBoard: (board, visibility) => boards.makeBoard(board, visibility),
    async changeBoard(name, change) {
      await boards.changeBoard(name, change);
    },
    async removeBoard(name) {
      await boards.removeBoard(name);
    },
    catalogue: async () => (await CurrentCatalogue.open(store, boards)).value,
    async replaceCatalogue(catalogue) {
      await (await CurrentCatalogue.open(store, boards)).replace(catalogue);
    },
    appearance: async () => (await CurrentAppearance.open(store, boards)).value,
    replaceAppearance: async (sent) => (await CurrentAppearance.open(store, boards)).replace(sent),
    setPlayerVisibility: async (username, visibility, since) => setVisibility(await outlook(), username, visibility, { since }),
    visibilityPreview: async (username, visibility) => visibilityPreview(await outlook(), username, visibility),
    absentPlayers: async () => (await absentPlayersAnswer(boards)).players,
    async renamePlayer(username, names) {
      await boards.identities.rename(username, names);
    },
    erasePlayer: (username) => boards.identities.erase(username),
    mergePlayers: async (from, into, since) =>
      mergePlayers({ ...(await outlook()), readiness: () => clockTroubles(store, clock), log }, from, into, { since }),
    mergePreview: async (from, into) => mergePreview(await outlook(), from, into),
    playerData: (username) => playerDataAnswer(boards, username),
    playerEvents: (username, board, before) => playerEventsAnswer(boards, username, board, before),
    privacy: async () => boards.privacy.value,
    async replacePrivacy(privacy) {
      await boards.privacy.replace(privacy);
    },
    submit: async (board, events, epoch) =>
      JSON.parse((await takePoints(boards, board, { events }, clock(), { epoch, isOperators: true })).answer) as ApiResults,
    postByHand: async (board, event, since) => JSON.parse((await postByHand(await outlook(), board, event, { since })).report) as ApiReport,
    handPreview: async (board, event) => handPreview(await outlook(), board, event),
    reviseEvent: async (board, revision, since) => reviseEvent(await outlook(), board, revision, { since }),
    revisionPreview: async (board, revision) => revisionPreview(await outlook(), board, revision),
    rehearsal: async (board, period) => rehearsalAnswer(boards, await CurrentCatalogue.open(store, boards), board, { period }, clock()),
    reopenPeriod: async (board, reopening, since) => reopenPeriod(await outlook(), board, reopening, { since }),
    reopeningPreview: async (board, reopening) => reopeningPreview(await outlook(), board, reopening),
    review: async (board) => reviewAnswer(boards, board),
    setReview: (board, setting) => setReview(boards, board, setting),
    payouts: (asked) => payoutsAnswer(boards, asked),
    markPayout: (id, mark) => markPayout(boards, id, mark, clock()),
    limits: async (board) => limitsAnswer(boards, board),
    setLimits: (board, limits) => setLimits(boards, board, limits),
    held: (asked) => heldPage(boards, asked),
    acceptHeld: async (id, since) => acceptHeld(await outlook(), id, { since }),
    acceptancePreview: async (id) => acceptancePreview(await outlook(), id),
    rejectHeld: (id, { reason }) => rejectHeld(boards, id, reason),
    audit: (query) => withToldKeys(async (keys) => auditAnswer(store, query, undoOf(await undoing(keys)))),
    undo: (entry, since) => withToldKeys(async (keys) => undoAct(await undoing(keys), entry, anyRole, { since })),
    undoPreview: (entry) => withToldKeys(async (keys) => undoPreview(await undoing(keys), entry, anyRole)),
    ledger: (board, cursor) => ledgerAnswer(boards, board, cursor),
    rankings: (board, page) => rankingsAnswer(boards, rankingsQuestion(boards, board, ENDPOINTS.rankings.query.parse(page), clock())),
    closedPeriods: async (board, period, before) =>
      closedDays(await winnersAnswer(boards, { board, period, before: before ?? '', limit: MOST_WINNERS })),
    imports: async () => listedImports(boards),
    beginImport: (beginning) => beginImport(boards, () => clockTroubles(store, clock), beginning, log),
    endImport: (id) => endImport(boards, id),
    operators: async () => {
      const [going, keys] = [await operators.sessions.list(), await withToldKeys(async (known) => known.list())];
      return (await operators.people.list()).map((person) => operatorAnswer(person, going, namesMadeBy(person, keys)));
    },
    async inviteOperator(inviting) {
      const { invitation, link } = await operators.invite(inviting);
      return { ...invitationAnswer(invitation), link };
    },
    removeOperator: (id, keys) =>
      withToldKeys(async (known) => {
        const removed = await operators.remove(id);
        if (keys === 'revoke') await known.revokeMadeBy(removed, clock());
        await tellOfKeys(store, known.list());
        return operatorAnswer(removed, [], namesMadeBy(removed, known.list()));
      }),
    webhooks: () => webhooking.list(),
    addWebhook: (webhook) => webhooking.add(webhook),
    changeWebhook: (name, change) => webhooking.change(name, change),
    removeWebhook: (name) => webhooking.remove(name),
    changeWebhookKey: (name) => webhooking.changeKey(name),
    testWebhook: (name) => webhooking.test(name),
    deliveries: async (name, query) => (await webhooking.deliveries(name, query)).deliveries,
    redeliver: (name, delivery) => webhooking.redeliver(name, delivery),
    async close() {
      await boards.commits.settled();
      await store.close();
    },
  };
}

/** The names of the keys that somebody made and that work. */
function namesMadeBy(person: { readonly id: string }, keys: readonly KeyMade[]): string[] {
  return keysMadeBy(person, keys).map(({ name }) => name);
}

/** Whoever has the data itself may do anything with it. */
function anyRole(): void {}

/** What is wrong with the clock. This process is over before it could be set: only what was received tells. */
async function clockTroubles(store: Pick<PointsStore, 'newestReceivedAt'>, clock: () => number): Promise<readonly string[]> {
  const trouble = new ClockWatch(clock, clock).trouble(await store.newestReceivedAt());
  return trouble === undefined ? [] : [trouble];
}

function throughServer({ url, ask }: AskedServer): LiveData {
  return {
    how: `through the server at ${url}`,
    boards: async () => [...(await ask('boards')).boards, ...(await ask('boards', { query: { state: 'archived' } })).boards],
    async addBoard({ name, title, scoring, direction, calendar, unit }, visibility) {
      await ask('makeBoard', { body: { name, title, scoring, direction, unit, ...calendar, visibility } });
    },
    async changeBoard(board, change) {
      await ask('changeBoard', { board, body: change });
    },
    async removeBoard(board) {
      await ask('removeBoard', { board });
    },
    catalogue: () => ask('catalogue'),
    async replaceCatalogue(catalogue) {
      await ask('replaceCatalogue', { body: catalogue });
    },
    appearance: () => ask('appearance'),
    replaceAppearance: (sent) => ask('replaceAppearance', { body: sent }),
    async setPlayerVisibility(username, visibility, since) {
      await ask('setPlayerVisibility', { username, query: { since }, body: visibility });
    },
    visibilityPreview: async (username, visibility) =>
      (await ask('setPlayerVisibility', { username, query: PREVIEW, body: visibility })) as ApiPreview,
    absentPlayers: async () => (await ask('absentPlayers')).players,
    async renamePlayer(username, names) {
      await ask('renamePlayer', { username, body: names });
    },
    erasePlayer: async (username) => (await ask('erasePlayer', { username })).traces === 'gone',
    mergePlayers: async (username, into, since) =>
      ((await ask('mergePlayers', { username, query: { since }, body: { into } })) as { readonly events: number }).events,
    mergePreview: async (username, into) => (await ask('mergePlayers', { username, query: PREVIEW, body: { into } })) as ApiPreview,
    playerData: (username) => ask('playerData', { username }),
    playerEvents: (username, board, before) => ask('playerEvents', { username, query: { board, before } }),
    privacy: () => ask('privacy'),
    async replacePrivacy(privacy) {
      await ask('replacePrivacy', { body: privacy });
    },
    submit: async (board, events, epoch) =>
      (await ask(epoch === 'unset' ? 'submitPoints' : 'importPoints', { query: { board }, body: { events } })) as ApiResults,
    postByHand: async (board, body, since) => (await ask('postByHand', { board, query: { since }, body })) as ApiReport,
    handPreview: async (board, body) => (await ask('postByHand', { board, query: PREVIEW, body })) as ApiPreview,
    reviseEvent: async (board, body, since) => (await ask('reviseEvent', { board, query: { since }, body })) as ApiRevised,
    revisionPreview: async (board, body) => (await ask('reviseEvent', { board, query: PREVIEW, body })) as ApiPreview,
    rehearsal: (board, period) => ask('rehearse', { board, query: { period } }),
    reopenPeriod: async (board, body, since) => (await ask('reopenPeriod', { board, query: { since }, body })) as ApiReopened,
    reopeningPreview: async (board, body) => (await ask('reopenPeriod', { board, query: PREVIEW, body })) as ApiPreview,
    review: (board) => ask('review', { board }),
    setReview: (board, body) => ask('setReview', { board, body }),
    payouts: (query) => ask('payouts', { query }),
    markPayout: (payout, body) => ask('markPayout', { payout, body }),
    limits: (board) => ask('limits', { board }),
    setLimits: (board, body) => ask('setLimits', { board, body }),
    held: (query) => ask('held', { query }),
    acceptHeld: async (held, since) => (await ask('acceptHeld', { held, query: { since } })) as ApiHeld,
    acceptancePreview: async (held) => (await ask('acceptHeld', { held, query: PREVIEW })) as ApiPreview,
    rejectHeld: (held, body) => ask('rejectHeld', { held, body }),
    audit: (query) => ask('audit', { query }),
    undo: async (entry, since) =>
      ((await ask('undoAct', { entry: String(entry), query: { since } })) as { readonly entry: ApiAuditEntry }).entry,
    undoPreview: async (entry) => (await ask('undoAct', { entry: String(entry), query: PREVIEW })) as ApiUndoPreview,
    ledger: (board, cursor) => ask('ledger', { board, query: { cursor } }),
    rankings: (board, page) => ask('rankings', { board, query: page }),
    closedPeriods: async (board, period, before) =>
      closedDays(await ask('winners', { board, query: { period, before, limit: MOST_WINNERS } })),
    imports: async () => (await ask('imports')).imports,
    beginImport: (body) => ask('beginImport', { body }),
    endImport: (id) => ask('endImport', { import: id }),
    operators: async () => (await ask('operators')).operators,
    inviteOperator: (body) => ask('inviteOperator', { body }),
    removeOperator: (operator, keys) => ask('removeOperator', { operator, query: { keys } }),
    webhooks: async () => (await ask('webhooks')).webhooks,
    addWebhook: (body) => ask('addWebhook', { body }),
    changeWebhook: (webhook, body) => ask('changeWebhook', { webhook, body }),
    removeWebhook: (webhook) => ask('removeWebhook', { webhook }),
    changeWebhookKey: (webhook) => ask('changeWebhookKey', { webhook }),
    testWebhook: (webhook) => ask('testWebhook', { webhook }),
    deliveries: async (webhook, query) => (await ask('deliveries', { webhook, query })).deliveries,
    redeliver: (webhook, delivery) => ask('redeliver', { webhook, body: { delivery } }),
    close: async () => {},
  };
}

function closedDays({ winners, next }: Winners): { readonly days: readonly string[]; readonly next: string | null } {
  return { days: winners.map(({ day }) => day), next };
}
