import { type Operation, parsed, UsageError, withData } from '../asking/command.ts';

/** `imports list` and `imports drop`. */
export async function imports([action, ...args]: readonly string[], operation: Operation): Promise<boolean> {
  const { say } = operation;
  if (action === 'list') {
    parsed(args, []);
    return withData(operation, async (data) => {
      const { imports: all } = await data.ask('imports');
      for (const { id, board, file, startedAt, seenAt } of all)
        say(`${id} ${board.padEnd(24)} began ${startedAt}, last seen ${seenAt}: ${JSON.stringify(file)}`);
      if (all.length === 0) say('No import is under way.');
      return true;
    });
  }
  if (action !== 'drop') throw new UsageError('Use "imports list" or "imports drop ID".');
  const [id] = parsed(args, ['ID']).named;
  return withData(operation, async (data) => {
    if (!(await data.ask('imports')).imports.some((known) => known.id === id))
      throw new Error(`There is no import ${JSON.stringify(id)}. "laurels imports list" shows the imports.`);
    const { board, file } = await data.ask('endImport', { import: id });
    say(
      `The import of ${JSON.stringify(file)} into "${board}" is dropped, ${data.how}. What it brought stays. The periods it held open become final.`,
    );
    return true;
  });
}
