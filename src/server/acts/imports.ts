import type { AnswerTo } from '../../contract/api.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { ToldAct } from '../audit/told-act.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { type ImportHold, noSuchImport } from '../boards/revising/import-holds.ts';
import { type ActParts, closeWhatIsDue } from './parts/act-parts.ts';
import { askedAt, type Opposite, turned, type UndoParts, type Undos } from './parts/opposite.ts';

/** Running and interrupted imports, oldest first. */
export function listedImports(boards: LiveBoards): readonly AnswerTo<'endImport'>[] {
  return boards.imports.list().map(importAnswer);
}

/**
 * Starts an import, or resumes the one of the same file. Closes due periods first, so that the periods it can fill depend only on their
 * ends.
 * @throws {Problem} not-found for an unknown board; archived; conflict while a period is reopened; unavailable if `readiness` reports a
 * problem, because nothing can be closed then.
 */
export async function beginImport(
  parts: Pick<ActParts, 'boards' | 'readiness' | 'log'>,
  asked: { readonly board: string; readonly file: string },
): Promise<AnswerTo<'beginImport'>> {
  const { boards } = parts;
  const { name } = boards.boardForPoints(asked.board);
  if (!boards.imports.list().some(({ board, file }) => board === name && file === asked.file)) {
    await closeWhatIsDue(parts, 'No import can start.');
  }
  const { hold, resumed } = await boards.closing.beginImport(name, asked.file);
  return { import: importAnswer(hold), resumed };
}

/** Finishes an import, so that periods it held open become final. @throws {Problem} not-found. */
export async function endImport(boards: LiveBoards, id: string): Promise<AnswerTo<'endImport'>> {
  const hold = boards.imports.list().find((known) => known.id === id);
  if (hold === undefined || !(await boards.imports.end(id))) throw noSuchImport(id);
  return importAnswer(hold);
}

function importAnswer({ id, board, file, startedAt, seenAt }: ImportHold): AnswerTo<'endImport'> {
  return { id, board, file, startedAt: timeText(startedAt), seenAt: timeText(seenAt) };
}

/** Restarts a finished import, for periods that are not final yet. */
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

export const IMPORT_UNDOS = {
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
