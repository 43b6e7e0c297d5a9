import type { Plugin } from 'vite';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Empties the descriptions in the tables of endpoints: the server makes the description of the API from them, and a browser, which only
 * calls the endpoints, would load as much text as code.
 */
export const WITHOUT_DESCRIPTIONS: Plugin = {
  name: 'without descriptions',
  apply: (_, { isSsrBuild }) => isSsrBuild !== true,
  transform: {
    filter: { id: /\/src\/contract\/(?:\w+\/)?[\w-]*endpoints\.ts$/ },
    handler(code) {
      return descriptionsIn(this.parse(code))
        .toReversed()
        .reduce((text, { start, end }) => `${text.slice(0, start)}''${text.slice(end)}`, code);
    },
  },
};

/** The values of all properties called `description`, in their order. */
function descriptionsIn(node: unknown): readonly SyntaxNode[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, key, value } = node as { type?: unknown; key?: { name?: unknown }; value?: unknown };
  if (type === 'Property' && key?.name === 'description') return [value as SyntaxNode];
  return Object.values(node).flatMap(descriptionsIn);
}
