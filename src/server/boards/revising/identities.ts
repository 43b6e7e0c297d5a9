import type { ActName } from '../../../contract/operation/acts.ts';
import { withoutPerson } from '../../../domain/names/without-person.ts';
import { audited, type KeptAct } from '../../audit/audit-entry.ts';
import type { LongWork } from '../../audit/long-work.ts';
import { Problem } from '../../http/problem.ts';
import { isErased } from '../../store/erased-player.ts';
import { type DocumentOf, type DocumentTexts, KeptDocument } from '../../store/kept-document.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { AUDIT, everyRecord, LOGO, type StoredRecord, together } from '../../store/records.ts';
import type { Change, StoredPlayer } from '../../store/stored-values.ts';
import type { Committing } from '../points/commit-queue.ts';
import { heldFor, type HeldPoints, withHeld } from './held-points.ts';
import type { ImportHolds } from './import-holds.ts';
import { HELD, keptHeld, type KeptHeld } from '../points/kept-held.ts';
import type { ShownPlayers } from './shown-players.ts';

/** The players whose erasure was begun and did not end yet, by number. */
export const ERASURES: DocumentOf<readonly number[]> = { name: 'erasures', read: (text = '[]') => JSON.parse(text) as readonly number[] };

/** What a player is to be called; what is left out stays. */
export interface NewNames {
  readonly username?: string | undefined;
  readonly displayName?: string | undefined;
  readonly avatar?: string | undefined;
}

/** What it works with. */
export interface IdentitiesParts extends Committing {
  readonly store: Pick<PointsStore, 'renamePlayer' | 'erasePlayer' | 'records' | 'changeDocument' | 'players'>;
  readonly players: Pick<ShownPlayers, 'find' | 'existing' | 'forget'>;
  readonly imports: Pick<ImportHolds, 'forget'>;
  readonly held: Pick<HeldPoints, 'of'>;
  readonly work: Pick<LongWork, 'during'>;
}

/** Acts about held points. */
const DECISIONS: ReadonlySet<string> = new Set<ActName>(['accept-points', 'reject-points', 'hold-points']);

/** What entries that somebody was called otherwise are kept as. */
const RENAMED: ActName = 'rename-player';

/** No player has this number. */
const NOBODY = 0;

/**
 * Who players are: called otherwise, or forgotten. To forget somebody takes many commits. The first one keeps that it began, the
 * last one that it ended: whoever opens the data next goes on with it.
 */
export class Identities {
  readonly #parts: IdentitiesParts;
  readonly #erasures: KeptDocument<readonly number[]>;
  /** Those that are carried out here. */
  readonly #underWay = new Set<number>();

  constructor(parts: IdentitiesParts, texts: DocumentTexts) {
    this.#parts = parts;
    this.#erasures = new KeptDocument(ERASURES, texts);
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    this.#erasures.follow(change);
  }

  /** @throws {Problem} conflict while somebody is being erased: `player`, by number, or anybody. */
  refuseWhileErasing(player?: number): void {
    if (player === undefined ? this.#erasures.value.length === 0 : !this.#erasures.value.includes(player)) return;
    throw new Problem('conflict', 'A player is being erased. Try again when that is done. Nothing was changed.');
  }

  /**
   * Calls a player otherwise. A display name that was the username follows it. Resolves with the player.
   * @throws {Problem} not-found for a name nobody has; name-taken where somebody else has the new one.
   */
  async rename(username: string, names: NewNames): Promise<StoredPlayer> {
    const { store, players, commits, held, clock } = this.#parts;
    return commits.betweenCommits(async () => {
      const { number } = await players.existing(username);
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
        await store.renamePlayer(number, change, together(entry, withHeld(theirs, heldFor(names.username ?? username))));
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw nameTaken(names.username!);
      }
      return renamed;
    });
  }

  /**
   * Forgets who a player was: points and ranks stay, without a name; what is held of them is gone. Resolves to whether nothing is left of the names in
   * the store's own files either; if not, that follows as soon as it can.
   * @throws {Problem} not-found for a name nobody has.
   */
  async erase(username: string): Promise<boolean> {
    const { commits, players, held } = this.#parts;
    const { player, theirs } = await commits.betweenCommits(async () => {
      const theirs = await held.of(username);
      // Of somebody whose points were all held nothing else is known.
      const player = theirs.length > 0 ? (await players.find(username))?.player : await players.existing(username);
      if (player !== undefined) await this.#begin(player.number);
      return { player, theirs };
    });
    return this.#carryOut(player, theirs);
  }

