import { moveData, type MoveNews } from '../../../server/data/move-data.ts';
import { type DataPlace, placeText, settledPlace } from '../../../server/operation/data-place.ts';
import { BrokenRule, readDatabaseAddress } from '../../../server/store/postgres/database/database-address.ts';
import { type Command, fileCalled, type Operation, parsed, TEXT, UsageError } from '../../asking/command.ts';
import { grouped } from '../../words/count-of.ts';

/** `move --to`: copies everything to an empty place. */
export const move: Command = async (args, operation) => {
  const { place: from, say } = operation;
  const { to: text } = parsed(args, [], { to: TEXT }).values;
  if (text === undefined) throw new UsageError('--to is missing: the address of an empty database, or a new folder.');
  const to = targetOf(text, operation);
  if (placeText(to) === placeText(from)) throw new UsageError('--to is where the data already is.');
  say(`From ${placeText(from)} to ${placeText(to)}.`);
  await moveData(from, to, newsOn(operation));
  const setting = to.kind === 'folder' ? 'LAURELS_DATA' : 'LAURELS_DATABASE';
  return `Everything copied. Set ${setting} and start the server. The original is unchanged.`;
};

/** Prints the progress of copying rows. */
export function newsOn({ say, stdout }: Pick<Operation, 'say' | 'stdout'>): MoveNews {
  return {
    say,
    progress(table, done, all) {
      if (stdout.isTTY) stdout.write(`\r${table}: ${grouped(done)} of ${grouped(all)}${done < all ? '' : '\r\u001b[K'}`);
    },
  };
}

function targetOf(text: string, operation: Operation): DataPlace {
  if (!/^\w+:\/\//.test(text)) return settledPlace({ kind: 'folder', folder: fileCalled(text, operation) }, operation.cwd);
  try {
    return { kind: 'postgres', address: readDatabaseAddress(text) };
  } catch (error) {
    throw error instanceof BrokenRule ? new UsageError(`--to ${error.message}.`) : error;
  }
}
