import { parseArgs } from 'node:util';

import { type Command, FLAG, type Options, TEXT, UsageError } from './command.ts';

/** Options shared by all bulk commands, besides their filters. */
const OPTIONS = { reason: TEXT, note: TEXT, since: TEXT, preview: FLAG, yes: FLAG };

/** The positional arguments, and whether this is a bulk call: anything but exactly one item without filters. */
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
