import { useEffect, type ReactNode, type SubmitEvent } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router';

import { viewToSearch } from '../../contract/view.ts';
import { Link } from '../address/link.tsx';
import control from '../ui/control.module.css';
import { SEARCH_BOX, SEARCH_BOX_TEXT } from '../ui/search-box.ts';
import { useNamedPages } from './header/site-pages.ts';
import { useView } from '../address/view-context.ts';
import type { PageHead } from './page.ts';
import styles from './instead.module.css';
import { WaysOn } from './ways-on.tsx';
import { NO_PAGE, NO_PAGE_HERE, NO_PAGE_HINT, NO_PAGE_TEXT, RETURN_HOME, SEARCH_SITE } from './site-words.ts';

export function head(): PageHead {
  return { title: NO_PAGE, description: NO_PAGE_HERE };
}

/** Matches any other path. */
export function Component() {
  useLoggedPath();
  return <NotFound text={NO_PAGE_TEXT} hint={NO_PAGE_HINT} />;
}

/** Logs the path, so that operators with error reporting see which links are broken. */
export function useLoggedPath(): void {
  const { pathname } = useLocation();
  useEffect(() => console.error('404: no page at', pathname), [pathname]);
}

interface NotFoundProps {
  readonly text: string;
  readonly hint: string;
  readonly wanted?: string;
  readonly children?: ReactNode;
}

/** Shown when something is missing: explains it, with a search field and links to the other pages. */
export function NotFound({ text, hint, wanted = '', children }: NotFoundProps) {
  const { view } = useView();
  const navigate = useNavigate();
  const { period, board } = view;
  const others = useNamedPages().filter(({ path }) => path !== '/');
  const find = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sought = new FormData(event.currentTarget).get('text') as string;
    void navigate({ pathname: '/search', search: viewToSearch({ period, text: sought }) });
  };
  return (
    <div className={`stack ${styles.halves}`}>
      <div className={`stack ${styles.page}`}>
        <h1 className={`condensed ${styles.code}`}>404</h1>
        <p className={`anywhere ${styles.text}`}>{text}</p>
        <Link to={{ pathname: '/', search: viewToSearch({ period }) }} className={control.primary}>
          {RETURN_HOME}
        </Link>
      </div>
      <div className={`stack ${styles.page}`}>
        <p className="muted anywhere">{hint}</p>
        {children}
        <form action={useHref('/search')} method="get" className={styles.find} onSubmit={find}>
          <input
            key={wanted}
            {...SEARCH_BOX}
            name="text"
            aria-label={SEARCH_SITE}
            placeholder={SEARCH_BOX_TEXT}
            defaultValue={wanted}
            className={control.search}
          />
        </form>
        <WaysOn ways={others.map(({ path, name }) => ({ to: { pathname: path, search: viewToSearch({ period, board }) }, name }))} />
      </div>
    </div>
  );
}
