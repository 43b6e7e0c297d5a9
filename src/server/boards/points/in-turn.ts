/** Runs work one piece after another, in order of arrival. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves or rejects as `work` does. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work, work);
    this.#last = done;
    return done;
  }
}
