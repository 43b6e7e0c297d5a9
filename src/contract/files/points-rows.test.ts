import { expect, test } from 'vitest';

import { COLUMNS, decodedFile, pointsFile, UnreadableFile } from './points-rows.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const bytes = (text: string) => new TextEncoder().encode(text);
const rowsOf = (text: string, name = 'points.csv') => [...pointsFile(decodedFile(bytes(text)), name, NOW, 'unset').rows];

test('parses a byte order mark, CRLF, quotes and empty fields', () => {
  const text = '\ufeffid,username,points,activity\r\n"a,1",ada,5,"said ""hi""\r\ntwice"\r\n\r\nb,bob,-3,\r\n';
  const [broken, bob] = rowsOf(text);
  expect(broken).toEqual({ line: 2, fault: expect.stringMatching(/^activity /) as string });
  expect(bob).toEqual({ line: 5, event: { id: 'b', username: 'bob', points: -3 } });
});

test('each invalid row has its line and its rule, and valid rows are kept', () => {
  const text = 'id,at,username,points\na,1970-01-01T00:00:00Z,ada,1\nb,,ada,1.5\nc,,,1\nd,,ada\ne,2027-01-01T00:00:00Z,ada,1\nf,,ada,7\n';
  expect(rowsOf(text)).toEqual([
    { line: 2, fault: expect.stringContaining('at must not be 1970') as string },
    { line: 3, fault: expect.stringContaining('points must be a whole number') as string },
    { line: 4, fault: 'username is missing' },
    { line: 5, fault: 'has 3 fields, but the first line names 4 columns' },
    { line: 6, fault: expect.stringContaining('at must be at most 5 minutes ahead') as string },
    { line: 7, event: { id: 'f', username: 'ada', points: 7 } },
  ]);
});

test('an id may appear twice if its rows have the same content', () => {
  const text = 'id,username,points,at\na,ada,1,2026-01-01T00:00:00Z\na,ada,1,2026-01-01T01:00:00+01:00\na,ada,2,\n';
  expect(rowsOf(text).map((row) => ('fault' in row ? row.fault : row.event.points))).toEqual([
    1,
    1,
    'has the same id "a" as line 2, but different content',
  ]);
});

test('each line of a JSON Lines file is an event of the API', () => {
  expect(rowsOf('{"id":"a","username":"ada","points":1}\n\nnothing\n{"id":"b"}', 'points.JSONL')).toEqual([
    { line: 1, event: { id: 'a', username: 'ada', points: 1 } },
    { line: 3, fault: 'is not a JSON object' },
    { line: 4, fault: 'username is missing, points is missing' },
  ]);
});

test.each([
  ['', undefined, 'is empty.'],
  ['id,username,score\n', 1, `unknown column "score". The columns are ${COLUMNS.join(', ')}`],
  ['id,id,username,points\n', 1, 'the column "id" appears twice.'],
  ['id,username\n', 1, 'the column "points" is missing.'],
  ['id,username,points\na,ada,1\nb,"ada,1\n', 3, 'the line has an unclosed quote.'],
])('the whole file %j is rejected', (text, line, message) => {
  expect(() => rowsOf(text)).toThrow(UnreadableFile);
  expect(() => rowsOf(text)).toThrow(expect.objectContaining({ line, message: expect.stringContaining(message) as string }) as Error);
});

test('a file that is not UTF-8 is rejected with its first invalid line', () => {
  const latin1 = Uint8Array.from('id,username,points\na,ada,1\nb,Andr\xe9,1\n', (letter) => letter.charCodeAt(0));
  expect(() => decodedFile(latin1)).toThrow(expect.objectContaining({ line: 3 }) as Error);
});
