import type { ENDPOINTS } from '../../contract/api.ts';
import type { ApiKeptBoard } from '../../contract/parts/answer-parts.ts';
import type { ApiClient } from '../../remote/api-client.ts';
import { openOwnApi, type Opening } from './own-api.ts';
import { askServerOn, type Waiting } from './server-asking.ts';

/** The data of a place, through the API of a server that runs on it or of this process. */
export interface LiveData {
  /** How the data is reached, for people to read. */
  readonly how: string;
  /** Calls an endpoint as an owner does. Rejects with an error that says why not; nothing is changed then. */
  readonly ask: ApiClient<typeof ENDPOINTS>;
  close(): Promise<void>;
}

/** @throws {Error} saying what to do, if the data cannot be opened. */
export async function openLiveData(opening: Opening & Waiting): Promise<LiveData> {
  const { place } = opening;
  return (place.kind === 'folder' ? await askServerOn(place.folder, opening) : undefined) ?? openOwnApi(opening);
}

/** All boards: those that are listed, and then archived ones. */
export async function everyBoard({ ask }: LiveData): Promise<readonly ApiKeptBoard[]> {
  return [...(await ask('boards')).boards, ...(await ask('boards', { query: { state: 'archived' } })).boards];
}

/** Every page of a list: `ask` is told where the page before ended. */
export async function* pagesOf<From, Page extends { readonly next: From | null }>(
  ask: (from?: From) => Promise<Page>,
): AsyncIterable<Page> {
  for (let page = await ask(); ; page = await ask(page.next)) {
    yield page;
    if (page.next === null) return;
  }
}
