import { entrySchema } from '../../contract/audit-endpoints.ts';
import { type Operation, parsed, UsageError, withData } from '../asking/command.ts';
import { doneIn, PREVIEW, PREVIEW_OPTIONS, previewIn, sayPreview } from '../asking/previews.ts';

/** `undo`: takes back the act of an entry of the audit log. */
export async function undo(args: readonly string[], operation: Operation): Promise<boolean> {
  const { values, named } = parsed(args, ['NUMBER'], PREVIEW_OPTIONS);
  if (!entrySchema.safeParse(named[0]).success) throw new UsageError('NUMBER must be the number of an entry, as "audit" prints it.');
  const number = Number(named[0]);
  return withData(operation, async (data) => {
    if (values.preview === true) {
      const preview = previewIn(await data.ask('undoAct', { entry: String(number), query: PREVIEW }));
      operation.say(`${preview.act}: ${JSON.stringify(preview.before)} -> ${JSON.stringify(preview.after)}`);
      sayPreview(operation, preview);
      return true;
    }
    const { entry } = doneIn(await data.ask('undoAct', { entry: String(number), query: { since: values.since } }));
    operation.say(`Entry ${number} is taken back, ${data.how}: ${entry.act}. To take that back in turn: undo ${entry.number}`);
    return true;
  });
}
