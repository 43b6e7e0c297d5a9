// Handlers for operators: players, events and results.
import type { PreviewedId } from '../../../contract/api.ts';
import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import type { LOOKUP_ENDPOINTS } from '../../../contract/lookup.ts';
import type { APPEARANCE_ENDPOINTS } from '../../../contract/operation/appearance.ts';
import type { HELD_ENDPOINTS } from '../../../contract/operation/held.ts';
import type { LEDGER_ENDPOINTS } from '../../../contract/operation/ledger.ts';
import type { NOTE_ENDPOINTS } from '../../../contract/operation/notes.ts';
import type { PLAYER_ENDPOINTS } from '../../../contract/operation/players.ts';
import type { SETTLEMENT_ENDPOINTS } from '../../../contract/operation/settlement.ts';
import { PREVIEWED_ACTS } from '../../acts/acts.ts';
import { heldPage, limitsAnswer, rejectHeld, setLimits } from '../../acts/held-points.ts';
import { cheatingBudgetAnswer } from '../../answers/cheating-budget-answer.ts';
import { beginImport, endImport, listedImports } from '../../acts/imports.ts';
import type { ActParts } from '../../acts/parts/act-parts.ts';
import { asked, type AskedAct } from '../../acts/parts/previewed.ts';
import { markPayout, payoutAnswer, payoutMark, payoutsAnswer } from '../../acts/payouts.ts';
import { practiceAnswer } from '../../acts/rehearsing/practice.ts';
import { rehearsalAnswer } from '../../acts/rehearsing/rehearsal.ts';
import { reviewAnswer, reviewSetting, setReview, unsettledAnswer } from '../../acts/settlement.ts';
import { eventsAnswer, foundEventsAnswer } from '../../answers/events-answer.ts';
import { ledgerAnswer } from '../../answers/ledger-answer.ts';
import { namesAnswer } from '../../answers/parts/any-player.ts';
import { playerDataAnswer, playerEventsAnswer } from '../../answers/player-data-answer.ts';
import { playersAnswer } from '../../answers/players-answer.ts';
import { json } from '../json-answer.ts';
import type { Handlers } from '../parsed-call.ts';
import type { ApiParts } from './api-parts.ts';
import { replacing, tagged } from './if-match.ts';

type Operations = typeof APPEARANCE_ENDPOINTS &
  typeof HELD_ENDPOINTS &
  typeof LOOKUP_ENDPOINTS &
  typeof LEDGER_ENDPOINTS &
  typeof NOTE_ENDPOINTS &
  typeof PLAYER_ENDPOINTS &
  typeof SETTLEMENT_ENDPOINTS;

/** Handlers of all acts with a preview. */
export function previewedHandlers(parts: ActParts): Handlers<PreviewedId> {
  const handlers = Object.entries(PREVIEWED_ACTS).map(([id, actOf]) => [
    id,
    (call: { readonly query: AskedAct }) => asked(parts, call.query, actOf(parts, call as never)),
  ]);
  return Object.fromEntries(handlers) as Handlers<PreviewedId>;
}

export function operationHandlers(parts: ApiParts): Handlers<Exclude<keyof Operations, PreviewedId>> {
  const { boards, appearance, clock } = parts;
  const { store, catalogue, privacy, identities } = boards;
  const authors = { keys: () => parts.keyring?.names() ?? [], people: () => parts.operators.people.list() };
  return {
    ledger: ({ variables: { board }, query: { cursor } }) => ledgerAnswer(boards, authors, board, cursor),
    events: ({ variables: { board }, query }) => eventsAnswer(boards, authors, board, query),
    findEvents: ({ query: { id } }) => foundEventsAnswer(boards, authors, id),
    players: ({ query }) => playersAnswer(boards, query),
    imports: () => ({ imports: listedImports(boards) }),
    async beginImport({ body }) {
      const begun = await beginImport(parts, body);
      return json(begun.resumed ? 200 : 201, begun);
    },
    endImport: ({ variables }) => endImport(boards, variables.import),
    appearance: ({ request, reader: { cached } }) => cached(request, 'appearance', async () => appearance.value),
    replaceAppearance: ({ request, body }) =>
      replacing(request, store, { now: () => appearance.value, acts: ['set-appearance'] }, (still) => appearance.replace(body, still)),
    privacy: ({ request, reader: { cached } }) => cached(request, 'privacy', async () => privacy.value),
    replacePrivacy: ({ request, body }) =>
      replacing(request, store, { now: () => privacy.value, acts: ['set-privacy'] }, (still) => privacy.replace(body, still)),
    renamePlayer: async ({ variables: { username }, body }) => namesAnswer(await identities.rename(username, body)),
    erasePlayer: async ({ variables: { username } }) => ({ traces: (await identities.erase(username)) ? 'gone' : 'later' }),
    playerData: ({ variables: { username } }) => playerDataAnswer(boards, username),
    addNote: async ({ variables: { username }, body: { text } }) => boards.notes.add(username, text),
    deleteNote: ({ variables: { username, note } }) => boards.notes.remove(username, note),
    playerEvents: ({ variables: { username }, query: { board = DEFAULT_BOARD, before } }) =>
      playerEventsAnswer(boards, username, board, before),
    limits: ({ variables: { board } }) => tagged(limitsAnswer(boards, board)),
    setLimits: ({ request, variables: { board }, body }) =>
      replacing(request, store, { now: () => limitsAnswer(boards, board), acts: ['set-limits'], about: { board } }, (still) =>
        setLimits(boards, board, body, still),
      ),
    cheatingBudget: async ({ variables: { board } }) => cheatingBudgetAnswer(boards, board, (await parts.keyring?.list()) ?? [], clock()),
    held: ({ query }) => heldPage(boards, query),
    rejectHeld: ({ variables: { held }, body: { reason } }) => rejectHeld(boards, held, reason),
    rehearse: ({ variables: { board }, query }) => rehearsalAnswer(boards, catalogue, board, query, clock()),
    practise: ({ variables: { board }, query }) => practiceAnswer(boards, board, query, clock()),
    unsettled: ({ variables: { board } }) => unsettledAnswer(boards, catalogue, board, clock()),
    payouts: ({ query }) => payoutsAnswer(boards, query),
    async payout({ variables: { payout } }) {
      const answer = await payoutAnswer(boards, payout);
      return tagged(answer, payoutMark(answer));
    },
    markPayout: ({ request, variables: { payout }, body }) =>
      replacing(
        request,
        store,
        { now: () => payoutAnswer(boards, payout), acts: ['mark-payout'], about: { subject: payout }, part: payoutMark },
        (still) => markPayout(boards, payout, body, clock(), still),
      ),
    review({ variables: { board } }) {
      const answer = reviewAnswer(boards, board);
      return tagged(answer, reviewSetting(answer));
    },
    setReview: ({ request, variables: { board }, body }) =>
      replacing(
        request,
        store,
        { now: () => reviewAnswer(boards, board), acts: ['set-review'], about: { board }, part: reviewSetting },
        (still) => setReview(boards, board, body, still),
      ),
  };
}
