import { lazy, useEffect, useState, type ComponentType } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';

import { Link } from '../address/link.tsx';
import control from '../ui/control.module.css';
import { DocumentHead, ERROR_HEAD } from './document-head.tsx';
import { insteadOf, notFound } from './instead.ts';
import styles from './instead.module.css';
import { NOTHING_LOST, NOT_LOADED, NO_CONNECTION, OPENS_AGAIN, RETURN_HOME, TRY_AGAIN, UNEXPECTED } from './site-words.ts';

const NotFound = lazy(() => notFound().then(({ Component }) => ({ default: Component as ComponentType })));

/** Shown inside the frame in place of a page that was not found or failed. */
export function RouteError() {
  const error = useRouteError();
  const instead = insteadOf(error);
  if (instead !== undefined) {
    const { what, page } = instead;
    return (
      <>
        <page.Component what={what as never} />
        <DocumentHead head={page.head(what as never)} />
      </>
    );
  }
  // A path with a line break matches no route, not even the catch-all.
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <Unexpected error={error} />;
}

/** The cause goes to the console; visitors only see it if they are offline. */
function Unexpected({ error }: { readonly error: unknown }) {
  useEffect(() => console.error(error), [error]);
  const [isOffline] = useState(() => !navigator.onLine);
  if (isOffline) return <Offline />;
  return (
    <div className={`stack ${styles.page}`}>
      <h1 className={`condensed ${styles.heading}`}>{UNEXPECTED}</h1>
      <p>{NOTHING_LOST}</p>
      <p className={`cluster ${styles.ways}`}>
        <button type="button" className={control.primary} onClick={() => location.reload()}>
          {TRY_AGAIN}
        </button>
        <Link to="/" className={control.link}>
          {RETURN_HOME}
        </Link>
      </p>
      <DocumentHead head={ERROR_HEAD} />
    </div>
  );
}

function Offline() {
  useEffect(() => {
    const again = () => location.reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  return (
    <div className={`stack ${styles.page}`}>
      <h1 className={`condensed ${styles.heading}`}>{NO_CONNECTION}</h1>
      <p role="status">{OPENS_AGAIN}</p>
      <DocumentHead head={{ title: NO_CONNECTION, description: NOT_LOADED }} />
    </div>
  );
}
