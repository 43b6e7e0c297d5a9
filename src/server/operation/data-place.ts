import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { type DatabaseAddress, shownAddress } from '../store/postgres/database/database-address.ts';

/** Where the data is: a local folder, or a database that several processes share. */
export type DataPlace =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'postgres'; readonly address: DatabaseAddress };

/**
 * Resolves a folder against `cwd`; it need not exist.
 * @throws {Error} with advice, if it or a parent is not a folder.
 */
export function settledPlace(place: DataPlace, cwd: string): DataPlace {
  if (place.kind !== 'folder') return place;
  const folder = resolve(cwd, place.folder);
  let nearest = folder;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  if (statSync(nearest).isDirectory()) return { kind: 'folder', folder };
  const what = nearest === folder ? 'that is not a folder' : `${nearest} is not a folder`;
  throw new Error(`The data folder is set to ${folder}, but ${what}. Set LAURELS_DATA to a folder, or move the file away.`);
}

/** The place as shown to people, without a password. */
export function placeText(place: DataPlace): string {
  return place.kind === 'folder' ? place.folder : shownAddress(place.address);
}
