import { UNUSED_GUEST_DAYS } from '../../contract/guests.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { guestDeleted, guestIn, keptGuest, proposedBy } from '../guests/kept-guest.ts';
import { actAs, SERVER } from '../store/acting.ts';
import { everyRecord, GUEST, type StoredRecord } from '../store/records.ts';
import type { LiveBoards } from './live-boards.ts';
import { HELD, keptHeld } from './points/kept-held.ts';

/** Guests per commit. */
const AT_ONCE = 200;

/** How often to run, in milliseconds: each run reads all guests who are not known to have played. */
const EVERY_MS = DAY_MS;

/**
 * Maintains guests once a day: deletes guests who got no points in {@link UNUSED_GUEST_DAYS}, drops expired merge proposals, and completes
 * interrupted erasures.
 */
export class UnusedGuests {
  readonly #boards: LiveBoards;
  #next = -Infinity;

  constructor(boards: LiveBoards) {
    this.#boards = boards;
  }

  /** Runs if a day has passed since the last run. */
  async look(isStopping: () => boolean): Promise<void> {
    const now = this.#boards.clock();
    if (now < this.#next) return;
    const { store, identities } = this.#boards;
    // Erasures of players are completed by `Identities.finish`.
    if (this.#next === -Infinity)
      for await (const { id } of everyRecord(store, GUEST, { state: 'erasing' })) await actAs(SERVER, () => identities.erase(id));
    await this.#dropProposals(isStopping);
    const old: StoredRecord[] = [];
    for await (const record of everyRecord(store, GUEST, { state: 'new' })) {
      if (isStopping()) return;
      if (guestIn(record).createdAt <= now - UNUSED_GUEST_DAYS * DAY_MS) old.push(record);
    }
    const held = new Set<string>();
    let newest = 0;
    // Mostly read before commits have to wait.
    const readHeld = async () => {
      const before = newest;
      for await (const record of everyRecord(store, HELD)) {
        if (record.number <= before) break;
        newest = Math.max(newest, record.number);
        held.add(keptHeld(record).event.username);
      }
      return held;
    };
    if (old.length > 0) await readHeld();
    for (let i = 0; i < old.length && !isStopping(); i += AT_ONCE) await this.#sort(old.slice(i, i + AT_ONCE), readHeld);
    this.#next = now + EVERY_MS;
  }

  async #dropProposals(isStopping: () => boolean): Promise<void> {
    const { store, clock } = this.#boards;
    const hasExpired = (record: StoredRecord) => record.state === 'merging' && proposedBy(guestIn(record), clock()) === undefined;
    const expired: StoredRecord[] = [];
    for await (const record of everyRecord(store, GUEST, { state: 'merging' })) if (hasExpired(record)) expired.push(record);
    for (let i = 0; i < expired.length && !isStopping(); i += AT_ONCE)
      await store.changeRecords({
        of: expired.slice(i, i + AT_ONCE),
        change: (kept) =>
          kept.flatMap((record) => {
            if (record === undefined || !hasExpired(record)) return [];
            return [keptGuest({ ...guestIn(record), state: 'playing', proposal: null }, clock())];
          }),
      });
  }

  /** Deletes guests without points, and marks the others. `readHeld`: resolves with everyone who has, or had, points on hold. */
  async #sort(some: readonly StoredRecord[], readHeld: () => Promise<Set<string>>): Promise<void> {
    const { store, commits, clock } = this.#boards;
    await commits.betweenCommits(async () => {
      const playing = await readHeld();
      for (const { id } of some) if ((await store.playerNamed(id)) !== undefined) playing.add(id);
      await store.changeRecords({
        of: some,
        change: (kept) =>
          kept.flatMap((record) => {
            if (record?.state !== 'new') return [];
            const guest = guestIn(record);
            return playing.has(record.id) ? [keptGuest({ ...guest, state: 'playing' }, clock())] : guestDeleted(guest);
          }),
      });
    });
  }
}
