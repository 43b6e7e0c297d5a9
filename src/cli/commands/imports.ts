import { type Command, commandsOf, parsed } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';

export const imports: Command = commandsOf('Use "imports list" or "imports drop ID".', {
  list: asking('imports', {
    says: ({ imports }) =>
      imports.length === 0
        ? 'No import is under way.'
        : imports.map(
            ({ id, board, file, startedAt, seenAt }) =>
              `${id} ${board.padEnd(24)} began ${startedAt}, last seen ${seenAt}: ${JSON.stringify(file)}`,
          ),
  }),
  async drop(args, { data }) {
    const [id] = parsed(args, ['ID']).named;
    const { ask, how } = await data();
    if (!(await ask('imports')).imports.some((known) => known.id === id))
      throw new Error(`There is no import ${JSON.stringify(id)}. "laurels imports list" shows the imports.`);
    const { board, file } = await ask('endImport', { import: id });
    return `The import of ${JSON.stringify(file)} into "${board}" is dropped, ${how}. What it brought stays. The periods it held open become final.`;
  },
});
