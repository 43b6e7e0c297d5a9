import { type Catalogue, EMPTY_CATALOGUE, keptCatalogueSchema } from '../../../contract/catalogue.ts';
import { storedDocument } from '../../http/stored-document.ts';

/** The name the store keeps the catalogue under. */
export const CATALOGUE = 'catalogue';

/**
 * The catalogue as the store has it; an empty one where none was ever set.
 * @throws {Error} saying what to do, where the store has one this program cannot read.
 */
export function catalogueFrom(text: string | undefined): Catalogue {
  return text === undefined ? EMPTY_CATALOGUE : storedDocument(text, keptCatalogueSchema, 'catalogue');
}
