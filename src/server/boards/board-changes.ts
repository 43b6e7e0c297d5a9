/**
 * What has changed on the boards since start, counted: caches and open pages know by these numbers whether they are
 * still right.
 */
export class BoardChanges {
  readonly #started: string;
  readonly #names: () => Iterable<string>;
  readonly #versions = new Map<string, number>();
  readonly #listeners = new Set<(board: string) => void>();
  #total = 0;
  #turns = 0;

  /** `startedAt`: epoch milliseconds, to tell this process from others. `names`: of all boards. */
  constructor(startedAt: number, names: () => Iterable<string>) {
    this.#started = startedAt.toString(36);
    this.#names = names;
  }

  /** Rises just before anything that is read changes: as long as it stays, what was read belongs together. */
  get turns(): number {
    return this.#turns;
  }

  /** Says that something that is read changes from now on, before anybody can see it. */
  begin(): void {
    this.#turns += 1;
  }

  /** Says that what a board shows has changed. */
  tell(board: string): void {
    this.#total += 1;
    this.#versions.set(board, this.version(board) + 1);
    for (const listener of this.#listeners) listener(board);
  }

  /** Says that something shown on every board has changed, although no points did. */
  tellAll(): void {
    for (const board of this.#names()) this.tell(board);
  }

  /** Calls `listener` with a board's name after each change of what it shows. Returns how to stop. */
  onChange(listener: (board: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Counts the changes of a board since start, or of all boards: while it stays, no answer about them changes. */
  version(board?: string): number {
    return board === undefined ? this.#total : (this.#versions.get(board) ?? 0);
  }

  /** What a board, or all of them, is like now, as one word: another process, or an older version, has another. */
  mark(board?: string): string {
    return `${this.#started}-${this.version(board)}`;
  }
}
