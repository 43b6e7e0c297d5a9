// The product's language: texts that people read, and documents, avoid phrases that no native speaker would use. Strings are found by
// parsing, so that comments are not checked. Each rule is tested with violations.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

import { ROOT } from '../scripts/tools/child-process.ts';

interface Rule {
  readonly rule: string;
  readonly refused: RegExp;
  readonly violations: readonly string[];
  readonly allowed: readonly string[];
}

const RULES: readonly Rule[] = [
  {
    rule: 'Name the person: a player, an operator, a visitor',
    refused: /\b(?:whoever|whomever|whosever|by whom|to whom|for whom|somebody new|those (?:that|who) (?:are|were|have|had))\b/i,
    violations: ['Whoever opens this link joins.', 'Somebody new is a new player.', 'For those who are hidden.'],
    allowed: ['Anyone with this link can join.', 'Who leads?'],
  },
  {
    rule: 'Name the thing before you speak of it',
    refused: /\b(?:of which|of whom|like that\b(?! of)|such as one|what (?:came|becomes|became) of|comes? of (?:it|them)|is or was it)\b/i,
    violations: [
      'No delivery is like that.',
      'What became of the points',
      'A list, of which two are new.',
      'Such as one with a Cyrillic letter.',
    ],
    allowed: ['No matching deliveries.', 'Result', 'Points such as these.'],
  },
  {
    rule: 'A heading or a label is a noun; a sentence that begins so is a question',
    refused:
      /(?:^|[.!] )(?:What(?![’']s| if\b| this cannot\b)|Whose|Whom|Such as|Those|Of (?:which|the events|all|what|it)|Whatever|Left empty)\b(?![^.!]*\?)|(?:^|[.!] )(?:It|This) stays(?: so)?(?:, too)?\./,
    violations: ['What needs you', 'Whose game it is', 'Leave empty. It stays.', 'This stays, too.', 'Of the events behind a total'],
    allowed: ['What do players see?', 'What’s new', 'What this cannot do', 'It stays open for a day.', 'Leave it. What if it ended?'],
  },
  {
    rule: 'Use the field’s words: send, notify, receive, undo, rename, create, tied, prizes, permanently',
    refused:
      /(?<!you[’']ll be )\b(?:(?:is|are|was|were|been|being) told|told of|tells? (?:nobody|whoever)|(?:tak(?:e|es|en|ing)|took) (?:it |them |that |this |an? act |the act )?back\b|call(?:s|ed)? (?:\S+ ){0,2}otherwise|(?:is|are) made(?=[.,:;]|$)|for ever\b|anew\b|level (?:on|with)|than level|(?:can|to|could) be won|without a look|goes on\b(?! sale))/i,
    violations: [
      'A webhook is told of it.',
      'Take the act back',
      'The board is made.',
      'Call a player otherwise',
      'Erase for ever',
      'A period that goes on',
      'one more than level',
      'Nothing can be won.',
    ],
    allowed: ['If another operator already did, you’ll be told.', 'The server takes backups.', 'It is made of the title.', 'Log level'],
  },
  {
    rule: 'Say whose it is: yours, the server’s',
    refused:
      /\bone[’']s own\b|\b(?:nothing|nobody|anybody|everybody) (?:waits|needs|differs|knows|is told|goes)\b|\bas (?:it|they) (?:is|are) now\b/i,
    violations: ['End one’s own session', 'Nothing waits for you.', 'Nothing differs.', 'The board as it is now'],
    allowed: ['End your session', 'Nothing to review.', 'Nobody has played yet.'],
  },
  {
    rule: 'A date in a sentence is written for people, unless it shows a format',
    refused:
      /(?<!(?:for example|e\.g\.|must not be|not be before|Not before|--expires|--at|events? at|or|and|;) )(?<![\d(])\d{4}-\d\d-\d\d/,
    violations: ['The day from 2026-11-20 is closed.', 'Open again until 2026-11-20T18:00Z'],
    allowed: ['must be a day, for example 2026-11-20', 'Closed on Fri 20 Nov', 'events at 1970-01-01T00:00:00Z'],
  },
];

test.each(RULES)('$rule', ({ refused, violations, allowed }) => {
  expect(violations.filter((text) => !refused.test(text))).toEqual([]);
  expect(allowed.filter((text) => refused.test(text))).toEqual([]);
});

/** Texts of more than one word that are not written for people, or cannot change, with the reason. */
const UNREAD: ReadonlySet<string> = new Set([
  // Messages between the two threads of the store.
  'take back',
  'make anew',
  // Stored with the events of merges that were undone, and compared with those.
  'The merge of two players was taken back.',
]);

interface Said {
  readonly at: string;
  readonly text: string;
}

function faultsOf(said: readonly Said[], rules = RULES): readonly string[] {
  return said.flatMap(({ at, text }) =>
    rules.flatMap(({ rule, refused }) => {
      const [found] = refused.exec(text) ?? [];
      return found === undefined ? [] : [`${at}: "${found.trim()}" in ${JSON.stringify(text.slice(0, 160))} — ${rule}`];
    }),
  );
}

/** Comments and titles of tests use only some of the rules: engineers may say what they mean. */
const IN_COMMENTS: Rule = {
  rule: 'A comment or a title names its subject, in the field’s words',
  refused:
    /\b(?:whoever|whomever|whosever|somebody new|such as one (?:that|with)|what (?:came|comes|becomes|became) of|for ever|anew|(?:is|are|was|were|been) told|taken back)\b|(?:^|[.!] )(?:Those (?:that|who)|Of which|One that|That which|Who (?:is|was|are|were|has|had)|Such as)\b(?![^.!]*\?)/i,
  violations: ['Whoever makes one.', 'One that is not there any more is none', 'The server is told of it.', 'Kept for ever.'],
  allowed: ['The owner of each key', 'Who is ahead?', 'A period that one player leads'],
};

test('comments, and titles of tests', () => {
  expect(IN_COMMENTS.violations.filter((text) => !IN_COMMENTS.refused.test(text))).toEqual([]);
  expect(IN_COMMENTS.allowed.filter((text) => IN_COMMENTS.refused.test(text))).toEqual([]);
  const files = globSync('{src,tests,scripts,clients}/**/*.{ts,tsx,mjs}', { cwd: ROOT }).filter((file) => !file.endsWith('words.test.ts'));
  expect(files.length).toBeGreaterThan(1000);
  expect(files.flatMap((file) => faultsOf(remarksIn(file, readFileSync(join(ROOT, file), 'utf8')), [IN_COMMENTS]))).toEqual([]);
});

test('comments and titles are found, with the lines of a comment together', () => {
  const code = `
    /** Returns
     *  a board. */
    test.each([1])('a %i is', () => {});
    // One
    // two.
    it(name, () => run('a string', 'b')); // Three.`;
  expect(remarksIn('some.tsx', code).map(({ at, text }) => `${at} ${text}`)).toEqual([
    'some.tsx:2 Returns a board.',
    'some.tsx:5 One two.',
    'some.tsx:7 Three.',
    'some.tsx:4 a %i is',
  ]);
});

const SOURCES = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !/\.(?:test|suite)\.tsx?$/.test(file));

test('strings in the product', () => {
  expect(faultsOf(SOURCES.flatMap((file) => stringsIn(file, readFileSync(join(ROOT, file), 'utf8'))))).toEqual([]);
});

test('strings are found in literals, templates, sums and JSX, and not in comments, types or names of modules', () => {
  const code = `
    // whoever comments
    import x from 'whoever is imported';
    type T = 'whoever is typed';
    const a = 'whoever is ' + 'quoted', b = \`whoever is \${c ? 'whoever is nested' : ''} said\`;
    const d = <p title="whoever is titled">
      Whoever
      is shown
    </p>;`;
  expect(stringsIn('some.tsx', code).map(({ at, text }) => `${at} ${text}`)).toEqual([
    'some.tsx:5 whoever is quoted',
    'some.tsx:5 whoever is … said',
    'some.tsx:5 whoever is nested',
    'some.tsx:6 whoever is titled',
    'some.tsx:6 Whoever is shown',
  ]);
});

/** Attributes that people read or hear. */
const READ = new Set(['alt', 'aria-label', 'aria-valuetext', 'heading', 'label', 'lead', 'placeholder', 'title']);

/** Texts that are commands. */
const COMMANDS = new Set(['npx laurels operators invite']);

test('components import their texts from modules of words, where they can be read in one place and translated', () => {
  const components = globSync('src/web/**/*.tsx', { cwd: ROOT }).filter((file) => !file.endsWith('.test.tsx'));
  expect(components.flatMap((file) => wordsInElements(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});

test('texts in elements are found in text, attributes and expressions', () => {
  const code = `
    const label = (
      <p title="Titled" className="no words" data-kind="none">
        Written {count} <b>{open ? 'Hide it' : WORDS.show}</b>, ✕ {'·'} {\`Reset in \${left}\`}
      </p>
    );
    throw new Error('Nobody reads this.');`;
  expect(wordsInElements('some.tsx', code)).toEqual([
    'some.tsx:3 Titled',
    'some.tsx:4 Written',
    'some.tsx:4 Hide it',
    'some.tsx:4 Reset in …',
  ]);
});

const PAPERS = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT });

test.each(PAPERS)('%s', (file) => {
  expect(faultsOf(paragraphsIn(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});

test('paragraphs are found without code', () => {
  const text = 'A `whoever` here\nand there.\n\n```sh\nwhoever\n```\n\n- One [link](whoever.md).\n';
  expect(paragraphsIn('a.md', text).map(({ at, text: words }) => `${at} ${words}`)).toEqual([
    'a.md:1 A `` here and there.',
    'a.md:8 - One [link]().',
  ]);
});

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** The comments in a file, then the titles of its tests. */
function remarksIn(file: string, code: string): readonly Said[] {
  const { comments } = parseSync(file, code);
  const lineAt = (index: number) => code.slice(0, index).split('\n').length;
  const remarks: { at: number; end: number; text: string }[] = [];
  for (const { type, value, start, end } of comments) {
    const text = value
      .replaceAll(/(?:^|\n)\s*\*+\s/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const [at, last] = [lineAt(start), remarks.at(-1)];
    if (type === 'Line' && last?.end === at - 1 && /^\s*$/.test(code.slice(code.lastIndexOf('\n', start) + 1, start)))
      Object.assign(last, { end: at, text: `${last.text} ${text}` });
    else remarks.push({ at, end: type === 'Line' ? lineAt(end) : -1, text });
  }
  const titles = code.matchAll(/^\s*(?:test|it|describe)(?:\.\w+)*(?:\(.*?\))?\(\s*(['"`])(.*?)\1,/gm);
  return [
    ...remarks.map(({ at, text }) => ({ at: `${file}:${at}`, text })),
    ...Array.from(titles, ({ index, 2: text = '' }) => ({
      at: `${file}:${lineAt(index + /^\s*/.exec(code.slice(index))![0].length)}`,
      text,
    })),
  ];
}

/** The texts of more than one word in a file's code. "…" stands for anything between the parts of a text. */
function stringsIn(file: string, code: string): readonly Said[] {
  const said: Said[] = [];
  const add = (text: string, { start }: Node) => {
    const words = text.replaceAll(/\s+/g, ' ').trim();
    if (words.includes(' ') && !UNREAD.has(words) && !/^(?:CREATE|SELECT|INSERT|UPDATE|DELETE|WITH) /.test(words))
      said.push({ at: `${file}:${code.slice(0, start).split('\n').length + leadingLines(text)}`, text: words });
  };
  const leadingLines = (text: string) => /^\s*/.exec(text)![0].split('\n').length - 1 - (text.startsWith('\n') ? 1 : 0);

  /** The text of an expression, and its parts that are not text. */
  function textOf(node: Node): { readonly text: string; readonly others: readonly Node[] } | undefined {
    if (node.type === 'Literal') return typeof node['value'] === 'string' ? { text: node['value'], others: [] } : undefined;
    if (node.type === 'TemplateLiteral') {
      const quasis = node['quasis'] as readonly { readonly value: { readonly raw: string } }[];
      return { text: quasis.map(({ value }) => value.raw).join('…'), others: node['expressions'] as readonly Node[] };
    }
    if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return undefined;
    const [left, right] = [node['left'] as Node, node['right'] as Node];
    const [before, after] = [textOf(left), textOf(right)];
    if (before === undefined && after === undefined) return undefined;
    return {
      text: `${before?.text ?? '…'}${after?.text ?? '…'}`,
      others: [...(before?.others ?? [left]), ...(after?.others ?? [right])],
    };
  }

  function visit(node: Node): void {
    if (/^(?:Import|TS.*Type|TSTypeAliasDeclaration|TSInterfaceDeclaration)/.test(node.type) || node.type === 'ExportAllDeclaration')
      return;
    if (node.type === 'JSXText') return add(String(node['value']), node);
    const found = textOf(node);
    if (found !== undefined) {
      add(found.text, node);
      for (const other of found.others) visit(other);
      return;
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === 'key' && node['computed'] !== true) continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && 'type' in child && key !== 'regex') visit(child as Node);
    }
  }

  visit(parseSync(file, code).program as unknown as Node);
  return said;
}

/** The texts in a component: text, attributes that are read, and strings in its output. */
function wordsInElements(file: string, code: string): readonly string[] {
  const said: string[] = [];
  const add = (text: string, { start }: Node) => {
    const words = text.replaceAll(/\s+/g, ' ').trim();
    const at = start + /^\s*/.exec(text)![0].length;
    if (/\p{L}{2}/u.test(words) && !COMMANDS.has(words)) said.push(`${file}:${code.slice(0, at).split('\n').length} ${words}`);
  };
  /** `isShown`: whether a string here is shown. */
  function visit(node: Node, isShown: boolean): void {
    switch (node.type) {
      case 'JSXText':
        return add(String(node['value']), node);
      case 'JSXAttribute': {
        const { name } = node['name'] as { readonly name: string };
        const value = node['value'] as Node | null;
        return value === null ? undefined : visit(value, READ.has(name));
      }
      case 'Literal':
        return isShown && typeof node['value'] === 'string' ? add(node['value'], node) : undefined;
      case 'TemplateLiteral': {
        const quasis = node['quasis'] as readonly { readonly value: { readonly raw: string } }[];
        if (isShown) add(quasis.map(({ value }) => value.raw).join('…'), node);
        return;
      }
      // Compared values, function arguments and lookup keys are not shown.
      case 'JSXExpressionContainer':
        return visit(node['expression'] as Node, isShown);
      case 'ConditionalExpression':
        visit(node['test'] as Node, false);
        visit(node['consequent'] as Node, isShown);
        return visit(node['alternate'] as Node, isShown);
      case 'LogicalExpression':
        visit(node['left'] as Node, false);
        return visit(node['right'] as Node, isShown);
      case 'JSXElement':
      case 'JSXFragment':
        if (node['openingElement'] !== undefined) visit(node['openingElement'] as Node, false);
        for (const child of node['children'] as readonly Node[]) visit(child, true);
        return;
    }
    if (node.type.startsWith('TS')) return;
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node, false);
  }
  visit(parseSync(file, code).program as unknown as Node, false);
  return said;
}

/** The paragraphs of a document without code, comments and link targets. */
function paragraphsIn(file: string, text: string): readonly Said[] {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, '');
  const plain = text
    .replaceAll(/^```[\s\S]*?^```/gm, blank)
    .replaceAll(/<!--[\s\S]*?-->/g, blank)
    .replaceAll(/`[^`\n]*`/g, '``')
    .replaceAll(/\]\([^)]*\)/g, ']()');
  let line = 1;
  return plain.split(/(\n{2,}|\n(?=[-*|#] |\d+\. |\|))/).flatMap((part) => {
    const at = `${file}:${line}`;
    line += part.split('\n').length - 1;
    return part.trim() === '' ? [] : [{ at, text: part.replaceAll(/\s+/g, ' ').trim() }];
  });
}
