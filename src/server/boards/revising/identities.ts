import type { ActName } from '../../../contract/operation/acts.ts';
import { withoutPerson } from '../../../domain/names/without-person.ts';
import { audited, type KeptAct } from '../../audit/audit-entry.ts';
import type { LongWork } from '../../audit/long-work.ts';
import { guestIn, guestNamed, guestTurned, withoutGuest } from '../../guests/kept-guest.ts';
import { noSuchPlayer, Problem } from '../../http/problem.ts';
import { isErased } from '../../store/erased-player.ts';
import { type DocumentOf, type DocumentTexts, KeptDocument } from '../../store/kept-document.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { AUDIT, everyRecord, GUEST, type StoredRecord, together } from '../../store/records.ts';
import type { Change, StoredPlayer } from '../../store/stored-values.ts';
import type { Committing } from '../points/commit-queue.ts';
import { heldFor, type HeldPoints, withHeld } from './held-points.ts';
import type { ImportHolds } from './import-holds.ts';
import { HELD, keptHeld, type KeptHeld } from '../points/kept-held.ts';
import { withoutReplaysOf } from '../points/kept-replays.ts';
import type { Notes } from './notes.ts';
import type { ShownPlayers } from './shown-players.ts';

/** Players whose erasure has begun and not ended, by number. */
export const ERASURES: DocumentOf<readonly number[]> = { name: 'erasures', read: (text = '[]') => JSON.parse(text) as readonly number[] };

/** New names of a player; omitted ones stay. */
export interface NewNames {
  readonly username?: string | undefined;
  readonly displayName?: string | undefined;
  readonly avatar?: string | undefined;
}

export interface IdentitiesParts extends Committing {
  readonly store: Pick<PointsStore, 'renamePlayer' | 'erasePlayer' | 'record' | 'records' | 'changeRecords' | 'changeDocument' | 'players'>;
  readonly players: Pick<ShownPlayers, 'find' | 'existing' | 'forget'>;
  readonly imports: Pick<ImportHolds, 'forget'>;
  readonly held: Pick<HeldPoints, 'of'>;
  readonly notes: Pick<Notes, 'everyRecord'>;
  readonly work: Pick<LongWork, 'during'>;
  /** Kinds of records with texts of operators, who may name players there. No other is rewritten. */
  readonly written: ReadonlySet<string>;
}

/** Actions about held points. */
const DECISIONS: ReadonlySet<string> = new Set<ActName>(['accept-points', 'reject-points', 'hold-points']);

/** Actions about notes. */
const NOTES: ReadonlySet<string> = new Set<ActName>(['add-note', 'delete-note']);

/** The action of entries about a rename. */
const RENAMED: ActName = 'rename-player';

/** A number that no player has. */
const NOBODY = 0;

/**
 * Renames and erases players. An erasure takes many commits: the first records that it began, the last that it ended, and after an
 * interruption the next process continues it.
 */
export class Identities {
  readonly #parts: IdentitiesParts;
  readonly #erasures: KeptDocument<readonly number[]>;
  /** Erasures running in this process. */
  readonly #underWay = new Set<number>();

  constructor(parts: IdentitiesParts, texts: DocumentTexts) {
    this.#parts = parts;
    this.#erasures = new KeptDocument(ERASURES, texts);
  }

  /** Applies a change of the store. */
  follow(change: Change): void {
    this.#erasures.follow(change);
  }

