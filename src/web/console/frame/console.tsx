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
import { LOADING } from '../parts/parts-words.ts';
import { RoomPage } from '../parts/room-page.tsx';
import { ConsoleFrame } from './console-frame.tsx';
import { CONSOLE_ROOMS } from './console-rooms.ts';
import { Door, Join } from './door.tsx';
import { FRAME } from './frame-words.ts';

/** How often a request is retried that got no answer; one that the server refused is not. */
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
            hydrateFallbackElement: <p>{LOADING}</p>,
          })),
          { path: '*', element: <NoRoom /> },
        ],
      },
    ],
    { basename: '/console' },
  );
}

/** The whole console; `ask` sends its API requests. */
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

/** A request that fails because the session is over leads to the sign-in page. */
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

function NoRoom() {
  return (
    <RoomPage {...FRAME.missing}>
      <p>
        <Link to="/">{FRAME.missing.home}</Link>
      </p>
    </RoomPage>
  );
}

/** A page that failed to load, mostly because a newer version of the server has other files. */
function RoomError() {
  const error = useRouteError();
  console.error(error);
  return (
    <RoomPage {...FRAME.broken}>
      <button type="button" className={control.primary} onClick={() => location.reload()}>
        {FRAME.broken.again}
      </button>
    </RoomPage>
  );
}
