import { useEffect } from 'react';
import { Link, useRouteError } from 'react-router';

import styles from './route-error.module.css';

/** What a page that failed shows, inside the header. The cause goes to the console and never to the visitor. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>Unexpected Application Error!</h1>
      <p>This page could not be shown. Nothing you did is lost, and the other pages still work.</p>
      <p className={styles.ways}>
        <button type="button" className={styles.again} onClick={() => location.reload()}>
          Try again
        </button>
        <Link to="/">Return to Home</Link>
      </p>
    </div>
  );
}
