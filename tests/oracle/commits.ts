import { Followers, type NewChange } from '../../src/server/store/followers.ts';
import { StorageFailure } from '../../src/server/store/points-store.ts';
import type { Change } from '../../src/server/store/stored-values.ts';
import type { Kept, KeptBoard } from './kept.ts';

/** Publishes a change that affects some boards. */
export type Tell = (boards: Iterable<KeptBoard>, change: NewChange) => void;

/** The queue of all changes, and their followers. */
export class Commits {
  #kept: Kept | undefined;
  #last: Promise<unknown> = Promise.resolve();
  readonly #followers = new Followers();

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  /** @throws {StorageFailure} after {@link close}. */
  get kept(): Kept {
    if (this.#kept === undefined) throw new StorageFailure('The store is closed', 'failed');
    return this.#kept;
  }

  /**
   * Runs work after all earlier work. The work must check for errors before it changes anything, and then publish its changes. Rejects with
   * the error thrown, or with a {@link StorageFailure} after {@link close}.
   */
  run<Result>(work: (kept: Kept, tell: Tell) => Result): Promise<Result> {
    const done = this.#last.then(() => work(this.kept, (boards, change) => this.#publish(boards, change)));
    this.#last = done.catch(() => undefined);
    return done;
  }

  follow(listener: (change: Change) => void): () => void {
    return this.#followers.follow(listener);
  }

  /** Closes the queue after the work in it. */
  close(): Promise<void> {
    return this.run(() => undefined).then(
      () => void (this.#kept = undefined),
      () => undefined,
    );
  }

  #publish(boards: Iterable<KeptBoard>, change: NewChange): void {
    const position = (this.kept.position += 1);
    for (const board of boards) board.position = position;
    this.#followers.publish({ ...change, position });
  }
}
