import { setImmediate as nextTurn } from 'node:timers/promises';

import type { BodyOf } from '../../contract/api.ts';
import { MOST_SELECTED } from '../../contract/parts/selection.ts';
import { dayWords, momentWords } from '../../contract/parts/time-words.ts';
import type { ApiRevisedMany, EventMatch } from '../../contract/revisions.ts';
import type { When } from '../../contract/when.ts';
import { timeBetween } from '../answers/parts/board-days.ts';
import type { Act } from '../audit/audit-entry.ts';
import { keptBeside } from '../audit/beside-entry.ts';
import type { ToldAct } from '../audit/told-act.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { isOfNoMerge, type RevisionsAhead } from '../boards/revising/event-revisions.ts';
import { keptRevisionsSchema } from '../boards/revising/many-revisions.ts';
import { Problem } from '../http/problem.ts';
import type { BoardSettings, PlayedEvent, Revising, Revision, StoredEvent } from '../store/stored-values.ts';
import { changesBy } from './parts/consequences.ts';
import { askedAt, type Plan, type UndoParts, type Undos } from './parts/opposite.ts';
import type { Imagined, PreviewedAct } from './parts/previewed.ts';

/** Events per read. */
const AT_ONCE = 1000;

/** The most ledger events examined per read, and reads per selection: five million events. */
const LOOKED_AT = 10_000;
const MOST_READS = 500;

type Asked = BodyOf<'reviseEvents'>;

/**
 * Voids or restores many events in one act.
 * @throws {Problem} not-found for an unknown board or player; bad-request for a day skipped in a board's zone; conflict for a selection of
 * more than {@link MOST_SELECTED}; as `ManyRevisions.revise`.
 */
export function revisingEvents(boards: LiveBoards, { does, reason, events }: Asked): PreviewedAct<ApiRevisedMany> {
  // Once per request: what is previewed, compared and done are the same events.
  let ahead: Promise<RevisionsAhead> | undefined;
  const readAhead = () =>
    (ahead ??= selectedEvents(boards, does, events).then((revising) => boards.revisions.ahead(revising, { reason, isMeant: isOfNoMerge })));
  return {
    imagine: async () => imaginedRevisions(boards, does, await readAhead()),
    async carryOut(agreed) {
      const about = 'match' in events ? await aboutMatch(boards, events.match) : { board: events.board, subject: 'chosen one by one' };
      const { changed, refused, entry } = await boards.manyRevisions.revise(does, await readAhead(), about, agreed);
      return { does, events: changed, refused, entry };
    },
  };
}

async function imaginedRevisions(boards: LiveBoards, does: Revision['does'], ahead: RevisionsAhead): Promise<Imagined> {
  const { mark, totals, ...selected } = await boards.manyRevisions.imagine(does, ahead);
  return { subject: ['the selected events', [does, mark]], changes: await changesBy(boards, totals), selected };
}

async function selectedEvents(boards: LiveBoards, does: Revision['does'], events: Asked['events']): Promise<readonly Revising[]> {
  if ('ids' in events) {
    const { name: board } = boards.board(events.board);
    return [...new Set(events.ids)].map((id) => ({ board, id, does }));
  }
  const { match } = events;
  const selected: Revising[] = [];
  let count = 0;
  for (const board of match.board === undefined ? boards.boards() : [boards.board(match.board)]) {
    const { from, to } = timeBetween(match.from, match.until, board.calendar);
    const isSelected = ({ at, activity, voided }: StoredEvent) =>
      (voided === undefined) === (does === 'void') && at >= from && at < to && (match.activity ?? activity) === activity;
    for await (const page of pagesOf(boards, board, match, { from, to })) {
      const own = page.filter(isSelected);
      count += own.length;
      if (count <= MOST_SELECTED) for (const { id } of own) selected.push({ board: board.name, id, does });
    }
  }
  if (count > MOST_SELECTED) throw tooMany(`${count.toLocaleString('en')} events match`);
  return selected;
}

