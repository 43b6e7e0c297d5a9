import { isDeepStrictEqual } from 'node:util';

import type { Calendar } from '../../domain/calendar.ts';
import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { besideEntry } from '../audit/beside-entry.ts';
import { Problem } from '../http/problem.ts';
import type { DocumentBeside, PointsStore } from '../store/points-store.ts';
import type { RecordsToKeep } from '../store/records.ts';
import { type BoardSettings, CalendarInUse } from '../store/stored-values.ts';
import { groupBeside, keptGroup } from './board-group.ts';
import { keptVisibility, type Visibility, visibilityBeside } from './board-visibility.ts';
import type { CurrentCatalogue } from './current-catalogue.ts';
import type { BoardList } from './points/board-list.ts';
import type { Committing } from './points/commit-queue.ts';
import { applicable, type BoardLimits, limitsBeside, type PointsLimits } from './points/points-limits.ts';
import type { ImportHolds } from './revising/import-holds.ts';
import { copiedPrizes, droppedPrizes, type PlacedPrizes, prizesNaming, restoredPrizes } from './settling/kept-catalogue.ts';
import { type Reviews, reviewBeside } from './settling/reviews.ts';

/** The parts of a board in documents about all boards. */
interface Beside {
  readonly visibility?: Visibility | undefined;
  /** Null for no group. */
  readonly group?: string | null | undefined;
}

/** Changes to a board; omitted fields stay as they are. */
type BoardChange = Beside & { readonly [Key in 'title' | 'unit' | 'state']?: BoardSettings[Key] | undefined } & {
  readonly [Key in keyof Calendar]?: Calendar[Key] | undefined;
};

/** The other parts of a new board: by default it is public, in no group, and without limits and prizes of its own. */
type NewBeside = Beside & { readonly prizes?: PlacedPrizes | undefined; readonly limits?: BoardLimits | undefined };

interface EditingParts extends Committing {
  readonly store: Pick<PointsStore, 'changeBoard' | 'removeBoard'>;
  readonly boards: Pick<BoardList, 'board'>;
  readonly reviews: Pick<Reviews, 'reviewMs'>;
  readonly imports: Pick<ImportHolds, 'list'>;
  readonly catalogue: Pick<CurrentCatalogue, 'value'>;
  readonly limits: Pick<PointsLimits, 'of'>;
}

/** Creates, changes and removes boards. */
export class BoardEditing {
  readonly #parts: EditingParts;

  constructor(parts: EditingParts) {
    this.#parts = parts;
  }

  /** @throws {Problem} name-taken for an existing name; conflict if it must not be private; RangeError for an unknown time zone. */
  make(board: BoardSettings, { visibility = 'public', group = null, prizes = [], limits }: NewBeside = {}): Promise<BoardSettings> {
    const beside = [
      visibilityBeside(board.name, visibility),
      groupBeside(board.name, group),
      limitsBeside(board.name, () => limits),
      restoredPrizes(prizes),
    ];
    return this.#create(board.name, () => board, beside);
  }

