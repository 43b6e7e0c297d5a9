import { type Catalogue, EMPTY_CATALOGUE, keptCatalogueSchema } from '../../../contract/catalogue.ts';
import { storedDocument } from '../../http/stored-document.ts';
import type { DocumentOf } from '../../store/kept-document.ts';
import { PrizeRules } from './prize-rules.ts';

/** Empty where none was ever set. Reading throws an Error that says what to do, where the store has one this program cannot read. */
export const CATALOGUE: DocumentOf<Catalogue> = {
  name: 'catalogue',
  read: (text) => (text === undefined ? EMPTY_CATALOGUE : storedDocument(text, keptCatalogueSchema, 'catalogue')),
};

/** What can be won where, by the same document. */
export const PRIZE_RULES: DocumentOf<PrizeRules> = { name: CATALOGUE.name, read: (text) => new PrizeRules(CATALOGUE.read(text)) };
