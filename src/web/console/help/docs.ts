// The documents in docs, as separate files that are loaded when somebody reads them or searches their headings.
import { blocksOf } from './markdown.ts';

const LOADERS = import.meta.glob<string>('../../../../docs/*.md', { query: '?raw', import: 'default' });

const nameOf = (path: string) => /([\w-]+)\.md$/.exec(path)![1]!;

/** The names of all documents. */
export const DOCS: readonly string[] = Object.keys(LOADERS).map(nameOf);

/** Loads the text of a document; `undefined` if there is no such document. */
export async function docText(name: string): Promise<string | undefined> {
  const [, load] = Object.entries(LOADERS).find(([path]) => nameOf(path) === name) ?? [];
  return load?.();
}

export interface Chapter {
  readonly title: string;
  /** The title of its document. */
  readonly of: string;
  /** "operating", or "operating#back-up". */
  readonly at: string;
}

/** The chapters of all documents. */
export async function allChapters(): Promise<readonly Chapter[]> {
  const docs = await Promise.all(DOCS.map(async (name) => ({ name, blocks: blocksOf((await docText(name))!) })));
  return docs.flatMap(({ name, blocks }) => {
    const headings = blocks.filter((block) => block.is === 'heading');
    const of = headings[0]?.text ?? name;
    return headings.map(({ text, anchor, level }) => ({ title: text, of, at: level === 1 ? name : `${name}#${anchor}` }));
  });
}
