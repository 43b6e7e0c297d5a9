import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { type DatabaseAddress, shownAddress } from '../store/postgres/database/database-address.ts';

/** Where everything is kept that must outlive the server: a folder of this machine, or a database that several processes share. */
export type DataPlace =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'postgres'; readonly address: DatabaseAddress };

/**
 * The place, its folder absolute, as seen from `cwd`; a folder need not exist.
 * @throws {Error} saying what to do, if something else is there, or in place of a folder above it.
 */
export function settledPlace(place: DataPlace, cwd: string): DataPlace {
  if (place.kind !== 'folder') return place;
  const folder = resolve(cwd, place.folder);
  let nearest = folder;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  if (statSync(nearest).isDirectory()) return { kind: 'folder', folder };
  const what = nearest === folder ? 'that is not a folder' : `${nearest} is not a folder`;
  throw new Error(`The data folder should be ${folder}, but ${what}. Set LAURELS_DATA to a folder, or move what is there away.`);
}

/** The place for people to read; no password is in it. */
export function placeText(place: DataPlace): string {
  return place.kind === 'folder' ? place.folder : shownAddress(place.address);
}
