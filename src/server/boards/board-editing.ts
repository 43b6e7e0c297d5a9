import { isDeepStrictEqual } from 'node:util';

import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { besideEntry } from '../audit/beside-entry.ts';
import { Problem } from '../http/problem.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import { keptVisibility, type Visibility, visibilityBeside } from './board-visibility.ts';
import type { BoardList } from './points/board-list.ts';
import type { Committing } from './points/commit-queue.ts';
import type { ImportHolds } from './revising/import-holds.ts';
import type { Reviews } from './settling/reviews.ts';

/** Changes to a board; omitted fields stay as they are. */
type BoardChange = { readonly [Key in 'title' | 'unit' | 'state']?: BoardSettings[Key] | undefined } & {
  readonly visibility?: Visibility | undefined;
};

interface EditingParts extends Committing {
  readonly store: Pick<PointsStore, 'changeBoard' | 'removeBoard'>;
  readonly boards: Pick<BoardList, 'board'>;
  readonly reviews: Pick<Reviews, 'reviewMs'>;
  readonly imports: Pick<ImportHolds, 'list'>;
}

/** Creates, changes and removes boards. */
export class BoardEditing {
  readonly #parts: EditingParts;

  constructor(parts: EditingParts) {
    this.#parts = parts;
  }

  /** @throws {Problem} name-taken for an existing name; conflict if it must not be private; RangeError for an unknown time zone. */
  make(board: BoardSettings, visibility: Visibility = 'public'): Promise<void> {
    return this.#parts.commits.betweenCommits(() =>
      this.#save(board.name, visibility, (kept) => {
        if (kept === undefined) return board;
        throw new Problem('name-taken', `There is already a board "${board.name}".`, [
          { field: 'name', rule: 'must not be in use already' },
        ]);
      }),
    );
  }

  /**
   * Changes a board's title, unit, state or visibility, and resolves with the result. `still`: called inside the commit with the current
   * board. @throws {Problem} not-found for an unknown name; conflict if it must not be archived or private. As `still`.
   */
  change(
    name: string,
    { title, unit, state, visibility }: BoardChange,
    still: (kept: BoardSettings) => void = () => {},
  ): Promise<BoardSettings> {
    return this.#parts.commits.betweenCommits(async () => {
      let board!: BoardSettings;
      await this.#save(name, visibility, () => {
        const known = this.#parts.boards.board(name);
        still(known);
        board = { ...known, title: title ?? known.title, unit: unit ?? known.unit, state: state ?? known.state };
        if (state === 'archived') this.#expectRemovable(name, 'state');
        return board;
      });
      return board;
    });
  }

  /**
   * Removes a board that never had points, and resolves with it. `still`: called with it inside the commit.
   * @throws {Problem} not-found for an unknown name; conflict if it must stay. As `still`.
   */
  remove(name: string, still: (kept: BoardSettings) => void = () => {}): Promise<BoardSettings> {
    return this.#parts.commits.betweenCommits(async () => {
      let board!: BoardSettings;
      const check = () => {
        board = this.#parts.boards.board(name);
        still(board);
        this.#expectRemovable(name, 'board');
      };
      const isRemoved = await this.#parts.store.removeBoard(name, check, {
        change: (_, before) => {
          const entry = auditEntry({ act: 'remove-board', board: name, before }, this.#parts.clock());
          // Removed with the board, and restored with it on undo.
          return [entry, besideEntry(entry, { reviewMs: this.#parts.reviews.reviewMs(name) })];
        },
      });
      if (!isRemoved)
        throw new Problem('conflict', `"${name}" has points, and what was recorded stays. Archive the board instead.`, [
          { field: 'board', rule: 'must never have had points' },
        ]);
      return board;
    });
  }

  /** Stores a board's settings and visibility with their audit entries. @throws {Problem} conflict for a private default board. */
  async #save(name: string, visibility: Visibility | undefined, change: (kept: BoardSettings | undefined) => BoardSettings): Promise<void> {
    const at = this.#parts.clock();
    await this.#parts.store.changeBoard(
      name,
      (kept) => {
        const board = change(kept);
        if (name === DEFAULT_BOARD && visibility === 'private')
          throw new Problem('conflict', `"${name}" is the default board. It cannot be private.`, [
            { field: 'visibility', rule: 'must leave this board as it is' },
          ]);
        return board;
      },
      {
        change(_, { before, after, beside }) {
          const entries = [];
          const seenBy = { before: keptVisibility(beside?.before, name), after: keptVisibility(beside?.after, name) };
          if (seenBy.before !== seenBy.after)
            entries.push(
              auditEntry(
                { act: 'change-board', board: name, before: { visibility: seenBy.before }, after: { visibility: seenBy.after } },
                at,
              ),
            );
          if (before === undefined) entries.push(auditEntry({ act: 'make-board', board: name, after }, at));
          else if (!isDeepStrictEqual(before, after)) entries.push(auditEntry({ act: 'change-board', board: name, before, after }, at));
          return entries;
        },
      },
      visibility && visibilityBeside(name, visibility),
    );
  }

  /** @throws {Problem} conflict for a board in use, naming the request's field. */
  #expectRemovable(name: string, field: 'board' | 'state'): void {
    if (name === DEFAULT_BOARD)
      throw new Problem('conflict', `"${name}" is the default board. It cannot be archived or removed.`, [
        { field, rule: 'must leave this board as it is' },
      ]);
    if (this.#parts.imports.list().some((hold) => hold.board === name))
      throw new Problem('conflict', `An import into "${name}" is running or was interrupted. Finish or drop it first.`, [
        { field, rule: 'must wait until no import is under way' },
      ]);
  }
}
