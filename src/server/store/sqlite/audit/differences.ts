/** How many differences are put in words; the rest would say the same. */
const DESCRIBED = 100;

/** What was found to be otherwise than it must be, in words for an operator. */
export class Differences {
  readonly #described: string[] = [];
  #omitted = 0;

  add(description: string): void {
    if (this.#described.length < DESCRIBED) this.#described.push(description);
    else this.#omitted += 1;
  }

  inWords(): readonly string[] {
    return this.#omitted === 0 ? this.#described : [...this.#described, `and ${this.#omitted} more`];
  }
}
