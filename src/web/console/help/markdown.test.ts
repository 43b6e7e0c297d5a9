import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { CONSOLE_ROOMS } from '../frame/console-rooms.ts';
import { allChapters, DOCS } from './docs.ts';
import { DOC_TITLES } from './help-words.ts';
import { blocksOf, inlinesOf } from './markdown.ts';

const FOLDER = join(import.meta.dirname, '../../../../docs');

test('a document is split into its blocks, without pictures', () => {
  const text = [
    '# Title',
    'Two lines',
    'of one paragraph.',
    '## A `heading`: here',
    '1. first',
    '   and more',
    '2. second',
    '',
    '| a | b |',
    '| --- | --- |',
    '| `x|y` | z |',
    '```sh',
    '# no heading',
    '```',
    '## Pictures',
    '![A picture](a.png)',
  ].join('\n');
  expect(blocksOf(text)).toEqual([
    { is: 'heading', level: 1, text: 'Title', anchor: 'title' },
    { is: 'paragraph', text: 'Two lines of one paragraph.' },
    { is: 'heading', level: 2, text: 'A heading: here', anchor: 'a-heading-here' },
    { is: 'list', isOrdered: true, items: ['first and more', 'second'] },
    {
      is: 'table',
      rows: [
        ['a', 'b'],
        ['`x|y`', 'z'],
      ],
    },
    { is: 'code', text: '# no heading' },
  ]);
});

test('code, links and emphasis are separated from the text around them', () => {
  expect(inlinesOf('Run `a *b*`, **now** or [later](x.md#y), *please*.')).toEqual([
    { is: 'text', text: 'Run ' },
    { is: 'code', text: 'a *b*' },
    { is: 'text', text: ', ' },
    { is: 'strong', text: 'now' },
    { is: 'text', text: ' or ' },
    { is: 'link', text: 'later', to: 'x.md#y' },
    { is: 'text', text: ', ' },
    { is: 'emphasis', text: 'please' },
    { is: 'text', text: '.' },
  ]);
});

test('every document is served, with all of its words', () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.md'));
  expect([...DOCS].toSorted()).toEqual(files.map((file) => file.replace('.md', '')).toSorted());
  for (const file of files) {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const shown = JSON.stringify(blocksOf(text));
    const words = text.replaceAll(/^.*!\[.*$|^<.*$|^```\w+$/gm, '').match(/\p{L}{5,}/gu) ?? [];
    expect(words.filter((word) => !shown.includes(word) && word !== 'Pictures' && word !== 'Light').map((word) => [file, word])).toEqual(
      [],
    );
  }
});

test('every page of the console links to an existing chapter', async () => {
  const chapters = new Set((await allChapters()).map(({ at }) => at));
  expect(CONSOLE_ROOMS.filter(({ help }) => !chapters.has(help))).toEqual([]);
});

test('every document is listed by its title', async () => {
  expect(DOC_TITLES).toEqual(Object.fromEntries((await allChapters()).map(({ at, of }) => [at.split('#')[0], of])));
});
