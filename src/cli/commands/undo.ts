import { entrySchema } from '../../contract/audit-endpoints.ts';
import { type Command, parsed, UsageError } from '../asking/command.ts';
import { doneOrPreviewed, PREVIEW_OPTIONS } from '../asking/previews.ts';

/** `undo`: takes back the act of an entry of the audit log. */
export const undo: Command = async (args, { data }) => {
  const { values, named } = parsed(args, ['NUMBER'], PREVIEW_OPTIONS);
  if (!entrySchema.safeParse(named[0]).success) throw new UsageError('NUMBER must be the number of an entry, as "audit" prints it.');
  const entry = String(Number(named[0]));
  const { ask, how } = await data();
  return doneOrPreviewed(
    values,
    (query) => ask('undoAct', { entry, query }),
    ({ entry: { act, number } }) => `Entry ${entry} is taken back, ${how}: ${act}. To take that back in turn: undo ${number}`,
  );
};
