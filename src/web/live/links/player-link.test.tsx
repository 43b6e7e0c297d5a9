import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

import { DEFAULT_VIEW } from '../../../contract/view.ts';
import { ViewContext } from '../../address/view-context.ts';
import { PlayerLink } from './player-link.tsx';

function rendered(username: string, name: string): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <ViewContext value={{ view: DEFAULT_VIEW, chosen: DEFAULT_VIEW, typePlayer: () => {}, leavePlayer: () => {} }}>
        <PlayerLink username={username} name={name} kind="daily" />
      </ViewContext>
    </MemoryRouter>,
  );
}

test('a name links to its player', () => {
  expect(rendered('zoë', 'Zoë')).toMatch(/^<a [^>]*href="\/players\/zo%C3%AB[^>]*><bdi>Zoë<\/bdi><\/a>$/);
});

test('the name of a hidden player is not a link', () => {
  expect(rendered(' 2', 'Hidden player')).toBe('Hidden player');
});
