import * as z from 'zod/mini';

import { catalogueSchema } from '../../contract/catalogue.ts';
import type { Fault } from '../http/problem.ts';
import { faultsOf, MOST_FAULTS } from '../http/schema-faults.ts';

/** As much of a catalogue as says which boards it names, whatever else is wrong with it. */
const namedBoards = z.object({ prizes: z.array(z.unknown()) });
const namedBoard = z.object({ board: z.string() });

/**
 * What keeps `sent` from being the catalogue of a server with these boards: each field and the rule it breaks,
 * at most `most`; none where it may.
 */
export function catalogueFaults(sent: unknown, boards: readonly string[], most = MOST_FAULTS): readonly Fault[] {
  const parsed = catalogueSchema.safeParse(sent);
  const faults = parsed.success ? [] : faultsOf(parsed.error, '', most);
  const known = new Set(faults.map(({ field }) => field));
  const unknownBoards = (namedBoards.safeParse(sent).data?.prizes ?? []).flatMap((rule, i): Fault[] => {
    const board = namedBoard.safeParse(rule).data?.board;
    const field = `prizes[${i}].board`;
    return board === undefined || boards.includes(board) || known.has(field) ? [] : [{ field, rule: 'must be the name of a board' }];
  });
  return [...faults, ...unknownBoards].slice(0, most);
}
