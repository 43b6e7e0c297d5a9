import type { ENDPOINTS } from '../../contract/api.ts';
import type { ApiKeptBoard } from '../../contract/parts/answer-parts.ts';
import type { ApiClient } from '../../remote/api-client.ts';
import { openOwnApi, type Opening } from './own-api.ts';
import { askServerOn, type Waiting } from './server-asking.ts';

/** API access to some data, through its running server or in this process. */
export interface LiveData {
  /** "through the server at …" or "directly in …". */
  readonly how: string;
  /** Calls an endpoint as an owner. If it rejects, nothing was changed. */
  readonly ask: ApiClient<typeof ENDPOINTS>;
  close(): Promise<void>;
}

/** @throws {Error} with advice, if the data cannot be opened. */
export async function openLiveData(opening: Opening & Waiting): Promise<LiveData> {
  const { place } = opening;
  return (place.kind === 'folder' ? await askServerOn(place.folder, opening) : undefined) ?? openOwnApi(opening);
}

/** All boards, archived ones last. */
export async function everyBoard({ ask }: LiveData): Promise<readonly ApiKeptBoard[]> {
  return [...(await ask('boards')).boards, ...(await ask('boards', { query: { state: 'archived' } })).boards];
}

/** All pages of a list. */
export async function* pagesOf<From, Page extends { readonly next: From | null }>(
  ask: (from?: From) => Promise<Page>,
): AsyncIterable<Page> {
  for (let page = await ask(); ; page = await ask(page.next)) {
    yield page;
    if (page.next === null) return;
  }
}
