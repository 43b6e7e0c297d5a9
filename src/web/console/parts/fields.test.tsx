import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { ENDPOINTS } from '../../../contract/api.ts';
import { AskContext } from '../asking/console-api.ts';
import { FormContext } from './field.tsx';
import { BoardField, TickField } from './fields.tsx';

test('a checkbox with an error is invalid, and described by its hint and the error', () => {
  const html = renderToStaticMarkup(
    <FormContext value={{ faults: new Map([['visibility', 'cannot be changed']]) }}>
      <TickField name="visibility" label="Private" hint="Seen by nobody." />
    </FormContext>,
  );
  const [, hintId, faultId] = /aria-describedby="([^ "]+) ([^ "]+)"/.exec(html)!;
  expect(html).toContain('aria-invalid="true"');
  expect(html).toMatch(new RegExp(`<p id="${hintId}"[^>]*>Seen by nobody.</p>`));
  expect(html).toMatch(new RegExp(`<p id="${faultId}"[^>]*>Private cannot be changed</p>`));
});

test('up to a dozen boards are a select with groups, and more are a searchable list', () => {
  const shown = (count: number) => {
    const client = new QueryClient();
    const boards = Array.from({ length: count }, (_, i) => ({
      name: `b${i}`,
      title: `Board ${i}`,
      state: 'listed',
      group: i < 2 ? 'Cups' : null,
    }));
    client.setQueryData([ENDPOINTS.boards.path, {}], { answer: { boards }, etag: null });
    return renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <AskContext value={() => Promise.reject(new Error('All is known.'))}>
          <BoardField chosen="b3" />
        </AskContext>
      </QueryClientProvider>,
    );
  };
  expect(shown(12)).toContain('<optgroup label="Cups"><option value="b0">Board 0</option><option value="b1">Board 1</option></optgroup>');
  expect(shown(12)).not.toContain('combobox');
  expect(shown(13)).toMatch(/role="combobox"[^>]* value="Board 3"/);
  expect(shown(13)).toMatch(/<select name="board" hidden="">/);
});

test('without a board in the URL, the chosen one is selected', () => {
  const client = new QueryClient();
  const boards = ['main', 'relay'].map((name) => ({ name, title: name, state: 'listed' }));
  client.setQueryData([ENDPOINTS.boards.path, {}], { answer: { boards }, etag: null });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <AskContext value={() => Promise.reject(new Error('All is known.'))}>
        <FormContext value={{ faults: new Map(), kept: { board: '' } }}>
          <BoardField chosen="relay" />
        </FormContext>
      </AskContext>
    </QueryClientProvider>,
  );
  expect(html).toContain('<option value="relay" selected="">');
});
