import type { PointsEvent } from '../../contract/points-event.ts';
import type { BoardSettings, NewEvent } from '../store/stored-values.ts';
import type { BoardChanges } from './board-changes.ts';
import type { Submitted } from './points-recorder.ts';

/** How many events one commit takes at most: enough to share a disk flush, few enough to answer soon. */
const COMMIT_SIZE = 2000;

/** How often reads that belong together are tried before commits have to wait for them. */
const UNDISTURBED_ATTEMPTS = 3;

interface Waiting {
  readonly board: BoardSettings;
  readonly events: readonly NewEvent[];
  readonly resolve: (results: readonly Submitted[]) => void;
  readonly reject: (error: unknown) => void;
}

/** What the queue works with. */
export interface CommitQueueParts {
  /** Makes the events of one board durable, all or none, with one answer each. */
  readonly commit: (board: BoardSettings, events: readonly NewEvent[]) => Promise<readonly Submitted[]>;
  readonly changes: BoardChanges;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Commits one after the other, and what must not happen during one: what arrives together shares a commit. */
export class CommitQueue {
  readonly #parts: CommitQueueParts;
  #waiting: Waiting[] = [];
  readonly #chores: (() => Promise<void>)[] = [];
  #draining: Promise<void> | undefined;

  constructor(parts: CommitQueueParts) {
    this.#parts = parts;
  }

  /** Records parsed events and resolves with one answer each, once they are durable. Rejects when nothing could be stored. */
  submit(
    board: BoardSettings,
    events: readonly (PointsEvent & { readonly digest: string; readonly keepsNames?: boolean })[],
  ): Promise<readonly Submitted[]> {
    const now = this.#parts.clock();
    const parsed = events.map(({ id, username, points, at, activity = '', displayName, avatar, digest, keepsNames = false }): NewEvent => {
      return { id, username, points, at: at === undefined ? now : Date.parse(at), activity, displayName, avatar, keepsNames, digest };
    });
    return new Promise((resolve, reject) => {
      this.#waiting.push({ board, events: parsed, resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Waits for the events already taken to be durable. */
  async settled(): Promise<void> {
    await this.#draining;
  }

  /** Does something that no commit may come between, however busy the boards are. */
  betweenCommits<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#chores.push(() => work().then(resolve, reject));
      this.#draining ??= this.#drain();
    });
  }

  /**
   * What `read` resolves with, read while nothing changed: it is called again if a commit came between, and in the
   * end while commits wait for it.
   */
  async atOneInstant<T>(read: () => Promise<T>): Promise<T> {
    const { changes } = this.#parts;
    for (let attempt = 0; attempt < UNDISTURBED_ATTEMPTS; attempt += 1) {
      const before = changes.turns;
      const result = await read();
      if (changes.turns === before) return result;
    }
    return this.betweenCommits(read);
  }

  async #drain(): Promise<void> {
    // One turn of the event loop first: requests that arrive together share a commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0 || this.#chores.length > 0) {
      for (const chore of this.#chores.splice(0)) await chore();
      if (this.#waiting.length === 0) continue;
      const group = this.#nextGroup();
      try {
        const results = await this.#parts.commit(
          group[0]!.board,
          group.flatMap(({ events }) => events),
        );
        let start = 0;
        for (const { events, resolve } of group) resolve(results.slice(start, (start += events.length)));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#draining = undefined;
  }

  /** Takes those at the front who share a commit: of one board, and not too many together. */
  #nextGroup(): readonly Waiting[] {
    const { board } = this.#waiting[0]!;
    let size = 0;
    let taken = 0;
    for (const { board: next, events } of this.#waiting) {
      if (next !== board || (taken > 0 && size + events.length > COMMIT_SIZE)) break;
      size += events.length;
      taken += 1;
    }
    return this.#waiting.splice(0, taken);
  }
}
