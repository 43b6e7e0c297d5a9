import { Problem } from '../../http/problem.ts';
import type { BoardSettings, Change } from '../../store/stored-values.ts';

/** The boards there are, as the store has them. */
export class BoardList {
  readonly #boards: Map<string, BoardSettings>;

  constructor(boards: readonly BoardSettings[]) {
    this.#boards = new Map(boards.map((board) => [board.name, board]));
  }

  /** All of them, archived ones too, oldest first. */
  boards(): readonly BoardSettings[] {
    return [...this.#boards.values()];
  }

  /** Those that visitors are told of: all but the archived ones. */
  listed(): readonly BoardSettings[] {
    return this.boards().filter(({ state }) => state === 'listed');
  }

  /** @throws {Problem} not-found for a name no board has. */
  board(name: string): BoardSettings {
    const board = this.#boards.get(name);
    if (board === undefined) throw unknownBoard(name);
    return board;
  }

  /** The board of that name, if it takes points. @throws {Problem} not-found as {@link board}; archived. */
  boardForPoints(name: string): BoardSettings {
    const board = this.board(name);
    if (board.state === 'archived')
      throw new Problem('archived', `The board "${name}" is archived and takes no points. Nothing was stored.`, [
        { field: 'board', rule: 'must not be archived' },
      ]);
    return board;
  }

  /** Takes in a change of the store. */
  protected followBoards(change: Change): void {
    if (change.kind !== 'board') return;
    if (change.settings === undefined) this.#boards.delete(change.board);
    else this.#boards.set(change.board, change.settings);
  }
}

/** What is answered about a board that is not there, or not for whoever asks. */
export function unknownBoard(name: string): Problem {
  return new Problem('not-found', `There is no board "${name}".`, [{ field: 'board', rule: 'must be the name of a board' }]);
}
