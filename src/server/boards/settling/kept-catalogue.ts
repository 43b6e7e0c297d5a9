import { type Catalogue, EMPTY_CATALOGUE, keptCatalogueSchema } from '../../../contract/catalogue.ts';
import { faultsOf } from '../../http/schema-faults.ts';

/** The name the store keeps the catalogue under. */
export const CATALOGUE = 'catalogue';

/**
 * The catalogue as the store has it; an empty one where none was ever set.
 * @throws {Error} saying what to do, where the store has one this program cannot read.
 */
export function catalogueFrom(text: string | undefined): Catalogue {
  if (text === undefined) return EMPTY_CATALOGUE;
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    throw unreadable('it is not JSON');
  }
  const parsed = keptCatalogueSchema.safeParse(kept);
  if (parsed.success) return parsed.data;
  const [fault] = faultsOf(parsed.error);
  throw unreadable(`${fault!.field} ${fault!.rule}`);
}

function unreadable(why: string): Error {
  return new Error(
    `The catalogue in the database cannot be read: ${why}. It was not changed. Use the version of Laurels that wrote it, or a later one.`,
  );
}
