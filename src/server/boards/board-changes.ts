import type { Change } from '../store/stored-values.ts';

/**
 * The positions that what is remembered of the boards has followed the store to: caches and open pages know by them
 * whether they are still right.
 */
export class BoardChanges {
  readonly #positions: Map<string, number>;
  readonly #listeners = new Set<(board: string) => void>();

  /** `positions`: of all boards, as they were read. */
  constructor(positions: ReadonlyMap<string, number>) {
    this.#positions = new Map(positions);
  }

  /** Says that a change has been followed. */
  tell(change: Change): void {
    const boards = change.kind === 'document' ? [...this.#positions.keys()] : [change.board];
    for (const board of boards) this.#positions.set(board, change.position);
    for (const board of boards) for (const listener of this.#listeners) listener(board);
  }

  /** Calls `listener` with a board's name after each change of what it shows. Returns how to stop. */
  onChange(listener: (board: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Rises with each change of a board, or of any board: while it stays, no answer about them changes. */
  position(board?: string): number {
    if (board !== undefined) return this.#positions.get(board) ?? 0;
    let sum = 0;
    for (const position of this.#positions.values()) sum += position;
    return sum;
  }

  /** Whether the store is where these are: then what is read of it belongs to what is remembered. */
  isAt(positions: ReadonlyMap<string, number>): boolean {
    return positions.size === this.#positions.size && [...positions].every(([board, position]) => this.#positions.get(board) === position);
  }

  /** What a board, or all of them, is like now, as one word: the same before and after a restart, if nothing changed. */
  mark(board?: string): string {
    return String(this.position(board));
  }
}
