// Parses the Markdown of our own documentation: headings, paragraphs, lists, tables and code. Not a general Markdown parser.

export type Block =
  | { readonly is: 'heading'; readonly level: number; readonly text: string; readonly anchor: string }
  | { readonly is: 'code'; readonly text: string }
  | { readonly is: 'list'; readonly isOrdered: boolean; readonly items: readonly string[] }
  | { readonly is: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly is: 'paragraph'; readonly text: string };

const FENCE = /^```/;
const HEADING = /^(#{1,6}) (.+)$/;
const ITEM = /^(?:[-*]|\d+\.) +(.*)$/;
const ROW = /^\|(.*)\|$/;
const RULE = /^[\s|:-]+$/;
/** A picture, or its HTML wrapper. */
const PICTURE = /!\[[^\]]*\]\([^)]*\)|^<.*>$/g;

/** The blocks of a document, without its pictures. */
export function blocksOf(document: string): readonly Block[] {
  const lines = document.split('\n');
  const blocks: Block[] = [];
  /** Takes lines from `at` on while they satisfy a condition. */
  const taken = (at: number, isPart: (line: string) => boolean) => {
    const end = lines.findIndex((line, i) => i >= at && !isPart(line));
    return lines.slice(at, end === -1 ? undefined : end);
  };
  for (let i = 0; i < lines.length;) {
    const line = lines[i]!.replaceAll(PICTURE, '').trimEnd();
    const [, hashes, title] = HEADING.exec(line) ?? [];
    let part = [line];
    if (FENCE.test(line)) {
      part = taken(i + 1, (each) => !FENCE.test(each));
      blocks.push({ is: 'code', text: part.join('\n') });
      i += 2;
    } else if (hashes !== undefined) blocks.push({ is: 'heading', level: hashes.length, text: plain(title!), anchor: anchorOf(title!) });
    else if (ROW.test(line)) {
      part = taken(i, (each) => ROW.test(each));
      const rows = part.filter((each) => !RULE.test(each)).map(cellsOf);
      if (!part.some((each) => each.includes('!['))) blocks.push({ is: 'table', rows });
    } else if (ITEM.test(line)) {
      part = taken(i, (each) => ITEM.test(each.trimStart()) || /^ +\S/.test(each));
      const items: string[] = [];
      for (const each of part) {
        const [, item] = ITEM.exec(each.trimStart()) ?? [];
        items.push(item ?? `${items.pop()} ${each.trim()}`);
      }
      blocks.push({ is: 'list', isOrdered: /^\d/.test(line), items });
    } else if (line.trim() !== '') {
      part = taken(i, (each) => each.trim() !== '' && ![FENCE, HEADING, ITEM, ROW].some((start) => start.test(each)));
      blocks.push({ is: 'paragraph', text: part.join(' ').replaceAll(PICTURE, '').trim() });
    }
    i += part.length;
  }
  return blocks.filter((block, i) => {
    if (block.is === 'paragraph') return block.text !== '';
    const next = blocks[i + 1];
    // A chapter that consists of pictures.
    return block.is !== 'heading' || (next !== undefined && !(next.is === 'heading' && next.level <= block.level));
  });
}

/** A heading's anchor, as on GitHub. */
function anchorOf(title: string): string {
  return plain(title)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function plain(text: string): string {
  return text.replaceAll(/[`*]/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** The cells of a table row; a bar inside code is part of its cell. */
function cellsOf(row: string): readonly string[] {
  return row
    .slice(1, row.lastIndexOf('|'))
    .split(/\|(?=(?:[^`]*`[^`]*`)*[^`]*$)/)
    .map((cell) => cell.trim());
}

export type Inline =
  | { readonly is: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly is: 'link'; readonly text: string; readonly to: string };

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)]+)\)/g;

/** A text split into code, links, emphasis and plain text. */
export function inlinesOf(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const { 0: whole, 1: code, 2: strong, 3: emphasis, 4: words, 5: to, index } of text.matchAll(INLINE)) {
    parts.push({ is: 'text', text: text.slice(end, index) });
    if (code !== undefined) parts.push({ is: 'code', text: code });
    else if (strong !== undefined) parts.push({ is: 'strong', text: strong });
    else if (emphasis !== undefined) parts.push({ is: 'emphasis', text: emphasis });
    else parts.push({ is: 'link', text: words!, to: to! });
    end = index + whole.length;
  }
  return [...parts, { is: 'text' as const, text: text.slice(end) }].filter(({ text: each }) => each !== '');
}
