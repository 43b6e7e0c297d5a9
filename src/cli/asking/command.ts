import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

import type * as z from 'zod/mini';

import { faultsOf } from '../../server/http/schema-faults.ts';
import type { DataPlace } from '../../server/operation/data-place.ts';
import type { LiveSettings } from '../../server/operation/live-settings.ts';
import type { LiveData } from './live-data.ts';
import type { IfNone } from './own-api.ts';
import type { Waiting } from './server-asking.ts';

/** Kinds of options: one text, several texts, and whether it is given. */
export const TEXT = { type: 'string' } as const;
export const TEXTS = { type: 'string', multiple: true } as const;
export const FLAG = { type: 'boolean' } as const;

/** The options of a command by their names. */
export type Options = NonNullable<ParseArgsConfig['options']>;

/** What the program has around it; a process is one. */
export interface Io extends Waiting {
  readonly stdout: { readonly isTTY?: boolean; write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder it runs in, absolute. */
  readonly cwd: string;
  /** The time in epoch milliseconds. */
  readonly clock: () => number;
}

/** What a command works with. */
export interface Operation extends Io {
  /** Where the data is; a folder is absolute. */
  readonly place: DataPlace;
  readonly settings: LiveSettings;
  /** Prints a line. */
  readonly say: (line: string) => void;
  /** The data, opened by the first call: what is typed is checked before. `ifNone` is `refuse` unless given. */
  readonly data: (ifNone?: IfNone) => Promise<LiveData>;
}

/**
 * @returns a line or several that are still to be printed; or whether it is done: if not, it has said why.
 * @throws {UsageError} if it is not a command.
 * @throws {Error} saying why it could not be done.
 */
export type Command = (args: readonly string[], operation: Operation) => Promise<string | readonly string[] | boolean | void>;

/** The commands that begin with the same word, by the next one. `usage` is said of any other. */
export function commandsOf(usage: string, commands: Readonly<Record<string, Command>>): Command {
  const byName = new Map(Object.entries(commands));
  return async ([name = '', ...args], operation) => {
    const command = byName.get(name);
    if (command === undefined) throw new UsageError(usage);
    return command(args, operation);
  };
}

/** Not a command: the message says why. */
export class UsageError extends Error {
  /** Those that Node finds in the arguments count too. */
  static is(error: unknown): boolean {
    return error instanceof UsageError || String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS_');
  }
}

/** Arguments by their names; one whose name ends in `?` may be missing. */
export type Named<Names extends readonly string[]> = {
  readonly [K in keyof Names]: Names[K] extends `${string}?` ? string | undefined : string;
};

/** Reads options and as many arguments as there are `names`. @throws {UsageError} or Node's own, if there are others. */
export function parsed<const T extends Options, const N extends readonly string[]>(
  args: readonly string[],
  names: N,
  options: T = {} as T,
) {
  const { values, positionals } = parseArgs({ args: withNumbers(args, options), options, allowPositionals: true, strict: true });
  const missing = names[positionals.length];
  if (missing?.endsWith('?') === false) throw new UsageError(`${missing} is missing.`);
  if (positionals.length > names.length) throw new UsageError(`Unexpected argument "${positionals[names.length]}".`);
  return { values, named: positionals as unknown as Named<N> };
}

/** Joins an option and the negative number after it, which Node takes for another option: its own rule says more of it. */
function withNumbers(args: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1) ?? '';
    if (/^-\d/.test(arg) && before.startsWith('--') && options[before.slice(2)]?.type === 'string') joined.push(`${joined.pop()}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

/** What a schema makes of what was typed. @throws {UsageError} naming every fault. */
export function checked<Schema extends z.ZodMiniType>(schema: Schema, typed: unknown): z.infer<Schema> {
  const { data, error } = schema.safeParse(typed);
  if (error === undefined) return data;
  throw new UsageError(
    faultsOf(error)
      .map(({ field, rule }) => `${field} ${rule}`)
      .join('\n'),
  );
}

/** The one of some words that was typed as `what`. @throws {UsageError} for any other. */
export function oneOf<const T extends string>(known: readonly T[], text: string, what: string): T {
  const found = known.find((one) => one === text);
  if (found === undefined) throw new UsageError(`${what} must be one of ${known.join(', ')}; it is "${text}".`);
  return found;
}

/** A file as it was typed, from where it was typed, which npm may have left. */
export function fileCalled(name: string, { cwd, env }: Io): string {
  return resolve(cwd, env['LAURELS_CALLED_FROM'] ?? '.', name);
}
