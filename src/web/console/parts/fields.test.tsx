import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { ENDPOINTS } from '../../../contract/api.ts';
import { AskContext } from '../asking/console-api.ts';
import { BoardField, FormContext, TickField } from './fields.tsx';

test('a tick says what is wrong with it, and is described by that', () => {
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

test('where the address names no board, the chosen one is shown', () => {
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
