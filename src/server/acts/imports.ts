import type { AnswerTo } from '../../contract/api.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { ToldAct } from '../audit/told-act.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import type { ImportHold } from '../boards/revising/import-holds.ts';
import { Problem } from '../http/problem.ts';
import { type ActParts, closeWhatIsDue } from './parts/act-parts.ts';
import { askedAt, type Opposite, turned, type UndoParts, type Undos } from './parts/opposite.ts';

/** The imports that are under way or were interrupted, oldest first. */
export function listedImports(boards: LiveBoards): readonly AnswerTo<'endImport'>[] {
  return boards.imports.list().map(importAnswer);
}

/**
 * Begins an import into a board, or takes up the one of the same file. Before a new one begins, what is due is closed:
 * which periods it may still fill is a matter of their ends, and never of when somebody looked last. `readiness` says
 * what is wrong with the clock.
 * @throws {Problem} not-found for an unknown board; archived for one that takes no points; conflict while a period of it is open again; unavailable while something
 * is wrong, because nothing can be closed then.
 */
export async function beginImport(
  parts: Pick<ActParts, 'boards' | 'readiness' | 'log'>,
  asked: { readonly board: string; readonly file: string },
): Promise<AnswerTo<'beginImport'>> {
  const { boards } = parts;
  const { name } = boards.boardForPoints(asked.board);
  if (!boards.imports.list().some(({ board, file }) => board === name && file === asked.file)) {
    await closeWhatIsDue(parts, 'No import can begin.');
  }
  const { hold, resumed } = await boards.closing.beginImport(name, asked.file);
  return { import: importAnswer(hold), resumed };
}

/**
 * Ends an import: what it held open becomes final.
 * @throws {Problem} not-found for an id that no import has.
 */
export async function endImport(boards: LiveBoards, id: string): Promise<AnswerTo<'endImport'>> {
  const hold = boards.imports.list().find((known) => known.id === id);
  if (hold === undefined || !(await boards.imports.end(id)))
    throw new Problem('not-found', `There is no import "${id}".`, [{ field: 'import', rule: 'must be the id of an import' }]);
  return importAnswer(hold);
}

function importAnswer({ id, board, file, startedAt, seenAt }: ImportHold): AnswerTo<'endImport'> {
  return { id, board, file, startedAt: timeText(startedAt), seenAt: timeText(seenAt) };
}

/** An import that was ended goes on, for periods that did not become final meanwhile. */
const beginImportAgain: Opposite = {
  ...askedAt('beginImport', 'begin-import'),
  plan(parts, told) {
    const { board = '', subject: file = '' } = told.kept;
    return {
      ...turned('underWay', holdOf(parts, told) !== undefined, true),
      carryOut: () => beginImport(parts, { board, file }),
    };
  },
};

function holdOf({ boards }: UndoParts, { kept }: ToldAct) {
  return boards.imports.list().find(({ board, file }) => board === kept.board && file === kept.subject);
}

/** What takes acts about imports back. */
export const IMPORT_UNDOS = {
  // It is ended: what it held open becomes final.
  'begin-import': {
    ...askedAt('endImport', 'end-import'),
    plan(parts, told) {
      const hold = holdOf(parts, told);
      return {
        ...turned('underWay', hold !== undefined, false),
        carryOut: () => parts.boards.imports.end(hold!.id),
      };
    },
  },
  'end-import': beginImportAgain,
  'give-up-import': beginImportAgain,
} satisfies Undos;