  /**
   * Creates a board like another, with its limits, review period and prizes but none of its events, and resolves with it. `change`: given
   * the other one inside the commit.
   * @throws {Problem} not-found for an unknown `copyOf`; conflict if the catalogue has no room for its prizes. As {@link make}.
   */
  copy(
    name: string,
    copyOf: string,
    change: (copied: BoardSettings) => BoardSettings,
    { visibility, group }: Beside,
  ): Promise<BoardSettings> {
    let board!: BoardSettings;
    const beside = [
      visibilityBeside(name, visibility ?? { copyOf }),
      groupBeside(name, group === undefined ? { copyOf } : group),
      limitsBeside(name, (of) => {
        const limits = of(copyOf);
        return limits && applicable(limits, board);
      }),
      reviewBeside(name, copyOf, this.#parts.clock()),
      copiedPrizes(name, copyOf),
    ];
    return this.#create(name, () => (board = change(this.#parts.boards.board(copyOf))), beside, copyOf);
  }

  /**
   * Changes a board's title, unit, state or visibility, and its calendar until it has points; resolves with the result. `still`: called
   * inside the commit with the current board.
   * @throws {Problem} not-found for an unknown name; conflict if it must not be archived, private or on another calendar. As `still`.
   */
  change(
    name: string,
    { title, unit, state, visibility, group, timeZone, weekStart }: BoardChange,
    still: (kept: BoardSettings) => void = () => {},
  ): Promise<BoardSettings> {
    const change = () => {
      const known = this.#parts.boards.board(name);
      still(known);
      if (state === 'archived') this.#expectRemovable(name, 'state');
      const calendar = { timeZone: timeZone ?? known.calendar.timeZone, weekStart: weekStart ?? known.calendar.weekStart };
      return { ...known, title: title ?? known.title, unit: unit ?? known.unit, state: state ?? known.state, calendar };
    };
    const beside = [
      visibilityBeside(name, visibility ?? { copyOf: name }),
      groupBeside(name, group === undefined ? { copyOf: name } : group),
    ];
    return this.#save(name, change, beside);
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
      const records: RecordsToKeep<BoardSettings> = {
        change: (_, before) => {
          const entry = auditEntry({ act: 'remove-board', board: name, before }, this.#parts.clock());
          // Removed with the board, and restored with it on undo.
          const { reviews, limits, catalogue } = this.#parts;
          const prizes = prizesNaming(catalogue.value, name);
          return [entry, besideEntry(entry, { reviewMs: reviews.reviewMs(name), limits: limits.of(name), prizes })];
        },
      };
      const isRemoved = await this.#parts.store.removeBoard(name, check, records, [
        droppedPrizes(name),
        limitsBeside(name, () => undefined),
      ]);
      if (!isRemoved)
        throw new Problem('conflict', `"${name}" has points and can’t be deleted. Archive the board instead.`, [
          { field: 'board', rule: 'must never have had points' },
        ]);
      return board;
    });
  }

  #create(name: string, board: () => BoardSettings, beside: readonly DocumentBeside[], copyOf?: string): Promise<BoardSettings> {
    const change = (kept: BoardSettings | undefined) => {
      if (kept === undefined) return board();
      throw new Problem('name-taken', `There is already a board "${name}".`, [{ field: 'name', rule: 'must not be in use already' }]);
    };
    return this.#save(name, change, beside, copyOf);
  }

  /**
   * Stores a board's settings and its other parts, visibility and group first, with one audit entry, and resolves with the settings.
   * @throws {Problem} conflict for a private default board.
   */
  #save(
    name: string,
    change: (kept: BoardSettings | undefined) => BoardSettings,
    beside: readonly DocumentBeside[],
    copyOf?: string,
  ): Promise<BoardSettings> {
    const at = this.#parts.clock();
    const records: Parameters<PointsStore['changeBoard']>[2] = {
      change(_, { before, after, beside: [visibility, group] }) {
        const told = (settings: BoardSettings, of: 'before' | 'after') => ({
          ...settings,
          visibility: keptVisibility(visibility![of], name),
          group: keptGroup(group![of], name),
        });
        const now = told(after, 'after');
        if (name === DEFAULT_BOARD && now.visibility === 'private')
          throw new Problem('conflict', `"${name}" is the default board. It cannot be private.`, [
            { field: 'visibility', rule: 'must leave this board as it is' },
          ]);
        if (before === undefined) return [auditEntry({ act: 'make-board', board: name, subject: copyOf, after: now }, at)];
        const was = told(before, 'before');
        return isDeepStrictEqual(was, now) ? [] : [auditEntry({ act: 'change-board', board: name, before: was, after: now }, at)];
      },
    };
    return this.#parts.commits.betweenCommits(async () => {
      let board!: BoardSettings;
      try {
        await this.#parts.store.changeBoard(name, (kept) => (board = change(kept)), records, beside);
      } catch (error) {
        if (!(error instanceof CalendarInUse)) throw error;
        throw new Problem('conflict', `"${name}" has points, which were counted by its calendar. Create another board instead.`, [
          { field: 'timeZone', rule: 'must stay the same once a board has had points' },
          { field: 'weekStart', rule: 'must stay the same once a board has had points' },
        ]);
      }
      return board;
    });
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
