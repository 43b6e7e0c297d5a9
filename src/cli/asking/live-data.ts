import type { ApiKeptBoard } from '../../contract/parts/answer-parts.ts';
import { placeText } from '../../server/operation/data-place.ts';
import { type OwnApi, openOwnApi, type Opening } from './own-api.ts';
import { askServerOn, type Waiting } from './server-asking.ts';

/** The data of a place, through the server that runs on it or, if none does, through the same API in this process. */
export interface LiveData extends OwnApi {
  /** How the data is reached, for people to read. */
  readonly how: string;
}

/** @throws {Error} saying what to do, if the data cannot be opened. */
export async function openLiveData(opening: Opening & Waiting): Promise<LiveData> {
  const { place } = opening;
  const server = place.kind === 'folder' ? await askServerOn(place.folder, opening) : undefined;
  if (server !== undefined) return { how: `through the server at ${server.url}`, ask: server.ask, close: async () => {} };
  return { how: `directly into ${placeText(place)}`, ...(await openOwnApi(opening)) };
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
