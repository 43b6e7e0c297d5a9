import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Component, lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { useLocation } from 'react-router';

import { ApiFailure } from '../../../contract/exchange.ts';
import type { SiteIdentity } from '../../../contract/site-identity.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { fetchedCode } from '../../ui/floating/fetched-code.ts';
import { SiteIdentityContext } from '../../ui/site-identity.ts';
import { type Ask, AskContext } from '../asking/console-api.ts';
import { LOADING } from '../parts/parts-words.ts';
import { RoomPage } from '../parts/room-page.tsx';
import { ConsoleFrame } from './console-frame.tsx';
import { CONSOLE_ROOMS } from './console-rooms.ts';
import { Door, Join, SETUP_PATH } from './door.tsx';
import { FRAME } from './frame-words.ts';
import { GuardedRouter } from './guarded-router.tsx';

/** How often a request without a response is retried. Requests that the server rejected are not. */
const TRIES = 2;

const BASE = '/console';

/** The path of the page at a pathname of the console, which may have been typed by hand. */
function pathAt(pathname: string): string {
  return pathname.toLowerCase().replace(/\/+$/, '') || '/';
}

/** The pages by path. Their code is loaded when they are first shown; the current page's at once, before it is known who is signed in. */
const ROOMS: ReadonlyMap<string, ReactNode> = new Map(
  CONSOLE_ROOMS.map(({ path, load }) => {
    const first = path === pathAt(location.pathname.slice(BASE.length)) ? fetchedCode(load) : undefined;
    first?.catch(() => undefined);
    const Shown = lazy(async () => ({ default: (await (first ?? fetchedCode(load))).Component }));
    return [path, <Shown key={path} />];
  }),
);

/** The whole console; `ask` sends its API requests. */
export function Console({ ask, identity }: { readonly ask: Ask; readonly identity: SiteIdentity }) {
  const [client] = useState(createClient);
  return (
    <SiteIdentityContext value={identity}>
      <AskContext value={ask}>
        <QueryClientProvider client={client}>
          <GuardedRouter basename={BASE}>
            <Place />
          </GuardedRouter>
        </QueryClientProvider>
      </AskContext>
    </SiteIdentityContext>
  );
}

/** A request that fails because the session has ended leads to the sign-in page. */
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

const FirstRun = lazy(async () => ({ default: (await fetchedCode(() => import('./first-run.tsx'))).Component }));

/** The page of an invitation, that of a new site, or the console for signed-in people. */
function Place() {
  const path = pathAt(useLocation().pathname);
  if (path === SETUP_PATH)
    return (
      <Suspense>
        <FirstRun />
      </Suspense>
    );
  return path === '/join' ? (
    <Join />
  ) : (
    <Door>
      <ConsoleFrame>
        <RoomPlace />
      </ConsoleFrame>
    </Door>
  );
}

function Room() {
  return ROOMS.get(pathAt(useLocation().pathname)) ?? <NoRoom />;
}

const ROOM = <Room />;

/**
 * The outlet for pages. The router navigates in transitions, so the previous page stays until the next one's code is loaded. On first load
 * a deferred value is used rather than a fallback, which React would show for at least 300 ms.
 */
function RoomPlace() {
  const { key } = useLocation();
  const room = useDeferredValue(ROOM, <p>{LOADING}</p>);
  return (
    <Suspense>
      <RoomBoundary at={key}>{room}</RoomBoundary>
    </Suspense>
  );
}

interface BoundaryProps {
  /** Navigating elsewhere retries. */
  readonly at: string;
  readonly children: ReactNode;
}

/** Shown when a page failed to load, usually because a newer version of the server has different files. React logs the reason. */
class RoomBoundary extends Component<BoundaryProps, { readonly at: string; readonly hasFailed: boolean }> {
  override state = { at: this.props.at, hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  static getDerivedStateFromProps = ({ at }: BoundaryProps, last: { readonly at: string }) =>
    at === last.at ? null : { at, hasFailed: false };

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <RoomPage {...FRAME.broken}>
        <button type="button" className={control.primary} onClick={() => location.reload()}>
          {FRAME.broken.again}
        </button>
      </RoomPage>
    );
  }
}
