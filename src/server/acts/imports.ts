import type { ApiBegunImport, ApiImport } from '../../contract/operation/operation-answers.ts';
import { timeText } from '../../contract/moment-text.ts';
import { closeOnce } from '../boards/closing.ts';
import type { ImportHold } from '../boards/revising/import-holds.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { Problem } from '../http/problem.ts';
import type { Log } from '../watching/log.ts';

/** The imports that are under way or were interrupted, oldest first. */
export function listedImports(boards: LiveBoards): readonly ApiImport[] {
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
  boards: LiveBoards,
  readiness: () => Promise<readonly string[]>,
  asked: { readonly board: string; readonly file: string },
  log: Log,
): Promise<ApiBegunImport> {
  const { name } = boards.boardForPoints(asked.board);
  if (!boards.imports.list().some(({ board, file }) => board === name && file === asked.file)) {
    const troubles = await readiness();
    if (troubles.length > 0) throw new Problem('unavailable', `No import can begin. ${troubles.join(' ')}`);
    await closeOnce(boards, log);
  }
  const { hold, resumed } = await boards.closing.beginImport(name, asked.file);
  return { import: importAnswer(hold), resumed };
}

/**
 * Ends an import: what it held open becomes final.
 * @throws {Problem} not-found for an id that no import has.
 */
export async function endImport(boards: LiveBoards, id: string): Promise<ApiImport> {
  const hold = boards.imports.list().find((known) => known.id === id);
  if (hold === undefined || !(await boards.imports.end(id)))
    throw new Problem('not-found', `There is no import "${id}".`, [{ field: 'import', rule: 'must be the id of an import' }]);
  return importAnswer(hold);
}

function importAnswer({ id, board, file, startedAt, seenAt }: ImportHold): ApiImport {
  return { id, board, file, startedAt: timeText(startedAt), seenAt: timeText(seenAt) };
}
