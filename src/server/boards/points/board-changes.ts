import type { Change } from '../../store/stored-values.ts';

/** The changes of the boards that a caller may see. */
export type BoardsInSight = Pick<BoardChanges, 'position' | 'mark' | 'tellsOf' | 'heardUntil'>;

/** The positions up to which caches of the boards have followed the store; caches and open pages check by them whether they are current. */
export class BoardChanges {
  readonly #history: string;
  readonly #positions: Map<string, number>;
  /** Over all changes: boards may be removed, but this must not fall. */
  #newest: number;
  readonly #listeners = new Set<(board: string) => void>();
  /** Whether changes of a board are reported: here, of every board. */
  readonly tellsOf: (board: string) => boolean = () => true;
  /** While the store cannot be followed: until when it was, in epoch milliseconds. */
  heardUntil: number | undefined;

  /** `history`: the store's name for these positions; `positions`: of all boards. */
  constructor(history: string, positions: ReadonlyMap<string, number>) {
    this.#history = history;
    this.#positions = new Map(positions);
    this.#newest = Math.max(0, ...positions.values());
  }

  /** Publishes a change that was applied. */
  publish(change: Change): void {
    const isRemoved = change.kind === 'board' && change.settings === undefined;
    const boards =
      isRemoved || change.kind === 'document' || change.kind === 'player'
        ? [...this.#positions.keys()]
        : [change.board].filter((board) => board !== undefined);
    // Other records change no answers.
    if (change.kind === 'records' && change.board === undefined) return;
    for (const board of boards) this.#positions.set(board, change.position);
    if (isRemoved) this.#positions.delete(change.board);
    this.#newest = change.position;
    for (const board of boards) for (const listener of this.#listeners) listener(board);
  }

  /** Calls `listener` with a board's name after each change of what it shows. Returns how to unsubscribe. */
  onChange(listener: (board: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Rises with each change of a board, or of any board. While the overall position stays, no answer changes; while a board's stays, none of
   * its ranks do, but a player may have been renamed through another board.
   */
  position(board?: string): number {
    if (board !== undefined) return this.#positions.get(board) ?? 0;
    return this.#newest;
  }

  /** The same for a caller who sees only some boards: changes of others are invisible. */
  within(tellsOf: (board: string) => boolean): BoardsInSight {
    const position = (board?: string) =>
      board === undefined
        ? Math.max(0, ...[...this.#positions].flatMap(([name, at]) => (tellsOf(name) ? [at] : [])))
        : this.position(board);
    const heardUntil = () => this.heardUntil;
    return {
      tellsOf,
      position,
      mark: (board) => `${this.#history}-${position(board)}`,
      get heardUntil() {
        return heardUntil();
      },
    };
  }

  /** Whether the store is at these positions, so that reads match the caches. */
  isAt(positions: ReadonlyMap<string, number>): boolean {
    return positions.size === this.#positions.size && [...positions].every(([board, position]) => this.#positions.get(board) === position);
  }

  /** A version of a board, or of all, as a token: the same in all processes of a database, another in a restored one. */
  mark(board?: string): string {
    return `${this.#history}-${this.position(board)}`;
  }
}
