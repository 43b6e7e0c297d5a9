import { withoutPerson } from '../../domain/names/without-person.ts';
import { audited } from '../audit/audit-entry.ts';
import { Problem } from '../http/problem.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { StoredPlayer } from '../store/stored-values.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { Merges } from './merges.ts';
import type { ShownPlayers } from './shown-players.ts';

/** A merge began right before somebody was to be forgotten. Nothing was done, and it begins anew. */
const OVERTAKEN = new Error('A merge is under way');

/** What a player is to be called; what is left out stays. */
export interface NewNames {
  readonly username?: string | undefined;
  readonly displayName?: string | undefined;
  readonly avatar?: string | undefined;
}

/** What it works with. */
export interface IdentitiesParts {
  readonly store: Pick<PointsStore, 'renamePlayer' | 'erasePlayer'>;
  readonly players: Pick<ShownPlayers, 'find' | 'forgetReason'>;
  readonly commits: Pick<CommitQueue, 'betweenCommits'>;
  readonly merges: Pick<Merges, 'finish' | 'areUnderWay'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Who players are: called otherwise, or forgotten. */
export class Identities {
  readonly #parts: IdentitiesParts;

  constructor(parts: IdentitiesParts) {
    this.#parts = parts;
  }

  /**
   * Calls a player otherwise. A display name that was the username follows it. Resolves with the player.
   * @throws {Problem} not-found for a name nobody has; name-taken where somebody else has the new one.
   */
  async rename(username: string, names: NewNames): Promise<StoredPlayer> {
    const { store, commits, clock } = this.#parts;
    return commits.betweenCommits(async () => {
      const { number } = await this.#found(username);
      let renamed!: StoredPlayer;
      try {
        const entry = audited<{ readonly before: StoredPlayer; readonly after: StoredPlayer }>(clock(), ({ before, after }) => ({
          act: 'rename-player',
          player: number,
          before,
          after,
        }));
        const change = (kept: StoredPlayer) => {
          const name = names.username ?? kept.username;
          const shown = kept.displayName === kept.username ? name : kept.displayName;
          return (renamed = { ...kept, username: name, displayName: names.displayName ?? shown, avatar: names.avatar ?? kept.avatar });
        };
        await store.renamePlayer(number, change, entry);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new Problem('name-taken', `Somebody else is called "${names.username}".`, [
          { field: 'username', rule: 'must not be the name of another player' },
        ]);
      }
      return renamed;
    });
  }

  /**
   * Forgets who a player was: points and ranks stay, without a name. Resolves to whether nothing is left of the names in
   * the store's own files either; if not, that follows as soon as it can.
   * @throws {Problem} not-found for a name nobody has.
   */
  async erase(username: string): Promise<boolean> {
    for (;;) {
      // It goes by the ids of events, which are gone afterwards.
      await this.#parts.merges.finish();
      try {
        return await this.#erase(username);
      } catch (error) {
        if (error !== OVERTAKEN) throw error;
      }
    }
  }

  #erase(username: string): Promise<boolean> {
    const { store, commits, players, merges, clock } = this.#parts;
    return commits.betweenCommits(async () => {
      const { number, username: name, displayName } = await this.#found(username);
      await players.forgetReason(number);
      // Not even who it was: the entry has the number alone.
      const entry = audited(clock(), () => {
        if (merges.areUnderWay) throw OVERTAKEN;
        return { act: 'erase-player', player: number };
      });
      return store.erasePlayer(number, ({ text }) => withoutPerson(text, number, [name, displayName]), entry);
    });
  }

  async #found(username: string): Promise<StoredPlayer> {
    const found = await this.#parts.players.find(username);
    if (found === undefined)
      throw new Problem('not-found', `Nobody called "${username}" has any points yet.`, [
        { field: 'username', rule: 'must be the username of a player' },
      ]);
    return found.player;
  }
}
