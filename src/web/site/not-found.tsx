import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { viewToSearch } from '../../contract/view.ts';
import { Link } from '../address/link.tsx';
import control from '../ui/control.module.css';
import { useNamedPages } from './header/site-pages.ts';
import { useView } from '../address/view-context.ts';
import type { PageHead } from './page.ts';
import styles from './instead.module.css';
import { WaysOn } from './ways-on.tsx';

export function head(): PageHead {
  return { title: 'Page not found', description: 'There is no page at this address.' };
}

/** Any other path. The path is logged, so that an operator with error reporting sees which links are broken. */
export function Component() {
  const { pathname } = useLocation();
  const { view } = useView();
  useEffect(() => console.error('404: no page at', pathname), [pathname]);
  const search = viewToSearch({ period: view.period });
  const others = useNamedPages().filter(({ path }) => path !== '/');
  return (
    <div className={`stack ${styles.page}`}>
      <h1 className={`condensed ${styles.code}`}>404</h1>
      <p className={styles.text}>Oops! Page not found</p>
      <p className="muted">The link may be old, or the address mistyped. Try one of these pages:</p>
      <WaysOn ways={others.map(({ path, name }) => ({ to: { pathname: path, search }, name }))} />
      <Link to={{ pathname: '/', search }} className={control.primary}>
        Return to Home
      </Link>
    </div>
  );
}
