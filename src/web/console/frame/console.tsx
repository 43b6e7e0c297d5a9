import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createBrowserRouter, useRouteError } from 'react-router';
import { RouterProvider } from 'react-router/dom';

import { ApiFailure } from '../../../contract/exchange.ts';
import type { SiteIdentity } from '../../../contract/site-identity.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { SiteIdentityContext } from '../../ui/site-identity.ts';
import { type Ask, AskContext } from '../asking/console-api.ts';
import { RoomPage } from '../parts/room-page.tsx';
import { ConsoleFrame } from './console-frame.tsx';
import { CONSOLE_ROOMS } from './console-rooms.ts';
import { Door, Join } from './door.tsx';

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

/** An address of the console with nothing at it. */
function NoRoom() {
  return (
    <RoomPage title="Nothing here" lead="The console has no page at this address.">
      <p>
        <Link to="/">Go to the overview</Link>
      </p>
    </RoomPage>
  );
}

/** A room that cannot be shown: mostly because a newer version of the server has other files. */
function RoomError() {
  const error = useRouteError();
  console.error(error);
  return (
    <RoomPage title="This page cannot be shown" lead="The server may have been updated. Nothing you did is lost.">
      <button type="button" className={control.primary} onClick={() => location.reload()}>
        Load it again
      </button>
    </RoomPage>
  );
}
