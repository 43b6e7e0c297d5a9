import { entrySchema } from '../../contract/audit-endpoints.ts';
import { type Operation, parsed, UsageError, withData } from '../asking/command.ts';
import { acted, PREVIEW_OPTIONS } from '../asking/previews.ts';

/** `undo`: takes back the act of an entry of the audit log. */
export async function undo(args: readonly string[], operation: Operation): Promise<boolean> {
  const { values, named } = parsed(args, ['NUMBER'], PREVIEW_OPTIONS);
  if (!entrySchema.safeParse(named[0]).success) throw new UsageError('NUMBER must be the number of an entry, as "audit" prints it.');
  const number = Number(named[0]);
  return withData(operation, async (data) => {
    const undone = await acted(operation, data, 'undoAct', values, { entry: String(number) }, ({ act, before, after }) =>
      operation.say(`${act}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`),
    );
    if (undone === undefined) return true;
    const { entry } = undone;
    operation.say(`Entry ${number} is taken back, ${data.how}: ${entry.act}. To take that back in turn: undo ${entry.number}`);
    return true;
  });
}
