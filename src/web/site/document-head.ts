import type { UIMatch } from 'react-router';

import type { View } from '../../contract/view.ts';
import type { PageHead, PageModule } from './page.ts';

/** What the route of a page carries as its `handle`. */
export interface PageHandle {
  readonly head: PageModule<never>['head'];
}

const ERROR_HEAD: PageHead = { title: 'Something went wrong', description: 'This page could not be shown.' };

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'head' in handle;
}

/** The head of the innermost page that is shown; a page whose module could not be loaded has none. */
export function headOf(matches: readonly Pick<UIMatch, 'handle' | 'loaderData'>[], view: View): PageHead {
  const { handle, loaderData } = matches.findLast((match) => isPageHandle(match.handle)) ?? {};
  return isPageHandle(handle) ? handle.head(view, loaderData) : ERROR_HEAD;
}

export function documentTitle({ title }: PageHead): string {
  return `${title} · Laurels`;
}
