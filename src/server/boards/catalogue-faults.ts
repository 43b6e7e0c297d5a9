import * as z from 'zod/mini';

import { catalogueSchema } from '../../contract/catalogue.ts';
import { type Fault, faultsIn, MOST_FAULTS } from '../../contract/parts/schema-faults.ts';

/** The part of a catalogue that names boards, even if other parts are invalid. */
const namedBoards = z.object({ prizes: z.array(z.unknown()) });
const namedBoard = z.object({ board: z.string() });

/** Why `sent` is not a valid catalogue for these boards: at most `most` fields with the rule they break; empty if it is valid. */
export function catalogueFaults(sent: unknown, boards: readonly string[], most = MOST_FAULTS): readonly Fault[] {
  const parsed = catalogueSchema.safeParse(sent);
  const faults = parsed.success ? [] : faultsIn(catalogueSchema, sent, '', most);
  const known = new Set(faults.map(({ field }) => field));
  const unknownBoards = (namedBoards.safeParse(sent).data?.prizes ?? []).flatMap((rule, i): Fault[] => {
    const board = namedBoard.safeParse(rule).data?.board;
    const field = `prizes[${i}].board`;
    return board === undefined || boards.includes(board) || known.has(field) ? [] : [{ field, rule: 'must be the name of a board' }];
  });
  return [...faults, ...unknownBoards].slice(0, most);
}
