import { type Command, commandsOf, parsed } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';
import { momentWords } from '../../contract/parts/time-words.ts';

export const imports: Command = commandsOf({
  list: asking('imports', {
    says: ({ imports }) =>
      imports.length === 0
        ? 'No imports are running.'
        : imports.map(
            ({ id, board, file, startedAt, seenAt }) =>
              `${id} ${board.padEnd(24)} started ${momentWords(startedAt)}, last active ${momentWords(seenAt)}: ${JSON.stringify(file)}`,
          ),
  }),
  async drop(args, { data }) {
    const [id] = parsed(args, ['ID']).named;
    const { ask, how } = await data();
    if (!(await ask('imports')).imports.some((known) => known.id === id))
      throw new Error(`There is no import ${JSON.stringify(id)}. See "laurels imports list".`);
    const { board, file } = await ask('endImport', { import: id });
    return `Import of ${JSON.stringify(file)} into "${board}" cancelled ${how}. Events already imported stay. Periods it held open become final.`;
  },
});
