import type { Change } from '../../store/stored-values.ts';

/** What is told of the changes of some boards. */
export type BoardsInSight = Pick<BoardChanges, 'position' | 'mark' | 'tellsOf' | 'heardUntil'>;

/**
 * The positions that what is remembered of the boards has followed the store to: caches and open pages know by them
 * whether they are still right.
 */
export class BoardChanges {
  readonly #history: string;
  readonly #positions: Map<string, number>;
  /** Of all changes: boards may go, and what rises must not fall. */
  #newest: number;
  readonly #listeners = new Set<(board: string) => void>();
  /** Whether changes of a board are told: of every board. */
  readonly tellsOf: (board: string) => boolean = () => true;
  /** Until when the store was followed, in epoch milliseconds, while it cannot be; `undefined` while it can. */
  heardUntil: number | undefined;

  /** `history`: which line of positions these are, as the store names it. `positions`: of all boards, as they were read. */
  constructor(history: string, positions: ReadonlyMap<string, number>) {
    this.#history = history;
    this.#positions = new Map(positions);
    this.#newest = Math.max(0, ...positions.values());
  }

  /** Says that a change has been followed. */
  tell(change: Change): void {
    const isRemoved = change.kind === 'board' && change.settings === undefined;
    const boards =
      isRemoved || change.kind === 'document' || change.kind === 'player'
        ? [...this.#positions.keys()]
        : [change.board].filter((board) => board !== undefined);
    // What is kept beside the boards changes no answer, unless it says whose.
    if (change.kind === 'records' && change.board === undefined) return;
    for (const board of boards) this.#positions.set(board, change.position);
    if (isRemoved) this.#positions.delete(change.board);
    this.#newest = change.position;
    for (const board of boards) for (const listener of this.#listeners) listener(board);
  }

  /** Calls `listener` with a board's name after each change of what it shows. Returns how to stop. */
  onChange(listener: (board: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Rises with each change of a board, or of any board: while that of all stays, no answer changes. While that of one stays,
   * no rank of it does; but a player may have got another name on another board.
   */
  position(board?: string): number {
    if (board !== undefined) return this.#positions.get(board) ?? 0;
    return this.#newest;
  }

  /** The same for somebody who is told of some boards only: what happens to the others changes nothing here. */
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

  /** Whether the store is where these are: then what is read of it belongs to what is remembered. */
  isAt(positions: ReadonlyMap<string, number>): boolean {
    return positions.size === this.#positions.size && [...positions].every(([board, position]) => this.#positions.get(board) === position);
  }

  /**
   * What a board, or all of them, is like now, as one word: the same in all processes of a database. Another database has
   * another at the same position, and so has one that may have been restored from a backup.
   */
  mark(board?: string): string {
    return `${this.#history}-${this.position(board)}`;
  }
}
