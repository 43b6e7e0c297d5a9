// Commands generated from endpoints with a `command`: path variables become arguments, body fields become options.
import { type ActField, formedActs } from '../../contract/formed-acts.ts';
import { type Command, FLAG, TEXT, UsageError } from './command.ts';
import { asking } from './endpoint-command.ts';

/** Placeholders for option values. */
const VALUES = { text: 'TEXT', number: 'N', moment: 'MOMENT' } as const;

/** The generated command with this noun and verb, or `undefined`. */
export function commandOfAct([noun, verb]: readonly (string | undefined)[]): Command | undefined {
  const act = formedActs().find(({ words }) => words.name === `${noun} ${verb}`);
  if (act === undefined) return undefined;
  const { id, words, variables, fields } = act;
  const command = asking(id, {
    args: variables.map(argumentOf),
    options: Object.fromEntries(fields.map(({ name, kind }) => [optionOf(name), kind === 'tick' ? FLAG : TEXT])),
    asked(named, given: Readonly<Record<string, string | boolean | undefined>>) {
      const missing = fields.find(({ name, isRequired }) => isRequired && given[optionOf(name)] === undefined);
      if (missing !== undefined) throw new UsageError(`${optionWords(missing)} is missing.`);
      const said = fields.flatMap(({ name, kind }) => {
        const value = given[optionOf(name)];
        return value === undefined ? [] : [[name, kind === 'number' ? Number(value) : value]];
      });
      return { ...Object.fromEntries(variables.map((name, i) => [name, named[i]])), body: Object.fromEntries(said) } as never;
    },
    says: (_, { how }, [subject]) => `${words.done.replace('{}', () => `"${subject}"`)} Done ${how}.`,
  });
  return ([, ...args], operation) => command(args, operation);
}

/** Help lines for the generated commands. */
export function helpOfActs(): string {
  return formedActs()
    .map(({ summary, words: { name }, variables, fields, isPreviewed }) => {
      const options = fields.map((field) => (field.isRequired ? optionWords(field) : `[${optionWords(field)}]`));
      const preview = isPreviewed ? ['[--preview]', '[--since TOKEN]'] : [];
      return `  ${[name, ...variables.map(argumentOf), ...options, ...preview].join(' ')}\n${' '.repeat(41)}${summary}\n`;
    })
    .join('');
}

function argumentOf(variable: string): string {
  return variable === 'username' ? 'NAME' : variable.toUpperCase();
}

function optionOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function optionWords({ name, kind, choices }: ActField): string {
  if (kind === 'tick') return `--${optionOf(name)}`;
  return `--${optionOf(name)} ${kind === 'choice' ? choices.join('|') : VALUES[kind]}`;
}
