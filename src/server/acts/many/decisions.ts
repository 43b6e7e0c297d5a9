import * as z from 'zod/mini';

import { MOST_SELECTED } from '../../../contract/parts/selection.ts';
import type { ActName } from '../../../contract/operation/acts.ts';
import { type Act, type AuditEntry, auditEntry, entryNumber } from '../../audit/audit-entry.ts';
import { besideEntry, keptBeside } from '../../audit/beside-entry.ts';
import type { ToldAct } from '../../audit/told-act.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import { dryRun } from '../../boards/points/attempts.ts';
import { ANYTHING } from '../../boards/revising/agreement.ts';
import { Problem } from '../../http/problem.ts';
import { everyRecord, type RecordChange, type StoredRecord } from '../../store/records.ts';
import { askedAt, type Opposite, partPlan, type UndoingId } from '../parts/opposite.ts';
import type { Imagined, PreviewedAct } from '../parts/previewed.ts';

// Decisions about many records that have a state and a note, such as prizes and points on hold.

/** A kind of records that can be decided about. */
export interface Decidable {
  readonly kind: string;
  /** The field in requests, and for the count in audit entries. */
  readonly unit: string;
  /** Words for messages: a plural such as "prizes", and a participle such as "marked". */
  readonly words: string;
  readonly done: string;
  readonly playerOf: (boards: LiveBoards, record: StoredRecord) => Promise<number | undefined> | number | undefined;
}

/** The records that an act on many selects. */
export type Selection<Match> = { readonly ids: readonly string[] } | { readonly match: Match };

const decisionSchema = z.object({ state: z.string(), note: z.nullable(z.string()) });

export type Decision = z.infer<typeof decisionSchema>;

const textSchema = z.looseObject({ board: z.string(), note: z.nullable(z.string()) });

/** For each record: its id, and the decisions before and after. */
export const turnsSchema = z.array(z.tuple([z.string(), decisionSchema, decisionSchema]));

export interface Turn {
  readonly record: StoredRecord;
  readonly before: Decision;
  readonly after: Decision;
}

/** An act that decides about records. `refused`: how many others are skipped. */
export function deciding<Done>(
  boards: LiveBoards,
  of: Decidable,
  turns: () => Promise<readonly Turn[]>,
  act: Pick<Act, 'act' | 'reason'>,
  answer: (count: number, entry: number) => Done,
  refused = 0,
): PreviewedAct<Done> {
  const { store, commits, clock } = boards;
  return {
    async imagine() {
      const found = await turns();
      return { subject: subjectOf(of, found), changes: [], selected: { changed: found.length, refused } };
    },
    carryOut: (agreed = ANYTHING) =>
      commits.betweenCommits(async () => {
        const check = await agreed();
        const found = await turns();
        const about = await aboutOf(boards, of, found);
        let id = '';
        await store.changeRecords({
          of: found.map(({ record }) => record),
          change(kept) {
            check();
            refuseIfDecided(of, found, kept);
            const entry = entryOf(of, found, { ...act, ...about }, clock());
            ({ id } = entry);
            return [entry, besideEntry(entry, keptTurns(found)), ...turned(found, entry.at)];
          },
        });
        return answer(found.length, await entryNumber(store, id));
      }),
  };
}

/** The state of selected records, for previews. */
export function subjectOf({ words }: Decidable, turns: readonly Turn[]): Imagined['subject'] {
  return [`the selected ${words}`, turns.map(({ record: { id }, before, after }) => [id, before, after])];
}

/** The audit entry of several decisions, with the values that all of them share. */
export function entryOf({ unit }: Decidable, turns: readonly Turn[], act: Act, at: number): AuditEntry {
  const common = (decisions: readonly Decision[]) => ({
    state: only(decisions.map(({ state }) => state)),
    note: only(decisions.map(({ note }) => note)),
  });
  const [before, after] = [common(turns.map((turn) => turn.before)), common(turns.map((turn) => turn.after))];
  return auditEntry({ ...act, before, after: { [unit]: turns.length, ...after } }, at);
}

/** The records after their decisions. */
export function turned(turns: readonly Turn[], at: number): readonly RecordChange[] {
  return turns.map(({ record, after: { state, note } }) => {
    return { ...record, at, state, text: JSON.stringify({ ...textOf(record), note }) };
  });
}

/** The data that undoing needs. */
export function keptTurns(turns: readonly Turn[]): z.infer<typeof turnsSchema> {
  return turns.map(({ record, before, after }) => [record.id, before, after]);
}

/** Checks inside the commit that nobody else decided first. @throws {Problem} changed. */
export function refuseIfDecided(of: Decidable, turns: readonly Turn[], kept: readonly (StoredRecord | undefined)[]): void {
  const others = kept.filter((record, i) => record === undefined || !isSame(decisionIn(record), turns[i]!.before));
  if (others.length > 0) throw changedSince(of, others, kept.length);
}

/**
 * The new state of the selected records. `decide` returns `undefined` for records that the decision does not apply to.
 * @throws {Problem} not-found for an unknown id; changed if it does not apply to one of the ids; conflict if there is none; bad-request for
 * too many.
 */
