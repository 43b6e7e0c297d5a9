import fc from 'fast-check';
import { expect, test } from 'vitest';

import { mappedFile, mappingIn } from './mapping.ts';
import { UnreadableFile } from './points-rows.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const FIELDS = { id: '{id}', username: '{who}', points: '{score}' };

function rowsOf(text: string, mapping: object, name = 'export.csv') {
  return [...mappedFile(text, name, mappingIn(mapping), NOW, 'unset').rows];
}

test('columns, constants and templates map to the fields of an event', () => {
  const fields = {
    ...FIELDS,
    id: '{board}-{who}-{id}',
    at: '2026-01-01T00:00:00Z',
    activity: 'Season 3',
    display_name: '{name}',
    avatar: '{icon}',
  };
  expect(rowsOf('id,board,who,name,score,icon\n7,main,ada,"Ada, the first",12,🦊\n8,main,bob,,4,\n', { fields })).toEqual([
    {
      line: 2,
      event: {
        id: 'main-ada-7',
        username: 'ada',
        displayName: 'Ada, the first',
        points: 12,
        at: '2026-01-01T00:00:00Z',
        activity: 'Season 3',
        avatar: '🦊',
      },
    },
    { line: 3, event: { id: 'main-bob-8', username: 'bob', points: 4, at: '2026-01-01T00:00:00Z', activity: 'Season 3' } },
  ]);
});

test('JSON entries are found by a path, and their values by paths of names and positions', () => {
  const fields = { id: '{a.b}', username: '{player.name}', points: '{scores.1}' };
  const text = JSON.stringify({
    data: {
      entries: [
        { 'a.b': 1, player: { name: 'ada' }, scores: ['3', 5] },
        { a: { b: 2 }, player: null },
      ],
    },
  });
  expect(rowsOf(text, { rows: 'data.entries', fields }, 'x.JSON')).toEqual([
    { line: 1, event: { id: '1', username: 'ada', points: 5 } },
    { line: 2, fault: 'username (from {player.name}) is missing, points (from {scores.1}) is missing' },
  ]);
  expect(rowsOf('{"id":1,"who":"ada","score":2}\n7\n', { fields: FIELDS }, 'x.ndjson')).toEqual([
    { line: 1, event: { id: '1', username: 'ada', points: 2 } },
    { line: 2, fault: 'is not a JSON object' },
  ]);
});

test.each([
  ['seconds', '1767225600', '2026-01-01T00:00:00.000Z'],
  ['seconds', '1767225600.25', '2026-01-01T00:00:00.250Z'],
  ['milliseconds', '1767225600000', '2026-01-01T00:00:00.000Z'],
  ['iso', '2026-01-01T01:00:00+01:00', '2026-01-01T01:00:00+01:00'],
])('a time in %s: %s', (time, text, at) => {
  const fields = { ...FIELDS, at: '{at}' };
  expect(rowsOf(`id;who;score;at\na;ada;1;${text}\n`, { delimiter: ';', time, fields })).toEqual([
    { line: 2, event: { id: 'a', username: 'ada', points: 1, at } },
  ]);
});

test('points are scaled to whole numbers, and invalid ones are rejected with their line and column', () => {
  const text = 'id\tscore\twho\na\t93.2184\tada\nb\t-0.5\tada\nc\tten\tada\nd\t1e3\tada\ne\t\tada\n';
  expect(rowsOf(text, { delimiter: '\t', scale: 1000, fields: FIELDS })).toEqual([
    { line: 2, event: { id: 'a', username: 'ada', points: 93_218 } },
    { line: 3, event: { id: 'b', username: 'ada', points: -500 } },
    { line: 4, fault: 'points (from {score}) must be a whole number' },
    { line: 5, fault: 'points (from {score}) must be a whole number' },
    { line: 6, fault: 'points (from {score}) is missing' },
  ]);
});

