import { entrySchema } from '../../contract/audit-endpoints.ts';
import { UsageError } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';

/** `undo`: takes back the act of an entry of the audit log. */
export const undo = asking('undoAct', {
  args: ['NUMBER'],
  asked([typed]) {
    if (!entrySchema.safeParse(typed).success) throw new UsageError('NUMBER must be the number of an entry, as "audit" prints it.');
    return { entry: typed };
  },
  says: ({ entry: { act, number } }, { how }, [entry]) =>
    `Entry ${entry} is taken back, ${how}: ${act}. To take that back in turn: undo ${number}`,
});
