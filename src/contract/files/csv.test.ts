import fc from 'fast-check';
import { expect, test } from 'vitest';

import { CsvError, csvRecords } from './csv.ts';

const fieldsOf = (text: string) => [...csvRecords(text)].map(({ fields }) => fields);

test.each<[text: string, fields: string[][]]>([
  ['', []],
  ['a', [['a']]],
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['\ufeffa,b\n', [['a', 'b']]],
  ['a,,\n', [['a', '', '']]],
  ['"a,b","c""d","e\nf"\n', [['a,b', 'c"d', 'e\nf']]],
  ['"",a', [['', 'a']]],
  ['a\n\n\r\nb\n', [['a'], ['b']]],
  [' a , b ', [[' a ', ' b ']]],
])('%j', (text, fields) => expect(fieldsOf(text)).toEqual(fields));

test('line numbers are those an editor shows, even with line breaks in quotes', () => {
  expect([...csvRecords('a\n"b\nc\r\nd",e\n\nf')].map(({ line }) => line)).toEqual([1, 2, 6]);
});

test.each([
  ['a\nb"c', 2, 'a quote inside an unquoted field'],
  ['a\n\n"b\nc', 3, 'an unclosed quote'],
  ['"a"b', 1, 'text after a closing quote'],
  ['"a\n"b', 2, 'text after a closing quote'],
  ['a\rb\n', 1, 'a carriage return without a line feed'],
])('%j is rejected with its line', (text, line, why) => {
  expect(() => fieldsOf(text)).toThrow(CsvError);
  expect(() => fieldsOf(text)).toThrow(expect.objectContaining({ line, message: expect.stringContaining(why) as string }) as Error);
});

test('records written by the rules survive a round trip', () => {
  const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 }), { maxLength: 10 }),
      fc.constantFrom('\n', '\r\n'),
      (rows, end) => {
        const text = rows.map((row) => row.map((field) => (/[",\r\n\ufeff]/.test(field) ? quoted(field) : field)).join(',') + end).join('');
        expect(fieldsOf(text)).toEqual(rows);
      },
    ),
    { numRuns: 1000 },
  );
});
