import { expect, test } from 'vitest';

import { csvRecords } from '../../../contract/files/csv.ts';
import { csvColumns, csvRow, mostRows } from './export-csv.ts';

test('the columns of a list are the fields of its rows in the API, including nested optional ones', () => {
  const { list, columns } = csvColumns('events');
  expect(list).toBe('events');
  expect(columns).toEqual(expect.arrayContaining(['id', 'at', 'player.username', 'points', 'counted', 'voided.at', 'voided.reason']));
  expect(columns).not.toContain('voided');
  expect(csvColumns('audit')).toMatchObject({ list: 'entries' });
  expect(csvColumns('audit').columns).toEqual(expect.arrayContaining(['number', 'by.name', 'before', 'after', 'undo.state', 'undo.why']));
});

test('a row has its values in column order, and names are never formulas', () => {
  const row = {
    id: 'e,1',
    player: { username: '=HYPERLINK("x")' },
    points: -5,
    counted: ['daily', 'weekly'],
    voided: null,
    more: { a: 1 },
  };
  const line = csvRow(row, ['id', 'player.username', 'points', 'counted', 'voided.reason', 'more']);
  expect([...csvRecords(line)].map(({ fields }) => fields)).toEqual([['e,1', `'=HYPERLINK("x")`, '-5', 'daily; weekly', '', '{"a":1}']]);
});

test('pages are as large as the endpoint allows', () => {
  expect([mostRows('events'), mostRows('held'), mostRows('webhooks')]).toEqual([200, 500, undefined]);
});
