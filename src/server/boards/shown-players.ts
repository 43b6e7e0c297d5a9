import type { PlayerVisibility } from '../../contract/game-answers.ts';
import type { Score } from '../../domain/scoring.ts';
import { Problem } from '../http/problem.ts';
import { textOf } from '../ranking/period-key.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { StoredPlayer } from '../store/stored-values.ts';
import type { BoardChanges } from './board-changes.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { PeriodOrders } from './period-orders.ts';

/** Why a player is not shown. */
export type Absence = Exclude<PlayerVisibility, { readonly state: 'shown' }>;

/** The name the store keeps the players who are not shown under. */
const ABSENT_PLAYERS = 'absent players';

/** The players who are not shown, by number, as the store keeps them. */
export async function keptAbsences(store: Pick<PointsStore, 'document'>): Promise<ReadonlyMap<number, Absence>> {
  return new Map(JSON.parse((await store.document(ABSENT_PLAYERS)) ?? '[]') as [number, Absence][]);
}

/** What it works with. */
export interface ShownPlayersParts {
  readonly store: Pick<PointsStore, 'saveDocument' | 'playerNamed' | 'playersMatching' | 'scoreOf'>;
  readonly orders: PeriodOrders;
  readonly commits: CommitQueue;
  readonly changes: BoardChanges;
}

/** Who is shown, and who is not and why. */
export class ShownPlayers {
  readonly #parts: ShownPlayersParts;
  /** Players who are not shown, by number. */
  #absences: ReadonlyMap<number, Absence>;

  /** `absences`: as {@link keptAbsences} has them. */
  constructor(parts: ShownPlayersParts, absences: ReadonlyMap<number, Absence>) {
    this.#parts = parts;
    this.#absences = absences;
  }

  isShown(player: number): boolean {
    return !this.#absences.has(player);
  }

  /** Everybody who is not shown, by number. */
  get absences(): ReadonlyMap<number, Absence> {
    return this.#absences;
  }

  /** The player of that name, ignoring case and Unicode form, if they are shown. */
  async named(username: string): Promise<StoredPlayer | undefined> {
    const found = await this.find(username);
    return found?.absence === undefined ? found?.player : undefined;
  }

  /** The player of that name, ignoring case and Unicode form, shown or not, and why not. */
  async find(username: string): Promise<{ readonly player: StoredPlayer; readonly absence: Absence | undefined } | undefined> {
    const player = await this.#parts.store.playerNamed(username);
    return player && { player, absence: this.#absences.get(player.number) };
  }

  /** Numbers of the players who are shown and whose username or display name contains `text`, ignoring case; at most `limit`. */
  async matching(text: string, limit: number): Promise<readonly number[]> {
    const matching = await this.#parts.store.playersMatching(text, limit + this.#absences.size);
    return matching.filter((number) => this.isShown(number)).slice(0, limit);
  }

  /**
   * Takes a player out of all that is shown, or back in. Resolves once that is durable and true of every answer.
   * @throws {Problem} not-found for a name nobody has.
   */
  async setVisibility(username: string, visibility: PlayerVisibility): Promise<void> {
    const { store, orders, commits, changes } = this.#parts;
    const player = await store.playerNamed(username);
    if (player === undefined)
      throw new Problem('not-found', `Nobody called "${username}" has any points yet.`, [
        { field: 'username', rule: 'must be the username of a player' },
      ]);
    const { number } = player;
    await commits.betweenCommits(async () => {
      const absences = new Map(this.#absences);
      if (visibility.state === 'shown') absences.delete(number);
      else absences.set(number, visibility);
      const scores = new Map<string, Score | undefined>();
      for (const period of orders.periods()) scores.set(textOf(period), await store.scoreOf(period, number));
      // After the last thing that may fail: what is durable is also true of every answer.
      await store.saveDocument(ABSENT_PLAYERS, JSON.stringify([...absences]));
      changes.begin();
      this.#absences = absences;
      if (visibility.state === 'shown') orders.restore(number, scores);
      else orders.remove(number);
      changes.tellAll();
    });
  }
}
