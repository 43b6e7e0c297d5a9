import type { BodyOf } from '../../../contract/api.ts';
import { MOST_SELECTED } from '../../../contract/parts/selection.ts';
import { dayWords, momentWords } from '../../../contract/parts/time-words.ts';
import type { ApiRevisedMany, EventMatch } from '../../../contract/revisions.ts';
import type { When } from '../../../contract/when.ts';
import { timeBetween } from '../../answers/parts/board-days.ts';
import type { Act } from '../../audit/audit-entry.ts';
import { keptBeside } from '../../audit/beside-entry.ts';
import type { ToldAct } from '../../audit/told-act.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import { isOfNoMerge, type RevisionsAhead } from '../../boards/revising/event-revisions.ts';
import { keptRevisionsSchema } from '../../boards/revising/many-revisions.ts';
import { Problem } from '../../http/problem.ts';
import { pagesMatching } from '../../store/matching-events.ts';
import type { Revising, Revision } from '../../store/stored-values.ts';
import type { ActParts } from '../parts/act-parts.ts';
import { aheadBack } from '../parts/ahead-back.ts';
import { changesBy } from '../parts/consequences.ts';
import { askedAt, type Plan, type UndoParts, type Undos } from '../parts/opposite.ts';
import type { Imagined, PreviewedAct } from '../parts/previewed.ts';

/** The most pages per selection, apart from the first of each board and author: some millions of events. */
const MOST_PAGES = 500;

type SelectionParts = Pick<ActParts, 'boards' | 'keyring'>;

type Asked = BodyOf<'reviseEvents'>;

/**
 * Voids or restores many events in one act.
 * @throws {Problem} not-found for an unknown board or player; bad-request for a day skipped in a board's zone; conflict for a selection of
 * more than {@link MOST_SELECTED}; as `ManyRevisions.revise`.
 */
export function revisingEvents(parts: SelectionParts, { does, reason, events }: Asked): PreviewedAct<ApiRevisedMany> {
  const { boards } = parts;
  // Once per request, so that preview, check and act see the same events.
  let ahead: Promise<RevisionsAhead> | undefined;
  const readAhead = () =>
    (ahead ??= selectedEvents(parts, does, events).then((revising) => boards.revisions.ahead(revising, { reason, isMeant: isOfNoMerge })));
  return {
    imagine: async () => imaginedRevisions(boards, does, await readAhead()),
    async carryOut(agreed) {
      const revising = await readAhead();
      const about = 'match' in events ? await aboutMatch(parts, events.match) : { board: events.board, subject: 'chosen one by one' };
      const { changed, refused, entry } = await boards.manyRevisions.revise(does, revising, about, agreed);
      return { does, events: changed, refused, entry };
    },
  };
}

async function imaginedRevisions(boards: LiveBoards, does: Revision['does'], ahead: RevisionsAhead): Promise<Imagined> {
  const { mark, totals, ...selected } = await boards.manyRevisions.imagine(does, ahead);
  return { subject: ['the selected events', [does, mark]], changes: await changesBy(boards, totals), selected };
}

async function selectedEvents(parts: SelectionParts, does: Revision['does'], events: Asked['events']): Promise<readonly Revising[]> {
  const { boards } = parts;
  if ('ids' in events) {
    const { name: board } = boards.board(events.board);
    return [...new Set(events.ids)].map((id) => ({ board, id, does }));
  }
  const { player, activity, import: file, board: only, from, until } = events.match;
  const about = {
    activity,
    player: player === undefined ? undefined : (await boards.players.existing(player, 'events.match.player')).number,
  };
  const selected: Revising[] = [];
  let count = 0;
  let pages = 0;
  for (const { name: board, calendar } of only === undefined ? boards.boards() : [boards.board(only)]) {
    for (const by of authorsOf(parts, events.match)) {
      const match = { ...about, by, import: file, ...timeBetween(from, until, calendar) };
      for await (const page of pagesMatching(boards.store, board, match)) {
        const own = page.events.filter(({ voided }) => (voided === undefined) === (does === 'void'));
        count += own.length;
        if (count <= MOST_SELECTED) for (const { id } of own) selected.push({ board, id, does });
        if (page.next !== undefined) pages += 1;
        if (pages === MOST_PAGES) throw tooMany('There are too many events to search');
      }
    }
  }
  if (count > MOST_SELECTED) throw tooMany(`${count.toLocaleString('en')} events match`);
  return selected;
}

/** The authors to select events of; `undefined` for any author. @throws {Problem} not-found for an unknown key. */
function authorsOf({ keyring }: SelectionParts, { key, author }: EventMatch): readonly (string | undefined)[] {
  if (key === undefined) return [author];
  const ids = (keyring?.names() ?? []).filter(({ name }) => name === key).map(({ id }) => `key:${id}`);
  if (ids.length === 0)
    throw new Problem('not-found', `There is no key named "${key}".`, [{ field: 'events.match.key', rule: 'must be the name of a key' }]);
  return author === undefined ? ids : ids.filter((id) => id === author);
}

function tooMany(what: string): Problem {
  return new Problem('conflict', `${what}. Narrow the selection to at most ${MOST_SELECTED.toLocaleString('en')}. Nothing was changed.`, [
    { field: 'events.match', rule: `must match at most ${MOST_SELECTED} events` },
  ]);
}

/** A selection as described in the audit log, with the player's number, never their name. */
async function aboutMatch({ boards, keyring }: SelectionParts, match: EventMatch): Promise<Pick<Act, 'board' | 'player' | 'subject'>> {
  const { board, author, import: file, activity, from, until } = match;
  const key = match.key ?? keyring?.names().find(({ id }) => author === `key:${id}`)?.name;
  const player = match.player === undefined ? undefined : (await boards.players.existing(match.player)).number;
  const words = [
    key === undefined ? author !== undefined && `author ${author}` : `key ${key}`,
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

/** Revises the events of an entry that are still as it left them. */
async function undoing({ boards }: UndoParts, told: ToldAct, does: Revision['does'], reason: string): Promise<Plan> {
  const kept = keptRevisionsSchema.parse(await keptBeside(boards.store, told));
  const { board, player, subject } = told.kept;
  return revisionsPlan(boards, does, await aheadBack(boards, told, kept, does, reason), { board, player, subject });
}

/** Plans to revise events that were read ahead. */
export async function revisionsPlan(
  boards: LiveBoards,
  does: Revision['does'],
  ahead: RevisionsAhead,
  about: Pick<Act, 'board' | 'player' | 'subject'>,
): Promise<Plan> {
  const { changed, refused } = await boards.manyRevisions.imagine(does, ahead);
  const now = { events: changed, ...(refused > 0 && { refused }) };
  return {
    left: now,
    now,
    wanted: { events: 0 },
    imagine: async () => imaginedRevisions(boards, does, ahead),
    carryOut: async (agreed) => boards.manyRevisions.revise(does, ahead, about, agreed),
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
