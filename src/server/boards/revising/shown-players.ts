import { isDeepStrictEqual } from 'node:util';

import type { PlayerVisibility } from '../../../contract/game-answers.ts';
import { audited } from '../../audit/audit-entry.ts';
import { noSuchPlayer, Problem } from '../../http/problem.ts';
import { isErased } from '../../store/erased-player.ts';
import type { Changed, DocumentOf, KeptDocument } from '../../store/kept-document.ts';
import type { DocumentBeside, PointsStore } from '../../store/points-store.ts';
import type { RecordsToKeep } from '../../store/records.ts';
import type { Change, StoredPlayer } from '../../store/stored-values.ts';
import { type Agreement, ANYTHING } from './agreement.ts';
import type { Committing } from '../points/commit-queue.ts';
import type { PeriodOrders } from '../../ranking/period-orders.ts';

const SHOWN: PlayerVisibility = { state: 'shown' };

/** Why a player is hidden. */
export type Absence = Exclude<PlayerVisibility, { readonly state: 'shown' }>;

const ACT_OF = { shown: 'show-player', hidden: 'hide-player', removed: 'remove-player' } as const;

/** A player, by number, and their visibility before and after a change. */
export type VisibilityTurn = readonly [player: number, before: PlayerVisibility, after: PlayerVisibility];

/** Hidden players, by number. */
export const ABSENCES: DocumentOf<ReadonlyMap<number, Absence>> = {
  name: 'absent players',
  read: (text = '[]') => new Map(JSON.parse(text) as [number, Absence][]),
  written: (absences) => [...absences],
};

export interface ShownPlayersParts extends Committing {
  readonly store: Pick<PointsStore, 'changeDocument' | 'playerNamed' | 'playersMatching'>;
  readonly orders: PeriodOrders;
}

/** Which players are shown, and which are hidden and why. */
export class ShownPlayers {
  readonly #parts: ShownPlayersParts;
  readonly #kept: KeptDocument<ReadonlyMap<number, Absence>>;

  constructor(parts: ShownPlayersParts, kept: KeptDocument<ReadonlyMap<number, Absence>>) {
    this.#parts = parts;
    this.#kept = kept;
  }

  /** Applies a change of the store. */
  follow(change: Change): void {
    const before = this.absences;
    this.#kept.follow(change);
    if (this.absences === before) return;
    for (const player of new Set([...before.keys(), ...this.absences.keys()]))
      if (before.has(player) !== this.absences.has(player)) this.#parts.orders.showOrHide(player);
  }

  isShown(player: number): boolean {
    return !this.#kept.value.has(player);
  }

  /** Hidden players, by number. */
  get absences(): ReadonlyMap<number, Absence> {
    return this.#kept.value;
  }

  /** The shown player with that name, ignoring case and Unicode form. */
  async named(username: string): Promise<StoredPlayer | undefined> {
    const player = await this.#parts.store.playerNamed(username);
    return player === undefined || isErased(player) || !this.isShown(player.number) ? undefined : player;
  }

  /** The player with that name, ignoring case and Unicode form, and why they are hidden, if they are. */
  async find(username: string): Promise<{ readonly player: StoredPlayer; readonly absence: Absence | undefined } | undefined> {
    const player = await this.#parts.store.playerNamed(username);
    // The placeholder of an erased player is not a name.
    if (player === undefined || isErased(player)) return undefined;
    return { player, absence: this.#kept.value.get(player.number) };
  }

  /** The player with that name, hidden or not. `field`: where it was given. @throws {Problem} not-found for an unknown name. */
  async existing(username: string, field = 'username'): Promise<StoredPlayer> {
    const found = await this.find(username);
    if (found === undefined) throw noSuchPlayer(username, field);
    return found.player;
  }

  /** Numbers of at most `limit` shown players whose username or display name contains `text`, ignoring case. */
  async matching(text: string, limit: number): Promise<readonly number[]> {
    const matching = await this.#parts.store.playersMatching(text, limit + this.#kept.value.size);
    return matching.filter((number) => this.isShown(number)).slice(0, limit);
  }

  /** Deletes the reason why an erased player was removed, and rewrites the reasons of others. Call it between commits. */
  async forget(player: number | undefined, rewrite: (text: string) => string): Promise<void> {
    await this.#kept.change(this.#parts.store, (kept) => {
      const forgotten = Array.from(kept, ([number, absence]): [number, Absence] => {
        if (absence.state === 'hidden') return [number, absence];
        return [number, number === player ? { state: 'hidden' } : { ...absence, reason: rewrite(absence.reason) }];
      });
      return isDeepStrictEqual(forgotten, [...kept]) ? kept : new Map(forgotten);
    });
  }

  /** Changes who is shown in one commit. Call it between commits. @throws {Problem} changed if someone is not as `turns` has them before. */
  setVisibilities(turns: readonly VisibilityTurn[], records: RecordsToKeep<unknown>): Promise<void> {
    return this.#kept.change(this.#parts.store, (kept) => turnedAbsences(kept, turns), records);
  }

  /** {@link setVisibilities} as a change to store with another commit. */
  beside(turns: readonly VisibilityTurn[]): DocumentBeside {
    return this.#kept.beside((kept) => turnedAbsences(kept, turns));
  }

  /** The visibility of a player, by number. */
  visibility(player: number): PlayerVisibility {
    return visibilityIn(this.#kept.value, player);
  }

  /** Hides or shows a player. Resolves once that is durable and in effect. @throws {Problem} not-found for an unknown name; as `agreed`. */
  async setVisibility(username: string, visibility: PlayerVisibility, agreed: Agreement = ANYTHING): Promise<void> {
    const { store, commits, clock } = this.#parts;
    const player = await store.playerNamed(username);
    if (player === undefined) throw noSuchPlayer(username);
    const reason = visibility.state === 'removed' ? visibility.reason : undefined;
    const entry = audited<Changed<ReadonlyMap<number, Absence>>>(clock(), ({ before }) => ({
      act: ACT_OF[visibility.state],
      player: player.number,
      before: visibilityIn(before, player.number),
      after: visibility,
      reason,
    }));
    await commits.betweenCommits(async () => {
      const check = await agreed();
      const change = (kept: ReadonlyMap<number, Absence>) => {
        check();
        const before = visibilityIn(kept, player.number);
        return isDeepStrictEqual(before, visibility) ? kept : turnedAbsences(kept, [[player.number, before, visibility]]);
      };
      await this.#kept.change(store, change, entry);
    });
  }
}

function visibilityIn(kept: ReadonlyMap<number, Absence>, player: number): PlayerVisibility {
  return kept.get(player) ?? SHOWN;
}

function turnedAbsences(kept: ReadonlyMap<number, Absence>, turns: readonly VisibilityTurn[]): ReadonlyMap<number, Absence> {
  const others = turns.filter(([player, before]) => !isDeepStrictEqual(visibilityIn(kept, player), before));
  if (others.length > 0)
    throw new Problem('changed', `${others.length} of the ${turns.length} players were changed by someone else. Nothing was changed.`);
  const absences = new Map(kept);
  for (const [player, , after] of turns) {
    if (after.state === 'shown') absences.delete(player);
    else absences.set(player, after);
  }
  return absences;
}