  /** @throws {Problem} conflict while `player`, by number, or anyone is being erased. */
  refuseWhileErasing(player?: number): void {
    if (player === undefined ? this.#erasures.value.length === 0 : !this.#erasures.value.includes(player)) return;
    throw new Problem('conflict', 'A player is being erased. Try again when that is done. Nothing was changed.');
  }

  /**
   * Renames a player. A display name equal to the username changes with it. Resolves with the player. `isOwn`: a guest renames themselves.
   * @throws {Problem} not-found for an unknown name; name-taken if another player has the new one; conflict for the username of a guest; as
   * `guestNamed`.
   */
  async rename(username: string, names: NewNames, isOwn = false): Promise<StoredPlayer> {
    const { store, players, commits, held, clock } = this.#parts;
    return commits.betweenCommits(async () => {
      const { number, username: current } = await players.existing(username);
      if (names.username !== undefined && names.username !== current && (await store.record(GUEST, current)) !== undefined)
        throw new Problem('conflict', 'The username of a guest is part of their secret. Change the display name instead.', [
          { field: 'username', rule: 'must stay as it is for a guest' },
        ]);
      let renamed!: StoredPlayer;
      try {
        const entry = audited<{ readonly before: StoredPlayer; readonly after: StoredPlayer }>(clock(), ({ before, after }) => ({
          act: 'rename-player',
          player: number,
          before,
          after,
        }));
        const change = (kept: StoredPlayer) => {
          this.refuseWhileErasing(number);
          const name = names.username ?? kept.username;
          const shown = kept.displayName === kept.username ? name : kept.displayName;
          return (renamed = { ...kept, username: name, displayName: names.displayName ?? shown, avatar: names.avatar ?? kept.avatar });
        };
        const theirs = names.username === undefined ? [] : await held.of(username);
        const ofGuest = names.displayName === undefined ? undefined : guestNamed(current, names.displayName, clock(), isOwn);
        await store.renamePlayer(number, change, together(entry, withHeld(theirs, heldFor(names.username ?? username)), ofGuest));
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw nameTaken(names.username!);
      }
      return renamed;
    });
  }

  /**
   * Erases a player's identity: points and ranks stay, without a name; their held events and guest data are deleted. Resolves to whether
   * the store's own files are clean of the names, too; if not, that follows as soon as possible.
   * @throws {Problem} not-found for an unknown name.
   */
  async erase(username: string): Promise<boolean> {
    const { commits, players, held, store, clock } = this.#parts;
    // From now on, none of their plays can be finished. Plays queued before count, and are erased with the rest.
    const guest = await commits.betweenCommits(async () => {
      const kept = await store.record(GUEST, (await players.find(username))?.player.username ?? username);
      if (kept !== undefined) await store.changeRecords(guestTurned(kept.id, ['any', 'erasing'], clock()));
      return kept?.id;
    });
    const begun = () =>
      commits.betweenCommits(async () => {
        const player = (await players.find(username))?.player;
        if (player !== undefined) await this.#begin(player.number);
        return player;
      });
    const known = await begun();
    // Read between commits, so that none has to wait. An event that is accepted meanwhile makes its player known.
    const theirs = await held.of(username);
    const player = known ?? (await begun());
    // A player with only held points is otherwise unknown, and so is a guest without any.
    if (player === undefined && guest === undefined && theirs.length === 0) throw noSuchPlayer(username);
    return this.#carryOut(player, theirs, guest);
  }

  /** Continues interrupted erasures. If `isStopping` turns true, the rest is left for later. */
  async finish(isStopping: () => boolean = () => false): Promise<void> {
    for (const number of this.#erasures.value) {
      if (isStopping()) return;
      if (this.#underWay.has(number)) continue;
      const [player] = await this.#parts.store.players([number]);
      await this.#carryOut(player, isErased(player!) ? [] : await this.#parts.held.of(player!.username));
    }
  }

  /** Records the start of an erasure, with the player's number only. */
  async #begin(number: number): Promise<void> {
    const { store, clock } = this.#parts;
    await this.#erasures.change(
      store,
      (kept) => [...kept.filter((other) => other !== number), number],
      audited(clock(), () => ({ act: 'erase-player', player: number })),
    );
  }