function tooMany(what: string): Problem {
  return new Problem('conflict', `${what}. Narrow the selection to at most ${MOST_SELECTED.toLocaleString('en')}. Nothing was changed.`, [
    { field: 'events.match', rule: `must match at most ${MOST_SELECTED} events` },
  ]);
}

/** The events of a board that may match, in pages between which others go on. */
async function* pagesOf(
  { store, players }: LiveBoards,
  { name }: BoardSettings,
  match: EventMatch,
  within: { readonly from: number; readonly to: number },
): AsyncGenerator<readonly (StoredEvent | PlayedEvent)[]> {
  const player = match.player === undefined ? undefined : (await players.existing(match.player, 'player')).number;
  let before: number | undefined;
  for (let reads = 0; reads < MOST_READS; reads += 1) {
    if (player !== undefined) {
      const events = await store.eventsOf(name, player, { ...(before !== undefined && { before }), limit: AT_ONCE });
      yield events;
      if (events.length < AT_ONCE) return;
      before = events.at(-1)!.seq;
    } else {
      const { events, next } = await store.eventsBefore(name, { before, ...within, limit: AT_ONCE, look: LOOKED_AT });
      yield events;
      if (next === undefined) return;
      before = next;
    }
    await nextTurn();
  }
  throw tooMany('There are too many events to search');
}

/** What the audit entry says about a selection. A player by number, never by name. */
async function aboutMatch(boards: LiveBoards, match: EventMatch): Promise<Pick<Act, 'board' | 'player' | 'subject'>> {
  const { board, key, import: file, activity, from, until } = match;
  const player = match.player === undefined ? undefined : (await boards.players.existing(match.player)).number;
  const words = [
    key !== undefined && `key ${key}`,
    file !== undefined && `import ${file}`,
    activity !== undefined && `activity ${activity}`,
    from !== undefined && `from ${whenWords(from)}`,
    until !== undefined && `until ${whenWords(until)}`,
  ].filter((word) => word !== false);
  return { board, player, subject: words.length === 0 ? 'all events' : words.join(', ') };
}

function whenWords(when: When): string {
  if (when.kind === 'now') return 'now';
  return when.kind === 'day' ? dayWords(when.day) : momentWords(when.moment, 'second');
}

/** What undos read ahead, once per request. */
const readAhead = new WeakMap<ToldAct, Promise<RevisionsAhead>>();

/** Revises the events of an entry that are still as it left them. */
async function undoing({ boards }: UndoParts, told: ToldAct, does: Revision['does'], reason: string): Promise<Plan> {
  let ahead = readAhead.get(told);
  if (ahead === undefined) {
    const { at, events } = keptRevisionsSchema.parse(await keptBeside(boards.store, told));
    const revising = events.flatMap(({ board, reason: former, seqs }) =>
      seqs.map((id): Revising => ({ board, id, does, reason: does === 'void' ? (former ?? undefined) : undefined })),
    );
    const isMeant = (voided: StoredEvent['voided']) => (does === 'void' ? voided === undefined : voided?.at === at);
    readAhead.set(told, (ahead = boards.revisions.ahead(revising, { reason, isMeant })));
  }
  const { board, player, subject } = told.kept;
  const { changed, refused } = await boards.manyRevisions.imagine(does, await ahead);
  const now = { events: changed, ...(refused > 0 && { refused }) };
  return {
    left: now,
    now,
    wanted: { events: 0 },
    imagine: async () => imaginedRevisions(boards, does, await ahead),
    carryOut: async (agreed) => boards.manyRevisions.revise(does, await ahead, { board, player, subject }, agreed),
  };
}

export const MANY_EVENTS_UNDOS = {
  'void-events': {
    ...askedAt('reviseEvents', 'restore-events'),
    isCostly: true,
    plan: (parts, told) => undoing(parts, told, 'restore', 'Voiding it was undone.'),
  },
  // Voids them again for their former reasons.
  'restore-events': {
    ...askedAt('reviseEvents', 'void-events'),
    isCostly: true,
    plan: (parts, told) => undoing(parts, told, 'void', 'Restoring it was undone.'),
  },
} satisfies Undos;
