import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { FormContext, TickField } from './fields.tsx';

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
