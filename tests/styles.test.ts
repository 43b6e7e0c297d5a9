// Rules for every stylesheet of the site: sizes of type and controls are only in tokens.css, there are no colours, and a class is in a
// stylesheet exactly if a component uses it. Each rule is tested with a violation.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

import { COLOURS } from '../scripts/build/colours.ts';
import { ROOT } from '../scripts/tools/child-process.ts';

const WEB = join(ROOT, 'src/web');
const FILES = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).map((name) => join(WEB, name));
const read = (file: string) => readFileSync(file, 'utf8');

const SHEETS = FILES.filter((file) => file.endsWith('.css') && !/[\\/]styles[\\/]tokens\.css$/.test(file));
const MODULES = FILES.filter((file) => file.endsWith('.module.css'));
const COMPONENTS = FILES.filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'));

interface Rule {
  readonly rule: string;
  /** Forbidden patterns in declarations. */
  readonly refused: RegExp;
  readonly violations: readonly string[];
  readonly allowed: readonly string[];
}

const LENGTH = String.raw`\b\d*\.?\d+(?:px|r?em|pt|ex|ch|v\w{1,4}|cq\w{1,3})\b`;

const RULES: readonly Rule[] = [
  {
    rule: 'A size of type and its line height are steps of the scale: var(--text-…)',
    refused: new RegExp(String.raw`(?:^|[\s;{])(?:font|font-size|line-height):[^;}]*?${LENGTH}`),
    violations: [
      'a { font-size: 14px }',
      'a { font-size: clamp(1rem, 4vw, 2rem); }',
      'a { font: 600 14px/var(--x) var(--font); }',
      'a{line-height:1.5em}',
      'a { font-size:\n    .9em; }',
    ],
    allowed: [
      'a { font-size: var(--text-small); line-height: 0.8; }',
      'a { font: 800 calc(var(--size) * 0.42) / 1 var(--font); width: 14px; }',
    ],
  },
  {
    rule: 'The height of a control is a token: var(--touch)',
    refused: /(?:^|[\s;{])(?:min-)?(?:height|width|block-size|inline-size):\s*44px/,
    violations: ['a { min-height: 44px; }', 'a{width:44px}'],
    allowed: ['a { min-height: var(--touch); width: 440px; --x: 44px; }'],
  },
  {
    rule: 'A rounded corner is a token: var(--radius)',
    refused: /border-radius:\s*(?:\d*\.)?\d+px/,
    violations: ['a { border-radius: 2px; }'],
    allowed: ['a { border-radius: var(--radius); }', 'a { border-radius: 50%; }', 'a { border-radius: 0; }'],
  },
  {
    rule: 'A colour is a token',
    refused: /:[^;{}]*(?:#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\()/i,
    violations: ['a { color: #fff; }', 'a { background: light-dark(#e8f4bc, var(--fg)); }', 'a { box-shadow: 0 0 4px rgb(0 0 0 / 0.35); }'],
    allowed: ['a { color: var(--fg); }', '#root { display: flex; }'],
  },
];

/** A stylesheet's text without comments. */
function bare(css: string): string {
  return css.replaceAll(/\/\*.*?\*\//gs, '');
}

test.each(RULES)('$rule', ({ refused, violations, allowed }) => {
  for (const css of violations) expect(css).toMatch(refused);
  for (const css of allowed) expect(css).not.toMatch(refused);
  expect(SHEETS.length).toBeGreaterThan(20);
  expect(SHEETS.filter((file) => refused.test(bare(read(file)))).map((file) => file.slice(WEB.length + 1))).toEqual([]);
});

test('every token used exists, and every existing token is used', () => {
  const tokens = COLOURS + read(join(WEB, 'styles/tokens.css'));
  const styles = [tokens, ...SHEETS.map(read)].map(bare).join('\n');
  const code = FILES.filter((file) => /\.tsx?$/.test(file)).map(read);
  const used = new Set([...[styles, ...code].join('\n').matchAll(/(?:var\(|getPropertyValue\(')(--[\w-]+)'?\)/g)].map(([, name]) => name!));
  const declared = new Set([...styles.matchAll(/(--[\w-]+):/g)].map(([, name]) => name!));
  const given = new Set([...bare(tokens).matchAll(/(--[\w-]+):/g)].map(([, name]) => name!));
  expect([...used].filter((name) => !declared.has(name))).toEqual([]);
  expect([...given].filter((name) => !used.has(name))).toEqual([]);
});

/** The classes in a stylesheet and the classes that components use, by stylesheet; `any` if a component uses a computed class name. */
function classesOf(
  sheets: readonly { readonly file: string; readonly css: string }[],
  components: readonly { file: string; code: string }[],
) {
  const named = new Map(sheets.map(({ file }) => [file, new Set<string>()]));
  for (const { file, code } of components)
    for (const [, name, path] of code.matchAll(/^import (\w+) from '([^']+\.module\.css)';/gm)) {
      const sheet = resolve(dirname(file), path!);
      if (!named.has(sheet)) throw new Error(`${file} imports ${path}, which is not there`);
      for (const [, className = '*'] of code.replaceAll(/^import .*$/gm, '').matchAll(new RegExp(String.raw`\b${name}(?:\.(\w+)|\[)`, 'g')))
        named.get(sheet)!.add(className);
    }
  return sheets.flatMap(({ file, css }) => {
    const text = bare(css);
    const there = new Set([...text.matchAll(/\.([a-z]\w*)(?=[^{}]*\{)/gi)].map(([, name]) => name!));
    const composed = new Set([...text.matchAll(/composes: (\w+);/g)].map(([, name]) => name!));
    const wanted = named.get(file)!;
    return [
      ...[...wanted].filter((name) => name !== '*' && !there.has(name)).map((name) => `${file} has no .${name}`),
      ...[...there]
        .filter((name) => !wanted.has('*') && !wanted.has(name) && !composed.has(name))
        .map((name) => `${file} has .${name} for nobody`),
    ];
  });
}

test('a class is in its stylesheet exactly if a component uses it', () => {
  const file = join(WEB, 'a.module.css');
  const component = (code: string) => [{ file: join(WEB, 'a.tsx'), code: `import styles from './a.module.css';\n${code}` }];
  const sheet = [{ file, css: '/* .no */ .a:hover > .b { margin: 0.5px } @media print { .c { composes: a; } }' }];
  expect(classesOf(sheet, component('styles.a; styles.b; styles.c'))).toEqual([]);
  expect(classesOf(sheet, component('styles.a; styles.b; styles[x]'))).toEqual([]);
  expect(classesOf(sheet, component('styles.b; styles.c'))).toEqual([]);
  expect(classesOf(sheet, component('styles.a; styles.c'))).toEqual([`${file} has .b for nobody`]);
  expect(classesOf(sheet, component('styles.a; styles.b; styles.c; styles.d'))).toEqual([`${file} has no .d`]);
  expect(() => classesOf([], component(''))).toThrow('which is not there');

  expect(
    classesOf(
      MODULES.map((sheet) => ({ file: sheet, css: read(sheet) })),
      COMPONENTS.map((source) => ({ file: source, code: read(source) })),
    ),
  ).toEqual([]);
});
