import { parseArgs } from 'node:util';

import { type Command, FLAG, type Options, TEXT, UsageError } from './command.ts';

/** The options of every command for many items, besides its filters. */
const OPTIONS = { reason: TEXT, note: TEXT, since: TEXT, preview: FLAG, yes: FLAG };

/** The typed arguments without options, and whether they are for more than the one item that a command without filters names. */
export function itemsIn(args: readonly string[], filters: Options): { readonly items: readonly string[]; readonly areMany: boolean } {
  const { positionals: items, values } = parseArgs({
    args: [...args],
    options: { ...filters, ...OPTIONS },
    allowPositionals: true,
    strict: false,
  });
  return { items, areMany: items.length !== 1 || Object.keys(filters).some((filter) => values[filter] !== undefined) };
}

/** A command that only previews unless `--yes` or a preview's token confirms it. */
export function confirmed(command: Command): Command {
  const confirms = (arg: string) => arg === '--yes' || /^--(?:since|preview)\b/.test(arg);
  return (args, operation) => command(args.some(confirms) ? args : [...args, '--preview'], operation);
}

/** The selection of ids, or of filters. @throws {UsageError} for neither or both. */
export function selectionIn<Match extends object>(
  ids: readonly string[],
  match: Match,
): { readonly ids: readonly string[] } | { readonly match: Match } {
  const filters = Object.keys(match).map((filter) => `--${filter}`);
  const isFiltered = Object.values(match).some((value) => value !== undefined);
  if (isFiltered === ids.length > 0) throw new UsageError(`Give IDs or filters, not both. Filters: ${filters.join(', ')}.`);
  return isFiltered ? { match } : { ids };
}
