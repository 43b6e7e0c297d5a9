import type { Plugin } from 'vite';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
}

/**
 * Empties descriptions in the tables of endpoints and their schemas: only the server needs them, for the API description, and they would
 * double what a browser loads.
 */
export const WITHOUT_DESCRIPTIONS: Plugin = {
  name: 'without descriptions',
  apply: (_, { isSsrBuild }) => isSsrBuild !== true,
  transform: {
    filter: { id: /\/src\/contract\/(?:\w+\/)?[\w-]+\.ts$/ },
    handler(code) {
      return descriptionsIn(this.parse(code))
        .toReversed()
        .reduce((text, { start, end }) => `${text.slice(0, start)}''${text.slice(end)}`, code);
    },
  },
};

/** Node types of texts. A property of a schema may be called `description`, too. */
const TEXTS: readonly string[] = ['Literal', 'TemplateLiteral', 'BinaryExpression'];

/** Whether a node is a text, or the name of a constant text; schemas have names as well. */
const isText = ({ type, name = '' }: SyntaxNode) => TEXTS.includes(type) || /^[A-Z_]+$/.test(name);

/** The texts of all properties called `description`, in order. */
function descriptionsIn(node: unknown): readonly SyntaxNode[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, key, value } = node as { type?: unknown; key?: { name?: unknown }; value?: unknown };
  if (type === 'Property' && key?.name === 'description' && isText(value as SyntaxNode)) return [value as SyntaxNode];
  return Object.values(node).flatMap(descriptionsIn);
}
