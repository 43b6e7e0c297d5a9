import type { LiveSource } from '../../../contract/live-source.ts';
import type { PageContext } from '../../site/page.ts';

/** For a page that tells only of now: if its address has an `at`, rejects, and the page about that is shown. */
export async function onlyNow({ view: { at }, missing }: PageContext<LiveSource>): Promise<void> {
  if (at !== '') await missing({ kind: 'moment', at, page: 'of now' });
}
