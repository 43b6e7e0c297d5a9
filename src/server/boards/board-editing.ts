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

/** What is changed of a board; whatever is left out stays. */
type BoardChange = { readonly [Key in 'title' | 'unit' | 'state']?: BoardSettings[Key] | undefined } & {
  readonly visibility?: Visibility | undefined;
};

/** What it works with. */
interface EditingParts extends Committing {
  readonly store: Pick<PointsStore, 'changeBoard' | 'removeBoard'>;
  readonly boards: Pick<BoardList, 'board'>;
  readonly reviews: Pick<Reviews, 'reviewMs'>;
  readonly imports: Pick<ImportHolds, 'list'>;
}

/** Boards made, changed and removed. */
export class BoardEditing {
  readonly #parts: EditingParts;

  constructor(parts: EditingParts) {
    this.#parts = parts;
  }

  /**
   * @throws {Problem} name-taken where there is a board of that name; conflict if it must not be private; RangeError for a time
   * zone nobody knows.
   */
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
   * Gives a board another title, unit, state or visibility, and resolves with what it is then. `still` is called with what is there,
   * inside the commit.
   * @throws {Problem} not-found for a name no board has; conflict if it must not be archived or private. As `still`.
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
        if (state === 'archived') this.#mayGo(name, 'state');
        return board;
      });
      return board;
    });
  }

  /**
   * Removes a board that never had points, and resolves with what it was. `still` is called with that inside the commit.
   * @throws {Problem} not-found for a name no board has; conflict if it must stay. As `still`.
   */
  remove(name: string, still: (kept: BoardSettings) => void = () => {}): Promise<BoardSettings> {
    return this.#parts.commits.betweenCommits(async () => {
      let board!: BoardSettings;
      const check = () => {
        board = this.#parts.boards.board(name);
        still(board);
        this.#mayGo(name, 'board');
      };
      const isRemoved = await this.#parts.store.removeBoard(name, check, {
        change: (_, before) => {
          const entry = auditEntry({ act: 'remove-board', board: name, before }, this.#parts.clock());
          // It goes with the board, and comes back with it if that is taken back.
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

  /**
   * Keeps what a board is and who may read it, in one commit with the entries of the audit log about both.
   * @throws {Problem} conflict if the board of everybody who names none is to be private. As `change`.
   */
  async #save(name: string, visibility: Visibility | undefined, change: (kept: BoardSettings | undefined) => BoardSettings): Promise<void> {
    const at = this.#parts.clock();
    await this.#parts.store.changeBoard(
      name,
      (kept) => {
        const board = change(kept);
        if (name === DEFAULT_BOARD && visibility === 'private')
          throw new Problem('conflict', `"${name}" is the board of everybody who names none. It cannot be private.`, [
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

  /** @throws {Problem} conflict for a board that somebody counts on, naming the field that asks for it. */
  #mayGo(name: string, field: 'board' | 'state'): void {
    if (name === DEFAULT_BOARD)
      throw new Problem('conflict', `"${name}" is the board of everybody who names none. It cannot be archived or removed.`, [
        { field, rule: 'must leave this board as it is' },
      ]);
    if (this.#parts.imports.list().some((hold) => hold.board === name))
      throw new Problem('conflict', `An import into "${name}" is under way, or was interrupted. End it or drop it first.`, [
        { field, rule: 'must wait until no import is under way' },
      ]);
  }
}
