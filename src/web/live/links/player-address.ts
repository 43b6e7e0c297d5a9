import { parseView, viewToSearch, type View } from '../../../contract/view.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';

const PLAYER_PATH = /^\/players\/([^/]+)(\/why)?$/;

/** What the path of a player's page says. */
export interface PlayerAddress {
  readonly username: string;
  /** Whether the events behind the rank are meant, and not the player as such. */
  readonly why: boolean;
}

/** Reads the path of a player's page; `undefined` for any other path, and for one that is not well encoded. */
export function parsePlayerPath(pathname: string): PlayerAddress | undefined {
  const found = PLAYER_PATH.exec(pathname);
  if (found === null) return undefined;
  try {
    return { username: decodeURIComponent(found[1]!), why: found[2] !== undefined };
  } catch {
    return undefined;
  }
}

const CARD_PATH = /^\/players\/([^/]+)\/card\.png$/;

/** Whose picture a path is, as the name is spelled there; `undefined` for any other path, and for one that is not well encoded. */
export function parseCardPath(pathname: string): string | undefined {
  const found = CARD_PATH.exec(pathname);
  return found === null ? undefined : parsePlayerPath(`/players/${found[1]!}`)?.username;
}

/** Whether there is a page about whoever has this id: a hidden player in an archive has one that no username can be. */
export function hasPage(id: string): boolean {
  return !id.startsWith(' ');
}

/** The path of a player's page, whatever signs are in the name. */
export function playerPath(username: string): string {
  return `/players/${encodeURIComponent(username)}`;
}

/** The path of a player's picture, for links that are shared. */
export function cardPath(username: string): string {
  return `${playerPath(username)}/card.png`;
}

/** The path of the events behind a player's rank. */
export function whyPath(username: string): string {
  return `${playerPath(username)}/why`;
}

/** The query for a board and a kind of period; the header's toggle stays where it is unless it says the kind itself. */
export function kindSearch(kind: PeriodKind, { period, board, at }: Pick<View, 'period' | 'board' | 'at'>): string {
  return viewToSearch(kind === 'daily' || kind === 'weekly' ? { period: kind, board, at } : { period, mode: kind, board, at });
}

/** The shape of what says where the next page of a receipt begins. */
const BEFORE = /^[\w.:~-]{1,40}$/;

/** Where the page of a receipt begins, `''` for the newest one; of the receipt's address alone. */
export function parseBefore(search: string): string {
  const before = new URLSearchParams(search).get('before') ?? '';
  return BEFORE.test(before) ? before : '';
}

/** The one way to write the query of a receipt. */
export function receiptSearch(search: string): string {
  return withBefore(viewToSearch(parseView(search)), parseBefore(search));
}

/** A query that begins a receipt's page further down. */
export function withBefore(search: string, before: string): string {
  if (before === '') return search;
  const params = new URLSearchParams(search);
  params.set('before', before);
  return `?${params.toString()}`;
}
