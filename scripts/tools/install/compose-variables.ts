/** `${NAME}`, with `:-` and a default, `:+` and a replacement, or `:?` and an error message. `$$` is a dollar. */
const VARIABLE = /\$(?:\$|\{(\w+)(?:(:[-+?])([^}]*))?\})/g;

/** A parsed Compose file with its variables replaced from `env`. @throws {Error} if a required one is missing. */
export function resolved(part: unknown, env: NodeJS.ProcessEnv): unknown {
  if (Array.isArray(part)) return part.map((one) => resolved(one, env));
  if (typeof part === 'object' && part !== null)
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolved(value, env)]));
  if (typeof part !== 'string') return part;
  return part.replaceAll(VARIABLE, (_, name: string | undefined, rule: string | undefined, then = '') => {
    if (name === undefined) return '$';
    const value = env[name] ?? '';
    if (rule === ':+') return value === '' ? '' : then;
    if (rule === ':?' && value === '') throw new Error(`${name} ${then}`);
    return value === '' && rule === ':-' ? then : value;
  });
}

/** The names of the variables used in a Compose file. */
export const variablesOf = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(VARIABLE)].flatMap(([, name]) => name ?? [])),
];
