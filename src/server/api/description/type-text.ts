import { escaped } from '../../http/bodies/html-text.ts';

type Schema = Readonly<Record<string, unknown>>;

/** A JSON Schema as HTML in the notation of TypeScript, with links to the schemas it refers to. An object has a line for each field. */
export function typeText(schema: Schema, indent = ''): string {
  const { $ref, type, enum: choices, anyOf, oneOf, items, prefixItems, properties } = schema;
  const listed = (of: unknown) => (of as readonly Schema[]).map((each) => typeText(each, indent));
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1)!;
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if ('const' in schema) return escaped(JSON.stringify(schema['const']));
  if (Array.isArray(choices)) return choices.map((choice) => escaped(JSON.stringify(choice))).join(' | ');
  if (Array.isArray(anyOf ?? oneOf)) return listed(anyOf ?? oneOf).join(' | ');
  if (Array.isArray(prefixItems)) return `[${listed(prefixItems).join(', ')}]`;
  if (type === 'array') {
    const of = (items ?? {}) as Schema;
    const item = typeText(of, indent);
    const hasSeveralWords = !('$ref' in of) && !('properties' in of) && item.includes(' ');
    return `${hasSeveralWords ? `(${item})` : item}[]`;
  }
  if (properties !== undefined) return objectText(schema, indent);
  return escaped(Array.isArray(type) ? type.join(' | ') : plainText(schema));
}

function objectText({ properties, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, schema]) => {
    const said = typeof schema['description'] === 'string' ? ` // ${escaped(schema['description'])}` : '';
    return `${inner}${escaped(name)}${(required as readonly string[]).includes(name) ? '' : '?'}: ${typeText(schema, inner)}${said}`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

/** The type of a text, a number or anything, with its bounds. */
function plainText({ type = 'any', format, pattern, minimum, maximum, minLength, maxLength }: Schema): string {
  const least = [minimum, minLength].find((bound) => bound !== undefined && bound !== Number.MIN_SAFE_INTEGER);
  const most = [maximum, maxLength].find((bound) => bound !== undefined && bound !== Number.MAX_SAFE_INTEGER);
  const bounds =
    least === undefined
      ? `at most ${Number(most)}`
      : most === undefined
        ? `at least ${Number(least)}`
        : `${Number(least)} to ${Number(most)}`;
  return [
    format ?? type,
    ...(least === undefined && most === undefined ? [] : ['of', bounds]),
    ...(minLength === undefined && maxLength === undefined ? [] : [bounds.endsWith(' 1') ? 'character' : 'characters']),
    ...(typeof pattern === 'string' ? [`/${pattern}/`] : []),
  ].join(' ');
}
