import * as z from 'zod/mini';

import { timeText } from '../../../contract/moment-text.ts';
import { actorSchema } from '../../../contract/operation/audit.ts';
import { type ApiNote, MOST_NOTES } from '../../../contract/operation/notes.ts';
import { auditEntry } from '../../audit/audit-entry.ts';
import { Problem } from '../../http/problem.ts';
import { whoActs } from '../../store/acting.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { allRecords, type RecordChange, type StoredRecord } from '../../store/records.ts';
import type { Committing } from '../points/commit-queue.ts';
import type { ShownPlayers } from './shown-players.ts';

/** The kind of records with notes; their ids are those of the audit entries about them. */
export const NOTE = 'note';

const keptSchema = z.object({ note: z.string(), by: actorSchema, writtenAt: z.int() });

/** The states of a player's notes, by number. Deleted ones are kept for an undo. */
const keptState = (player: number) => String(player);
const deletedState = (player: number) => `deleted ${player}`;

export interface NotesParts extends Committing {
  readonly store: Pick<PointsStore, 'record' | 'records' | 'changeRecords'>;
  readonly players: Pick<ShownPlayers, 'existing'>;
  /** @throws {Problem} conflict while the player is erased. */
  readonly refuseWhileErasing: (player: number) => void;
}

/** Operators' notes on players. */
export class Notes {
  readonly #parts: NotesParts;

  constructor(parts: NotesParts) {
    this.#parts = parts;
  }

  /** The notes on a player, by number, newest first. */
  async of(player: number): Promise<readonly ApiNote[]> {
    const notes = (await this.records(player)).map(noteAnswer);
    return notes.toSorted((a, b) => b.at.localeCompare(a.at));
  }

  /** The records of the notes on a player, by number. */
  records(player: number): Promise<readonly StoredRecord[]> {
    return this.#in(keptState(player));
  }

  /** All notes on a player, by number, deleted ones too. */
  async everyRecord(player: number): Promise<readonly StoredRecord[]> {
    return [...(await this.records(player)), ...(await this.#in(deletedState(player)))];
  }

  #in(state: string): Promise<readonly StoredRecord[]> {
    return allRecords(this.#parts.store, NOTE, { state });
  }

  /** @throws {Problem} not-found for an unknown player; conflict if there are too many, and while the player is erased. */
  async add(username: string, note: string): Promise<ApiNote> {
    const { store, players, commits, clock, refuseWhileErasing } = this.#parts;
    return commits.betweenCommits(async () => {
      const { number } = await players.existing(username);
      const known = await this.records(number);
      if (known.length >= MOST_NOTES)
        throw new Problem('conflict', `There are already ${MOST_NOTES} notes on this player. Delete one first. Nothing was stored.`);
      const at = clock();
      let added!: ApiNote;
      await store.changeRecords({
        change: () => {
          refuseWhileErasing(number);
          const entry = auditEntry({ act: 'add-note', player: number, after: { note } }, at);
          const text = JSON.stringify({ note, by: whoActs(), writtenAt: at } satisfies z.infer<typeof keptSchema>);
          const record = { kind: NOTE, id: entry.id, at, state: keptState(number), text };
          added = noteAnswer(record);
          return [entry, record];
        },
      });
      return added;
    });
  }

  /** @throws {Problem} not-found for an unknown player or note; conflict while the player is erased. */
  async remove(username: string, id: string): Promise<ApiNote> {
    const { number } = await this.#parts.players.existing(username);
    return noteAnswer(await this.turn(number, id, 'delete-note'));
  }

  /** Deletes a note on a player, by number, or brings it back. @throws {Problem} as {@link remove}. */
  async turn(player: number, id: string, act: 'add-note' | 'delete-note'): Promise<StoredRecord> {
    const { store, clock, refuseWhileErasing } = this.#parts;
    const states = [keptState(player), deletedState(player)] as const;
    const [from, to] = act === 'delete-note' ? states : states.toReversed();
    let turned!: StoredRecord;
    await store.changeRecords({
      of: [{ kind: NOTE, id }],
      change([kept]) {
        refuseWhileErasing(player);
        if (kept?.state !== from)
          throw new Problem('not-found', 'There is no such note on this player. It may have been deleted.', [
            { field: 'note', rule: 'must be the id of a note on this player' },
          ]);
        turned = kept;
        const { note } = keptSchema.parse(JSON.parse(kept.text));
        const [before, after] = act === 'delete-note' ? [note, null] : [null, note];
        const at = clock();
        return [auditEntry({ act, player, subject: id, before: { note: before }, after: { note: after } }, at), { ...kept, at, state: to }];
      },
    });
    return turned;
  }

  /** The text of a note that is not deleted; null for any other. */
  async textOf(player: number, id: string): Promise<string | null> {
    const kept = await this.#parts.store.record(NOTE, id);
    return kept?.state === keptState(player) ? keptSchema.parse(JSON.parse(kept.text)).note : null;
  }
}

/** Moves a note to another player, by number, unless it was deleted meanwhile. */
export function noteFor(player: number): (record: StoredRecord) => RecordChange {
  return (record) => (record.state.startsWith('deleted') ? record : { ...record, state: keptState(player) });
}

function noteAnswer({ id, text }: Pick<StoredRecord, 'id' | 'text'>): ApiNote {
  const { note, by, writtenAt } = keptSchema.parse(JSON.parse(text));
  return { id, text: note, by, at: timeText(writtenAt) };
}