  /** Erases a player and their held events; a player erased before is only marked as done. `guest`: the username of a guest. */
  async #carryOut(player: StoredPlayer | undefined, theirs: readonly StoredRecord[], guest = player?.username): Promise<boolean> {
    const { store, work } = this.#parts;
    const number = player?.number;
    if (number !== undefined) this.#underWay.add(number);
    try {
      return await work.during({ what: 'erasure', players: number === undefined ? [] : [number] }, async () => {
        const isForgotten = player !== undefined && isErased(player) ? false : await this.#forget(player, theirs, guest);
        if (number !== undefined) await this.#erasures.change(store, (kept) => kept.filter((other) => other !== number));
        return isForgotten;
      });
    } finally {
      if (number !== undefined) this.#underWay.delete(number);
    }
  }

  async #forget(player: StoredPlayer | undefined, theirs: readonly StoredRecord[], guest: string | undefined): Promise<boolean> {
    const { store, players, imports, notes, written, clock } = this.#parts;
    const sent = theirs.map((record) => keptHeld(record).event);
    const number = player?.number;
    if (number === undefined && theirs.length === 0) {
      // A guest who never played, and whom no text can name.
      const entry = audited(clock(), () => ({ act: 'erase-player' }));
      return store.erasePlayer(undefined, undefined, together(entry, withoutGuest(guest!)));
    }
    // Complete: none is written while the player is erased.
    const theirNotes = number === undefined ? [] : await notes.everyRecord(number);
    const former = number === undefined ? [] : await this.#formerNames(number);
    const kept = guest === undefined ? undefined : await store.record(GUEST, guest);
    const ofGuest = kept && { username: guest, displayName: guestIn(kept).name };
    const named = [player, ofGuest, ...sent, ...former];
    const usernames = [...new Set(named.flatMap((one) => one?.username ?? []))];
    const shown = [...new Set(named.flatMap((one) => one?.displayName ?? []))];
    // A guest may be called "owner" or "left": only their generated username tells which texts are about them.
    const [names, chosen] = ofGuest === undefined ? [[...usernames, ...shown], []] : [usernames, shown];
    const replays = await withoutReplaysOf(store, usernames);
    const ids = new Set(sent.map(({ id }) => id));
    const noteIds = new Set(theirNotes.map(({ id }) => id));
    const withoutThem = (text: string) => withoutPerson(text, number ?? NOBODY, names, chosen);
    await players.forget(number, withoutThem);
    await imports.forget(withoutThem);
    // Other players keep their names and ids, even if they contain these names.
    const rewrite = (text: string, record?: StoredRecord) => {
      if (record !== undefined && !written.has(record.kind)) return text;
      if (record?.kind === HELD) return withoutPersonInHeld(text, names, chosen);
      if (record?.kind !== AUDIT) return withoutThem(text);
      if (NOTES.has(record.state)) return withoutThem(withoutNotes(text, record.id, noteIds));
      return withoutThem(DECISIONS.has(record.state) ? withoutDecisions(text, ids) : text);
    };
    return store.erasePlayer(
      number,
      rewrite,
      together(
        number === undefined ? audited(clock(), () => ({ act: 'erase-player' })) : undefined,
        withHeld([...theirs, ...theirNotes], ({ kind, id }) => ({ kind, id, text: undefined })),
        guest === undefined ? undefined : withoutGuest(guest),
        replays,
      ),
      // Rewritten last, since a retry finds the names in these entries.
      { kind: AUDIT, state: RENAMED },
    );
  }

  /** A player's names before operators renamed them, from the audit log. */
  async #formerNames(player: number): Promise<readonly NewNames[]> {
    const names: NewNames[] = [];
    for await (const { text } of everyRecord(this.#parts.store, AUDIT, { state: RENAMED })) {
      const act = JSON.parse(text) as KeptAct & { readonly before?: NewNames };
      if (act.player === player) names.push(act.before ?? {});
    }
    return names;
  }
}

/** The error for a name that another player has. */
export function nameTaken(username: string): Problem {
  return new Problem('name-taken', `The username "${username}" is taken.`, [
    { field: 'username', rule: 'must not be the name of another player' },
  ]);
}

/** Removes a player from the texts of another's held points. */
function withoutPersonInHeld(text: string, names: readonly string[], chosen: readonly string[]): string {
  const held = keptHeld({ text });
  // The reason quotes the name that another looks like.
  const quoted = held.rule === 'name' ? chosen.map((name) => JSON.stringify(name)) : [];
  const texts = JSON.stringify({ reason: held.reason, note: held.note });
  const without = JSON.parse(withoutPerson(texts, NOBODY, [...names, ...quoted], chosen)) as Pick<KeptHeld, 'reason' | 'note'>;
  return without.reason === held.reason && without.note === held.note ? text : JSON.stringify({ ...held, ...without });
}

/** Empties an entry about held points of a player who was unknown then. */
function withoutDecisions(text: string, events: ReadonlySet<string>): string {
  const { by, board, player, subject } = JSON.parse(text) as KeptAct;
  return player === undefined && subject !== undefined && events.has(subject) ? JSON.stringify({ by, board }) : text;
}

/** Removes what an entry says about a note of a player, even if it was written on another, merged into them since. `entry`: its id. */
function withoutNotes(text: string, entry: string, notes: ReadonlySet<string>): string {
  const { before: _, after: __, ...kept } = JSON.parse(text) as KeptAct & { readonly before?: unknown; readonly after?: unknown };
  // The entry of a new note has its id.
  return notes.has(kept.subject ?? entry) ? JSON.stringify(kept) : text;
}