  /** Goes on with what was begun and cut off. If `isStopping` becomes true, the rest is left for another time. */
  async finish(isStopping: () => boolean = () => false): Promise<void> {
    for (const number of this.#erasures.value) {
      if (isStopping()) return;
      if (this.#underWay.has(number)) continue;
      const [player] = await this.#parts.store.players([number]);
      await this.#carryOut(player, isErased(player!) ? [] : await this.#parts.held.of(player!.username));
    }
  }

  /** Keeps that it began. Not even who it was: the entry has the number alone. */
  async #begin(number: number): Promise<void> {
    const { store, clock } = this.#parts;
    await this.#erasures.change(
      store,
      (kept) => [...kept.filter((other) => other !== number), number],
      audited(clock(), () => ({ act: 'erase-player', player: number })),
    );
  }

  /** Forgets a player, and what is held of them. One who is forgotten already is only noted as such. */
  async #carryOut(player: StoredPlayer | undefined, theirs: readonly StoredRecord[]): Promise<boolean> {
    const { store, work } = this.#parts;
    const number = player?.number;
    if (number !== undefined) this.#underWay.add(number);
    try {
      return await work.during({ what: 'erasure', players: number === undefined ? [] : [number] }, async () => {
        const isGone = player !== undefined && isErased(player) ? false : await this.#forget(player, theirs);
        if (number !== undefined) await this.#erasures.change(store, (kept) => kept.filter((other) => other !== number));
        return isGone;
      });
    } finally {
      if (number !== undefined) this.#underWay.delete(number);
    }
  }

  async #forget(player: StoredPlayer | undefined, theirs: readonly StoredRecord[]): Promise<boolean> {
    const { store, players, imports, clock } = this.#parts;
    const sent = theirs.map((record) => keptHeld(record).event);
    const number = player?.number;
    const former = number === undefined ? [] : await this.#formerNames(number);
    const names = [...new Set([player, ...sent, ...former].flatMap((one) => [one?.username, one?.displayName]))].filter(
      (name) => name !== undefined,
    );
    const ids = new Set(sent.map(({ id }) => id));
    const withoutThem = (text: string) => withoutPerson(text, number ?? NOBODY, names);
    await players.forget(number, withoutThem);
    await imports.forget(withoutThem);
    // Others keep their names and ids, whatever words these have.
    const rewrite = (text: string, record?: StoredRecord) => {
      // What looks like a name in a picture is none.
      if (record?.kind === LOGO) return text;
      if (record?.kind === HELD) return withoutPersonInHeld(text, names);
      return withoutThem(record?.kind === AUDIT && DECISIONS.has(record.state) ? withoutDecisions(text, ids) : text);
    };
    return store.erasePlayer(
      number,
      rewrite,
      together(
        number === undefined ? audited(clock(), () => ({ act: 'erase-player' })) : undefined,
        withHeld(theirs, ({ kind, id }) => ({ kind, id, text: undefined })),
      ),
      // It begins anew from the names that these have.
      { kind: AUDIT, state: RENAMED },
    );
  }

  /** What a player was called before operators called them otherwise, as far as the audit log has it. */
  async #formerNames(player: number): Promise<readonly NewNames[]> {
    const names: NewNames[] = [];
    for await (const { text } of everyRecord(this.#parts.store, AUDIT, { state: RENAMED })) {
      const act = JSON.parse(text) as KeptAct & { readonly before?: NewNames };
      if (act.player === player) names.push(act.before ?? {});
    }
    return names;
  }
}

/** The problem of a player who is to be called as somebody else is. */
export function nameTaken(username: string): Problem {
  return new Problem('name-taken', `Somebody else is called "${username}".`, [
    { field: 'username', rule: 'must not be the name of another player' },
  ]);
}

/** Held points of somebody else, of which people said something. */
function withoutPersonInHeld(text: string, names: readonly string[]): string {
  const held = keptHeld({ text });
  const without = JSON.parse(withoutPerson(JSON.stringify({ reason: held.reason, note: held.note }), NOBODY, names)) as Pick<
    KeptHeld,
    'reason' | 'note'
  >;
  return without.reason === held.reason && without.note === held.note ? text : JSON.stringify({ ...held, ...without });
}

/** An entry about the held points of somebody whom nobody knew then, without what it said of them. */
function withoutDecisions(text: string, events: ReadonlySet<string>): string {
  const { by, board, player, subject } = JSON.parse(text) as KeptAct;
  return player === undefined && subject !== undefined && events.has(subject) ? JSON.stringify({ by, board }) : text;
}
