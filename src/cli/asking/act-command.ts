// Commands of acts that follow from the table of endpoints: what the path needs are arguments, what the body has are options.
import { actFields, type ActField, hasPreview, pathVariables } from '../../contract/act-fields.ts';
import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from '../../contract/api.ts';
import type { Answer, Endpoint } from '../../contract/endpoint.ts';
import type { ApiPreview } from '../../contract/operation/previews.ts';
import { checked, type Command, type Operation, parsed, UsageError, withData } from './command.ts';
import { acted, PREVIEW_OPTIONS } from './previews.ts';

/** What the value of an option is called. */
const VALUES = { text: 'TEXT', number: 'N', moment: 'MOMENT' } as const;

/** The words of an act that is done by a command. */
interface SaidOf<Done> {
  /** Tells what was done to what was named first. */
  readonly done: (done: Done, how: string, name: string) => string;
  /** What else is said to whoever gives no reason. */
  readonly reasonRule?: string;
}

/** Does the act of an endpoint, or says what it would do. */
export async function actCommand<const Id extends EndpointId>(
  id: Id,
  args: readonly string[],
  operation: Operation,
  said: SaidOf<Exclude<Answer<(typeof ENDPOINTS)[Id]>, ApiPreview>>,
): Promise<boolean> {
  const endpoint: Endpoint = ENDPOINTS[id];
  const [variables, fields] = [pathVariables(endpoint), actFields(endpoint)];
  const options = Object.fromEntries(
    fields.map(({ name, kind }) => [optionOf(name), { type: kind === 'tick' ? ('boolean' as const) : ('string' as const) }]),
  );
  const { values, named } = parsed(args, variables.map(argumentOf), { ...options, ...(hasPreview(endpoint) && PREVIEW_OPTIONS) });
  const typed: Readonly<Record<string, string | boolean | undefined>> = values;
  const missing = fields.find(({ name, isRequired }) => isRequired && typed[optionOf(name)] === undefined);
  if (missing !== undefined)
    throw new UsageError(`${optionWords(missing)} is missing.${missing.name === 'reason' ? (said.reasonRule ?? '') : ''}`);
  const body = fields.flatMap(({ name, kind }) => {
    const value = typed[optionOf(name)];
    return value === undefined ? [] : [[name, kind === 'number' ? Number(value) : value]];
  });
  const asked = {
    ...Object.fromEntries(variables.map((name, i) => [name, named[i]])),
    ...(endpoint.body !== undefined && { body: checked(endpoint.body.safeParse(Object.fromEntries(body))) }),
  };
  return withData(operation, async (data) => {
    // Made of what the endpoint itself says that it takes.
    const how = { preview: typed['preview'] === true, since: typed['since'] as string | undefined };
    const done = await acted(operation, data, id, how, asked as never);
    if (done !== undefined) operation.say(said.done(done, data.how, named[0]!));
    return true;
  });
}

/** The command of an act that the program has no words of its own for. */
export function commandOfAct([noun, verb]: readonly (string | undefined)[]): Command | undefined {
  const found = WITH_COMMAND.find(({ form }) => form.command === `${noun} ${verb}`);
  if (found === undefined) return undefined;
  const done = (_: unknown, how: string, name: string) => `${found.form.done.replace('{}', `"${name}"`).replace(/\.$/, '')}, ${how}.`;
  return ([, ...args], operation) => actCommand(found.id, args, operation, { done });
}

/** Those acts, with what each command needs, for whoever asks for help. */
export function helpOfActs(): string {
  return WITH_COMMAND.map(({ form, summary, ...endpoint }) => {
    const options = actFields(endpoint).map((field) => (field.isRequired ? optionWords(field) : `[${optionWords(field)}]`));
    return `  ${[form.command, ...pathVariables(endpoint).map(argumentOf), ...options].join(' ')}\n${' '.repeat(41)}${summary}\n`;
  }).join('');
}

const WITH_COMMAND = ENDPOINT_IDS.flatMap((id) => {
  const endpoint: Endpoint = ENDPOINTS[id];
  return endpoint.form?.command === undefined ? [] : [{ ...endpoint, form: endpoint.form, id }];
});

/** What people call a variable of a path. */
function argumentOf(variable: string): string {
  if (variable === 'username') return 'NAME';
  return ['held', 'import', 'payout'].includes(variable) ? 'ID' : variable.toUpperCase();
}

function optionOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function optionWords({ name, kind, choices }: ActField): string {
  if (kind === 'tick') return `--${optionOf(name)}`;
  return `--${optionOf(name)} ${kind === 'choice' ? choices.join('|') : VALUES[kind]}`;
}
