// Names of schemas in the OpenAPI document. Renaming one breaks generated clients.
import type * as z from 'zod/mini';

import { apiKeySchema, writeBoundsSchema } from '../../../contract/api-key.ts';
import { catalogueSchema, keptCatalogueSchema } from '../../../contract/catalogue.ts';
import * as guests from '../../../contract/guests.ts';
import * as game from '../../../contract/game-answers.ts';
import { appearanceSchema, keptAppearanceSchema } from '../../../contract/operation/appearance.ts';
import * as audit from '../../../contract/operation/audit.ts';
import * as held from '../../../contract/operation/held.ts';
import * as lookup from '../../../contract/lookup.ts';
import * as operation from '../../../contract/operation/ledger.ts';
import * as operators from '../../../contract/operation/operators.ts';
import * as person from '../../../contract/operation/players.ts';
import * as backups from '../../../contract/operation/backups.ts';
import { noteSchema } from '../../../contract/operation/notes.ts';
import { previewedPeriodSchema, previewSchema } from '../../../contract/operation/previews.ts';
import { privacySchema } from '../../../contract/operation/privacy.ts';
import * as settlement from '../../../contract/operation/settlement.ts';
import * as webhooks from '../../../contract/operation/webhooks.ts';
import * as pages from '../../../contract/page-answers.ts';
import * as parts from '../../../contract/parts/answer-parts.ts';
import * as players from '../../../contract/player-answers.ts';
import { pointsEventSchema } from '../../../contract/points-event.ts';
import { revisedManySchema } from '../../../contract/revisions.ts';
import * as plays from '../../../contract/plays.ts';
import * as server from '../../../contract/running-server.ts';

const NAMED = {
  PointsEvent: pointsEventSchema,
  PointsReport: game.reportSchema,
  PeriodReport: game.periodReportSchema,
  HeldReport: game.heldReportSchema,
  PointsResults: game.resultsSchema,
  PointsResult: game.resultSchema,
  Rankings: game.rankingsSchema,
  Standing: game.standingSchema,
  RankChange: parts.changeSchema,
  Tie: parts.tieSchema,
  Board: parts.keptBoardSchema,
  PublicBoard: parts.boardSchema,
  Period: parts.periodSchema,
  Prize: parts.prizeSchema,
  Player: parts.playerSchema,
  PlayerRanks: game.profileSchema,
  PlayerRank: game.placeInPeriodSchema,
  PlayerVisibility: game.visibilitySchema,
  AbsentPlayers: game.absentPlayersSchema,
  PlayerPage: players.playerPageSchema,
  PlayerHistory: players.playerHistorySchema,
  Place: players.placeSchema,
  PastPlace: players.pastPlaceSchema,
  Season: players.seasonSchema,
  Receipt: players.receiptSchema,
  Path: players.pathSchema,
  Plan: players.planSchema,
  BoardView: pages.boardViewSchema,
  BoardPage: pages.boardPageSchema,
  Podium: pages.podiumSchema,
  PodiumHolder: pages.laneHolderSchema,
  PageStanding: pages.liveStandingSchema,
  PagePlayer: pages.shownPlayerSchema,
  Highlights: pages.highlightsSchema,
  Mover: pages.moverSchema,
  PlacedPlayer: pages.placedPlayerSchema,
  Winners: pages.winnersSchema,
  WonPeriod: pages.wonPeriodSchema,
  HallOfFame: pages.hallOfFameSchema,
  PlayedMoments: pages.playedSchema,
  Challenge: plays.challengeSchema,
  Trends: pages.trendsSchema,
  Records: pages.recordsSchema,
  Activities: pages.activitiesAnswerSchema,
  SearchResults: pages.searchAnswerSchema,
  Statistics: pages.statisticsAnswerSchema,
  Catalogue: keptCatalogueSchema,
  CatalogueInput: catalogueSchema,
  CatalogueEntry: keptCatalogueSchema.shape.tournaments.def.innerType.def.element,
  CatalogueEntryInput: catalogueSchema.shape.tournaments.def.innerType.def.element,
  ActivityLimit: parts.limitSchema,
  Appearance: keptAppearanceSchema,
  AppearanceInput: appearanceSchema,
  Privacy: privacySchema,
  Preview: previewSchema,
  PreviewedPeriod: previewedPeriodSchema,
  Revision: operation.revisedSchema,
  Revisions: revisedManySchema,
  Reopening: operation.reopenedSchema,
  Import: operation.importSchema,
  BegunImport: operation.begunImportSchema,
  Ledger: operation.ledgerSchema,
  Events: lookup.eventsSchema,
  Event: lookup.eventSchema,
  Voided: parts.voidedSchema,
  HeldPoints: held.heldSchema,
  HeldPage: held.heldPageSchema,
  DecidedHeldPoints: held.decidedHeldSchema,
  Limits: held.limitsSchema,
  PlayLimits: held.playLimitsSchema,
  BoardLimits: held.boardLimitsSchema,
  CheatingBudget: held.cheatingBudgetSchema,
  NewGuest: guests.newGuestSchema,
  GuestData: guests.guestDataSchema,
  MergeProposal: guests.mergeProposalSchema,
  Players: lookup.playersSchema,
  ListedPlayer: lookup.anyPlayerSchema,
  PlayedBoard: person.playedBoardSchema,
  PlayerData: person.playerDataSchema,
  ChangedVisibilities: person.setVisibilitiesSchema,
  Ban: person.bannedSchema,
  PlayerEvents: person.playerEventsSchema,
  Note: noteSchema,
  Rehearsal: settlement.rehearsalSchema,
  Review: settlement.reviewSchema,
  UnsettledPeriods: settlement.unsettledSchema,
  Settlement: settlement.settledSchema,
  Payouts: settlement.payoutsSchema,
  Payout: settlement.payoutSchema,
  MarkedPayouts: settlement.markedPayoutsSchema,
  Webhook: webhooks.webhookSchema,
  Deliveries: webhooks.deliveriesSchema,
  Delivery: webhooks.deliverySchema,
  WebhookPodium: webhooks.podiumSchema,
  WebhookPeriod: webhooks.periodSchema,
  Key: apiKeySchema,
  KeyBounds: writeBoundsSchema,
  Operator: operators.operatorSchema,
  Person: operators.personSchema,
  OwnSession: operators.ownSessionSchema,
  Session: operators.sessionSchema,
  Passkey: operators.passkeySchema,
  Invitation: operators.invitationSchema,
  CreatedInvitation: operators.madeInvitationSchema,
  AuditLog: audit.auditSchema,
  Author: audit.authorSchema,
  AuditEntry: audit.auditEntrySchema,
  Actor: audit.actorSchema,
  Undo: audit.undoSchema,
  UndoPreview: audit.undoPreviewSchema,
  Backups: backups.backupsSchema,
  CreatedBackup: backups.madeBackupSchema,
  CheckedBackup: backups.checkedBackupSchema,
  Overview: server.overviewSchema,
  Closing: server.closingSchema,
  Work: server.workSchema,
  Settings: server.settingsSchema,
  Setting: server.settingSchema,
  Problem: parts.problemSchema,
  ...Object.fromEntries(webhooks.WEBHOOK_MESSAGES.map(({ type, schema }) => [messageNameOf(type), schema])),
} satisfies Record<string, z.ZodMiniType>;

export const SCHEMA_NAMES: ReadonlyMap<z.ZodMiniType, string> = new Map(Object.entries(NAMED).map(([name, schema]) => [schema, name]));

/** `period.closing_soon` is `PeriodClosingSoonMessage`. */
function messageNameOf(type: string): string {
  return `${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Message`;
}