export async function selectedTurns(
  boards: LiveBoards,
  of: Decidable,
  selection: Selection<{ readonly state?: string | undefined }>,
  isAsked: (record: StoredRecord) => boolean,
  decide: (record: StoredRecord) => Decision | undefined,
): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  const take = (record: StoredRecord) => {
    const after = decide(record);
    if (after !== undefined) turns.push({ record, before: decisionIn(record), after });
    return after !== undefined;
  };
  if ('ids' in selection) {
    const ids = [...new Set(selection.ids)];
    const kept = await recordsNow(boards, of.kind, ids);
    const unknown = ids.find((_, i) => kept[i] === undefined);
    if (unknown !== undefined)
      throw new Problem('not-found', `There are no ${of.words} with the id ${JSON.stringify(unknown)}. Nothing was changed.`, [
        { field: `${of.unit}.ids`, rule: `must be ids of ${of.words}` },
      ]);
    const others = kept.filter((record) => !take(record!));
    if (others.length > 0) throw changedSince(of, others, ids.length);
    return turns;
  }
  const { match } = selection;
  for await (const record of everyRecord(boards.store, of.kind, { state: match.state })) {
    if (isAsked(record)) take(record);
    if (turns.length > MOST_SELECTED) throw tooMany(of);
  }
  if (turns.length === 0)
    throw new Problem('conflict', `No matching ${of.words} can be ${of.done} this way. Nothing was changed.`, [
      { field: `${of.unit}.match`, rule: `must match ${of.words} that can be ${of.done} this way` },
    ]);
  return turns;
}

/** @throws {Problem} bad-request. */
export function tooMany({ unit, words }: Pick<Decidable, 'unit' | 'words'>): Problem {
  const most = MOST_SELECTED.toLocaleString('en');
  return new Problem('bad-request', `More than ${most} ${words} match. Nothing was changed: narrow the selection.`, [
    { field: `${unit}.match`, rule: `must match at most ${most}` },
  ]);
}

/** How many of the changed items a refusal names. */
const MOST_NAMED = 20;

function changedSince({ words, done }: Decidable, others: readonly (StoredRecord | undefined)[], total: number): Problem {
  return new Problem(
    'changed',
    `${others.length} of the ${total} selected ${words} have already been ${done}. Nothing was changed. Refresh the list and select again.`,
    others.slice(0, MOST_NAMED).flatMap((record) => (record === undefined ? [] : [{ field: record.id, rule: `is now ${record.state}` }])),
  );
}

/** Undoes a decision about many, except where a later decision was made. */
export function decisionsBack(of: Decidable, id: UndoingId, act: ActName): Opposite {
  return {
    ...askedAt(id, act),
    isCostly: true,
    async plan({ boards }, told) {
      const were = turnsSchema.parse((await keptBeside(boards.store, told)) ?? []);
      const back = () => turnsBack(boards, of, were, told.at);
      const left = await back();
      const turns = async () => (await back()).turns;
      const changed = left.turns.length;
      const fields = { now: { [of.unit]: changed }, wanted: { [of.unit]: 0 } };
      return partPlan(
        fields,
        changed,
        deciding(boards, of, turns, { act }, () => {}, left.refused),
      );
    },
  };
}

/** The records that are still as an entry left them at its time `at`, with their decisions reversed, and how many others there are. */
export async function turnsBack(boards: LiveBoards, { kind }: Decidable, were: z.infer<typeof turnsSchema>, at: number) {
  const records = await recordsNow(
    boards,
    kind,
    were.map(([id]) => id),
  );
  const turns = were.flatMap(([, before, after], i): Turn[] => {
    const record = records[i];
    if (record?.at !== at || !isSame(decisionIn(record), after)) return [];
    return [{ record, before: after, after: before }];
  });
  return { turns, refused: were.length - turns.length };
}

/** The current versions of the records that an entry decided about, without deleted ones. */
export async function recordsBeside(boards: LiveBoards, kind: string, told: ToldAct): Promise<readonly StoredRecord[]> {
  const ids = turnsSchema.parse(await keptBeside(boards.store, told)).map(([id]) => id);
  return (await recordsNow(boards, kind, ids)).filter((record) => record !== undefined);
}

/** The current versions of records by id, read at one instant. */
async function recordsNow({ store }: LiveBoards, kind: string, ids: readonly string[]) {
  const of = ids.map((id) => ({ kind, id }));
  return (await dryRun<readonly (StoredRecord | undefined)[]>((end) => store.changeRecords({ of, change: end })))!;
}

/** An entry's board and player, if all records share them. */
export async function aboutOf(boards: LiveBoards, of: Decidable, turns: readonly Turn[]): Promise<Pick<Act, 'board' | 'player'>> {
  const players = new Set<number | undefined>();
  for (const { record } of turns) if (players.size < 2) players.add(await of.playerOf(boards, record));
  return { board: only(turns.map(({ record }) => textOf(record).board)), player: only(players) };
}

/** The value that all share, if any. */
function only<Value>(values: Iterable<Value>): Value | undefined {
  const [value, ...others] = new Set(values);
  return others.length === 0 ? value : undefined;
}

function decisionIn(record: StoredRecord): Decision {
  return { state: record.state, note: textOf(record).note };
}

function textOf({ text }: StoredRecord) {
  return textSchema.parse(JSON.parse(text));
}

function isSame(a: Decision, b: Decision): boolean {
  return a.state === b.state && a.note === b.note;
}
