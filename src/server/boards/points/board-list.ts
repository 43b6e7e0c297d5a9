import { Problem } from '../../http/problem.ts';
import type { BoardSettings, Change } from '../../store/stored-values.ts';

/** The existing boards. */
export class BoardList {
  readonly #boards: Map<string, BoardSettings>;

  constructor(boards: readonly BoardSettings[]) {
    this.#boards = new Map(boards.map((board) => [board.name, board]));
  }

  /** Including archived ones, oldest first. */
  boards(): readonly BoardSettings[] {
    return [...this.#boards.values()];
  }

  /** The boards shown to visitors: all that are not archived. */
  listed(): readonly BoardSettings[] {
    return this.boards().filter(({ state }) => state === 'listed');
  }

  /** @throws {Problem} not-found for an unknown name. */
  board(name: string): BoardSettings {
    const board = this.#boards.get(name);
    if (board === undefined) throw unknownBoard(name);
    return board;
  }

  /** The board with that name, if it accepts points. @throws {Problem} not-found as {@link board}; archived. */
  boardForPoints(name: string): BoardSettings {
    const board = this.board(name);
    if (board.state === 'archived')
      throw new Problem('archived', `The board "${name}" is archived and takes no points. Nothing was stored.`, [
        { field: 'board', rule: 'must not be archived' },
      ]);
    return board;
  }

  /** Applies a change of the store. */
  protected followBoards(change: Change): void {
    if (change.kind !== 'board') return;
    if (change.settings === undefined) this.#boards.delete(change.board);
    else this.#boards.set(change.board, change.settings);
  }
}

/** The error for a board that does not exist, or that the caller may not see. */
export function unknownBoard(name: string): Problem {
  return new Problem('not-found', `There is no board "${name}".`, [{ field: 'board', rule: 'must be the name of a board' }]);
}
