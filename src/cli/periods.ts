import { ENDPOINTS } from '../contract/api.ts';
import { checked, type Operation, parsed, UsageError, withData } from './command.ts';
import { periodWords } from './words/period-words.ts';

/** `periods reopen`. */
export async function periods([action, ...args]: readonly string[], operation: Operation): Promise<boolean> {
  if (action !== 'reopen') throw new UsageError('Use "periods reopen BOARD KIND DATE --reason TEXT".');
  const { values, named } = parsed(args, ['BOARD', 'KIND', 'DATE'], { reason: { type: 'string' } });
  if (values.reason === undefined) throw new UsageError('--reason TEXT is missing. The text is kept.');
  const [board, period, date] = named;
  const asked = checked(ENDPOINTS.reopenPeriod.body.safeParse({ period, date, reason: values.reason }));
  return withData(operation, async (data) => {
    const { period: opened, from, finalAt } = await data.reopenPeriod(board, asked);
    operation.say(`Open again on "${board}", ${data.how}: ${periodWords({ kind: opened.kind, from })}.`);
    operation.say(`Its results become final at ${finalAt}, unless an import holds it open.`);
    return true;
  });
}
