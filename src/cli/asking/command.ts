import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

import type * as z from 'zod/mini';

import { faultsOf } from '../../contract/parts/schema-faults.ts';
import type { DataPlace } from '../../server/operation/data-place.ts';
import type { LiveSettings } from '../../server/operation/live-settings.ts';
import type { LiveData } from './live-data.ts';
import type { IfNone } from './own-api.ts';
import type { Screen } from '../words/progress.ts';
import type { Waiting } from './server-asking.ts';

/** Option kinds: a text, repeated texts, a flag. */
export const TEXT = { type: 'string' } as const;
export const TEXTS = { type: 'string', multiple: true } as const;
export const FLAG = { type: 'boolean' } as const;

export type Options = NonNullable<ParseArgsConfig['options']>;

/** The environment of the process, or of a test. */
export interface Io extends Waiting {
  readonly stdout: Screen;
  readonly stderr: Screen;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The absolute working directory. */
  readonly cwd: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** The context of a command. */
export interface Operation extends Io {
  /** Where the data is stored; folders are absolute. */
  readonly place: DataPlace;
  readonly settings: LiveSettings;
  /** Prints a line. */
  readonly say: (line: string) => void;
  /** Opens the data on first call, after the arguments were checked. `ifNone` defaults to `refuse`. */
  readonly data: (ifNone?: IfNone) => Promise<LiveData>;
}

/**
 * @returns lines to print, or whether it succeeded (on failure it has already printed why).
 * @throws {UsageError} for invalid arguments.
 * @throws {Error} with the reason of a failure.
 */
export type Command = (args: readonly string[], operation: Operation) => Promise<string | readonly string[] | boolean | void>;

/** A command with subcommands. */
export function commandsOf(commands: Readonly<Record<string, Command>>): Command {
  const byName = new Map(Object.entries(commands));
  return async ([name = '', ...args], operation) => {
    const command = byName.get(name);
    if (command === undefined) throw new UsageError(name === '' ? 'The command is incomplete.' : `Unknown subcommand "${name}".`);
    return command(args, operation);
  };
}

/** Invalid arguments. */
export class UsageError extends Error {
  /** Includes Node's own argument errors. */
  static is(error: unknown): boolean {
    return error instanceof UsageError || String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS_');
  }
}

/** Arguments by name; one whose name ends in `?` is optional. */
export type Named<Names extends readonly string[]> = {
  readonly [K in keyof Names]: Names[K] extends `${string}?` ? string | undefined : string;
};

/** Parses options and positional arguments. @throws {UsageError} or Node's own errors. */
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

/** Joins an option with a following negative number, which Node would take for another option. */
function withNumbers(args: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1) ?? '';
    if (/^-\d/.test(arg) && before.startsWith('--') && options[before.slice(2)]?.type === 'string') joined.push(`${joined.pop()}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

/** Parses `typed` with a schema. @throws {UsageError} listing every error. */
export function checked<Schema extends z.ZodMiniType>(schema: Schema, typed: unknown): z.infer<Schema> {
  const { data, error } = schema.safeParse(typed);
  if (error === undefined) return data;
  throw new UsageError(
    faultsOf(error)
      .map(({ field, rule }) => `${field} ${rule}`)
      .join('\n'),
  );
}

/** Parses a number, and leaves anything else for a schema to reject. */
export function numberIn(text: string | undefined): unknown {
  return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text ?? '') ? Number(text) : text;
}

/** Parses a choice; `what` names it in the error. @throws {UsageError} */
export function oneOf<const T extends string>(known: readonly T[], text: string, what: string): T {
  const found = known.find((one) => one === text);
  if (found === undefined) throw new UsageError(`${what} must be one of ${known.join(', ')}, not "${text}".`);
  return found;
}

/** Resolves a file name against the directory where the command was typed; npm may have changed the working directory. */
export function fileCalled(name: string, { cwd, env }: Io): string {
  return resolve(cwd, env['LAURELS_CALLED_FROM'] ?? '.', name);
}
