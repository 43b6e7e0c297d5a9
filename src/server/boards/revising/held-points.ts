import { isSamePlayer } from '../../../domain/names/username-key.ts';
import { type Act, auditEntry } from '../../audit/audit-entry.ts';
import { guestIn } from '../../guests/kept-guest.ts';
import { Problem } from '../../http/problem.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { everyRecord, GUEST, type RecordChange, type RecordsToKeep, type StoredRecord } from '../../store/records.ts';
import type { NewEvent, StoredPlayer } from '../../store/stored-values.ts';
import { type Agreement, ANYTHING } from './agreement.ts';
import type { Committing } from '../points/commit-queue.ts';
import { HELD, keptHeld, type KeptHeld } from '../points/kept-held.ts';
import type { PointsRecorder } from '../points/points-recorder.ts';

export interface HeldPointsParts extends Committing {
  readonly store: Pick<PointsStore, 'record' | 'records' | 'changeRecords' | 'playerNamed'>;
  readonly recorder: Pick<PointsRecorder, 'commitLookedAt'>;
}

/** Held events, and decisions about them. */
export class HeldPoints {
  readonly #parts: HeldPointsParts;

  constructor(parts: HeldPointsParts) {
    this.#parts = parts;
  }

  /**
   * Counts a held event as if it had counted when it arrived: in each period of its own time that was open for it then and is not closed. A
   * rejected one can be accepted, too. Resolves with its report as JSON.
   * @throws {Problem} not-found for an unknown id; conflict if it was accepted already; as for posted points; as `agreed`.
   */
  async accept(id: string, agreed: Agreement = ANYTHING): Promise<string> {
    const { commits, recorder, clock } = this.#parts;
    const [submitted] = await commits.betweenCommits(async () => {
      const { held, event, player } = await this.waiting(id);
      const check = await agreed();
      let number = player?.number;
      return recorder.commitLookedAt(held.board, [event], {
        told: ([effect]) => (number = effect!.player.number),
        records: {
          of: [{ kind: HELD, id }],
          change: ([kept], [recorded]) => {
            check();
            refuseIfAccepted(id, kept);
            if (recorded!.outcome === 'refused') return [];
            const at = clock();
            const act = { act: 'accept-points', board: held.board, player: number, subject: held.event.id } as const;
            return [
              auditEntry({ ...act, before: { state: kept.state }, after: { state: 'accepted', points: held.event.points } }, at),
              { ...kept, at, state: 'accepted' },
            ];
          },
        },
      });
    });
    if (submitted!.kind === 'refused') throw submitted!.problem;
    return submitted!.kind === 'held' ? submitted!.answer : submitted!.report;
  }

  /**
   * Rejects a held event, which can still be accepted later.
   * @throws {Problem} not-found for an unknown id; conflict if it was accepted or rejected already.
   */
  reject(id: string, reason: string): Promise<void> {
    return this.#decide(id, 'rejected', reason, ({ state }) => {
      if (state === 'rejected')
        throw new Problem('conflict', 'These points were already rejected. Nothing was changed.', [
          { field: 'held', rule: 'must not be rejected already' },
        ]);
      return { act: 'reject-points', before: { state }, after: { state: 'rejected' }, reason };
    });
  }

  /** Puts rejected points back on hold. @throws {Problem} not-found for an unknown id; conflict if they are not rejected. */
  holdAgain(id: string): Promise<void> {
    return this.#decide(id, 'waiting', null, ({ state }, { note }) => {
      if (state !== 'rejected') throw new Problem('conflict', 'These points are not rejected. Nothing was changed.');
      return { act: 'hold-points', before: { state, note }, after: { state: 'waiting', note: null } };
    });
  }

  /** `toAudit` returns the audit entry inside the commit, or throws if the action is not allowed. */
  async #decide(id: string, state: string, note: string | null, toAudit: (kept: StoredRecord, held: KeptHeld) => Act): Promise<void> {
    const { store, commits, clock } = this.#parts;
    await commits.betweenCommits(async () => {
      const { player } = await this.waiting(id);
      await store.changeRecords({
        of: [{ kind: HELD, id }],
        change([kept]) {
          refuseIfAccepted(id, kept);
          const held = keptHeld(kept);
          const about = { board: held.board, player: player?.number, subject: held.event.id };
          const at = clock();
          return [
            auditEntry({ ...about, ...toAudit(kept, held) }, at),
            { ...kept, at, state, text: JSON.stringify({ ...held, note } satisfies KeptHeld) },
          ];
        },
      });
    });
  }

  /** All current and former held events of a username, known or not, newest first; optionally of one state. */
  async of(username: string, state?: string): Promise<readonly StoredRecord[]> {
    const theirs: StoredRecord[] = [];
    for await (const record of everyRecord(this.#parts.store, HELD, { state }))
      if (isSamePlayer(keptHeld(record).event.username, username)) theirs.push(record);
    return theirs;
  }

  /**
   * A held or rejected event as it would be recorded, and its player, `undefined` if new.
   * @throws {Problem} not-found for an unknown id; conflict if it was accepted already.
   */
  async waiting(
    id: string,
  ): Promise<{ readonly held: KeptHeld; readonly state: string; readonly event: NewEvent; readonly player: StoredPlayer | undefined }> {
    const kept = await this.#parts.store.record(HELD, id);
    refuseIfAccepted(id, kept);
    return { state: kept.state, ...(await this.recordable(kept)) };
  }

  /** A held event as it would be recorded, and its player, `undefined` if new. */
  async recordable(
    kept: StoredRecord,
  ): Promise<{ readonly held: KeptHeld; readonly event: NewEvent; readonly player: StoredPlayer | undefined }> {
    const held = keptHeld(kept);
    const player = await this.#parts.store.playerNamed(held.event.username);
    const guest = player === undefined ? await this.#parts.store.record(GUEST, held.event.username) : undefined;
    // Known players and guests may have been renamed meanwhile.
    const names = player ? { displayName: undefined, avatar: undefined } : guest && { displayName: guestIn(guest).name };
    return { held, event: { displayName: undefined, avatar: undefined, ...held.event, ...names, keepsNames: false }, player };
  }
}

/** Changes a player's held events along with who they are: `change` returns the new version of each. */
export function withHeld(theirs: readonly StoredRecord[], change: (record: StoredRecord) => RecordChange): RecordsToKeep<unknown> {
  return {
    of: theirs.map(({ kind, id }) => ({ kind, id })),
    change: (kept) => kept.flatMap((record) => (record === undefined ? [] : [change(record)])),
  };
}

/** Reassigns a held event to another username. */
export function heldFor(username: string): (record: StoredRecord) => RecordChange {
  return (record) => {
    const held = keptHeld(record);
    return { ...record, text: JSON.stringify({ ...held, event: { ...held.event, username } } satisfies KeptHeld) };
  };
}

function refuseIfAccepted(id: string, kept: StoredRecord | undefined): asserts kept is StoredRecord {
  if (kept === undefined)
    throw new Problem('not-found', `There are no held points with the id ${JSON.stringify(id)}.`, [
      { field: 'held', rule: 'must be the id of points that are held' },
    ]);
  if (kept.state === 'accepted')
    throw new Problem('conflict', 'These points were already accepted. To remove them, void the event.', [
      { field: 'held', rule: 'must not be accepted already' },
    ]);
}
