import { useEffect } from 'react';
import { useLocation, useMatches } from 'react-router';

import { parseView } from '../../contract/view.ts';
import { headFormat } from '../ui/number-format.ts';
import { useSiteIdentity } from '../ui/site-identity.ts';
import type { PageHead, PageModule } from './page.ts';
import { NOT_SHOWN, WENT_WRONG } from './site-words.ts';

/** The head of a page that failed to load. */
export const ERROR_HEAD: PageHead = { title: WENT_WRONG, description: NOT_SHOWN };

/** The title of a tab: the page's, then the site's. */
export function documentTitle({ title }: PageHead, siteName: string): string {
  return `${title} · ${siteName}`;
}

/** Sets the title and description of the document. */
export function DocumentHead({ head }: { readonly head: PageHead }) {
  const { name } = useSiteIdentity();
  useEffect(() => {
    document.title = documentTitle(head, name);
    document.querySelector('meta[name="description"]')?.setAttribute('content', head.description);
  }, [head, name]);
  return null;
}

/** The same, for the page loaded at the current URL. */
export function LoadedHead({ head }: Pick<PageModule<never>, 'head'>) {
  const { search } = useLocation();
  const { loaderData } = useMatches().at(-1)!;
  return <DocumentHead head={head(parseView(search), loaderData as never, headFormat(useSiteIdentity()))} />;
}
