import { exportEverything } from '../../../server/data/archive/exporting.ts';
import { importEverything } from '../../../server/data/archive/importing.ts';
import { placeText } from '../../../server/operation/data-place.ts';
import { momentWords } from '../../../contract/parts/time-words.ts';
import { type Command, fileCalled, type Operation, parsed, UsageError } from '../../asking/command.ts';
import { countOf } from '../../words/count-of.ts';
import { newsOn } from './move.ts';

/** `export everything FILE`: one archive for people, programs and `import`. */
export const exportArchive: Command = async (args, operation) => {
  const [name] = parsed(args, ['FILE']).named;
  if (!/\.(?:tar\.gz|tgz)$/i.test(name)) throw new UsageError('FILE must end in .tar.gz or .tgz.');
  const { file, events, bytes } = await exportEverything(operation.place, fileCalled(name, operation), operation.clock());
  return `${file}: ${countOf(events, 'event')}, ${Math.ceil(bytes / 1024)} KiB. It has all names and webhook keys: keep it private. README.txt in it explains the files.`;
};

/** `import FILE.tar.gz`: everything, into an empty place. */
export async function importArchive(file: string, operation: Operation): Promise<string> {
  const { madeAt } = await importEverything(file, operation.place, newsOn(operation));
  return `Everything as of ${momentWords(madeAt)} is in ${placeText(operation.place)}. Start the server; everyone signs in again.`;
}