test('only rows of the selected leaderboard are imported, and a duplicate id names both entries', () => {
  const text = JSON.stringify([
    { id: 1, who: 'ada', score: 1, board: 'a', hidden: false },
    { id: 1, who: 'ada', score: 2, board: 'b', hidden: false },
    { id: 1, who: 'ada', score: 3, board: 'a', hidden: true },
    { id: 1, who: 'ada', score: 4, board: 'a', hidden: false },
  ]);
  expect(rowsOf(text, { only: { board: 'a', hidden: 'false' }, fields: FIELDS }, 'x.json')).toEqual([
    { line: 1, event: { id: '1', username: 'ada', points: 1 } },
    { line: 4, fault: 'has the same id "1" as entry 1, but different content' },
  ]);
});

test.each([
  [{}, 'fields must be an object'],
  [[], 'the mapping must be an object'],
  [{ fields: { ...FIELDS, score: '{x}' } }, 'fields.score is not a known field'],
  [{ fields: { id: 'a', username: 'b' } }, 'fields.points must be text, such as "{score}"'],
  [{ fields: { ...FIELDS, points: 5 } }, 'fields.points must be text, such as "{score}"'],
  [{ fields: { ...FIELDS, id: '{id' } }, 'fields.id must have column names between braces, such as "{score}"'],
  [{ fields: FIELDS, scale: '1000' }, 'scale must be a number'],
  [{ fields: FIELDS, delimiter: ';;' }, 'delimiter must be "," or ";" or "\\t" or "|"'],
  [{ fields: FIELDS, time: 'unix' }, 'time must be "iso" or "seconds" or "milliseconds"'],
  [{ fields: FIELDS, columns: {} }, 'columns is not a known field'],
])('%j is not a valid mapping', (mapping, fault) => {
  expect(() => mappingIn(mapping)).toThrow(`is not a mapping: ${fault}. See docs/moving.md.`);
});

test.each([
  ['', 'x.csv', {}, 'is empty.'],
  ['id,who,points\na,ada,1\n', 'x.csv', {}, 'the column "score" is missing, but the mapping names it.'],
  ['id,who,score\na,ada,1\n', 'x.csv', { only: { board: 'a' } }, 'the column "board" is missing, but the mapping names it.'],
  ['[{"id":1,"who":"ada"}]', 'x.json', {}, 'has no "score" in any entry, but the mapping names it.'],
  ['{"entries":[]}', 'x.json', {}, 'is not an array of entries. "rows" in the mapping is its path, such as "data.entries".'],
  ['{"entries":[]}', 'x.json', { rows: 'data' }, 'has no array of entries at "data". "rows" in the mapping'],
  ['{"entries":[', 'x.json', {}, 'is not valid JSON.'],
  ['id,who,score\na,"ada,1\n', 'x.csv', {}, 'the line has an unclosed quote.'],
])('the whole file %j is rejected as %s', (text, name, more, message) => {
  const read = () => rowsOf(text, { fields: FIELDS, ...more }, name);
  expect(read).toThrow(UnreadableFile);
  expect(read).toThrow(message);
});

test('law: a file reads the same with any delimiter, and as JSON', () => {
  const word = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }).filter((text) => /^[^{}\s](?:.*\S)?$/.test(text));
  const rows = fc.array(fc.record({ who: word, score: fc.integer() }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(rows, fc.constantFrom(',', ';', '\t', '|'), (entries, delimiter) => {
      const numbered = entries.map((entry, i) => ({ id: i, ...entry }));
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const csv = numbered.map(({ id, who, score }) => `${id}${delimiter}${quoted(who)}${delimiter}${score}\n`).join('');
      const events = (read: ReturnType<typeof rowsOf>) => read.map((row) => ('fault' in row ? row.fault : row.event));
      const mapping = { delimiter, fields: FIELDS };
      const asJson = events(rowsOf(JSON.stringify(numbered), mapping, 'x.json'));
      expect(events(rowsOf(`id${delimiter}who${delimiter}score\n${csv}`, mapping))).toEqual(asJson);
      expect(asJson).toHaveLength(entries.length);
    }),
  );
});
