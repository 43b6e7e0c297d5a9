import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

import type { SiteIdentity } from '../../../contract/site-identity.ts';
import { ApiFailure } from '../../../contract/exchange.ts';
import { SiteIdentityContext } from '../../ui/site-identity.ts';
import { AskContext } from '../asking/ask-context.ts';
import type { Ask } from '../asking/console-api.ts';
import { ConsoleFrame } from './console-frame.tsx';
import { CONSOLE_ROOMS } from './console-rooms.ts';
import { Door } from './door.tsx';
import { Join } from './join.tsx';
import { NoRoom, RoomError } from './no-room.tsx';

/** How often a question is tried again whose answer got lost; what the server refuses is not asked twice. */
const TRIES = 2;

function createRouter() {
  return createBrowserRouter(
    [
      { path: '/join', element: <Join /> },
      {
        element: (
          <Door>
            <ConsoleFrame />
          </Door>
        ),
        children: [
          ...CONSOLE_ROOMS.map(({ path, load }) => ({
            path,
            lazy: load,
            errorElement: <RoomError />,
            hydrateFallbackElement: <p>Loading…</p>,
          })),
          { path: '*', element: <NoRoom /> },
        ],
      },
    ],
    { basename: '/console' },
  );
}

/** The console, whole: `ask` asks the server. */
export function Console({ ask, identity }: { readonly ask: Ask; readonly identity: SiteIdentity }) {
  const [router] = useState(createRouter);
  const [client] = useState(createClient);
  return (
    <SiteIdentityContext value={identity}>
      <AskContext value={ask}>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AskContext>
    </SiteIdentityContext>
  );
}

/** Whatever fails because nobody is signed in any more leads to the door. */
function createClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: (tries, error) => !(error instanceof ApiFailure) && tries < TRIES, staleTime: 5000 } },
  });
  const leadToDoor = (error: Error) => {
    if (error instanceof ApiFailure && error.status === 401) void client.invalidateQueries({ queryKey: ['/api/v1/session'], exact: false });
  };
  client.getQueryCache().config.onError = leadToDoor;
  client.getMutationCache().config.onError = leadToDoor;
  return client;
}
