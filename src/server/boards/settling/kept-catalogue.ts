import { type Catalogue, EMPTY_CATALOGUE, keptCatalogueSchema } from '../../../contract/catalogue.ts';
import { storedDocument } from '../../http/stored-document.ts';
import type { DocumentOf } from '../../store/kept-document.ts';
import { PrizeRules } from './prize-rules.ts';

/** Empty by default. Reading throws an Error that says what to do if the stored catalogue is not readable by this program. */
export const CATALOGUE: DocumentOf<Catalogue> = {
  name: 'catalogue',
  read: (text) => (text === undefined ? EMPTY_CATALOGUE : storedDocument(text, keptCatalogueSchema, 'catalogue')),
};

/** Prizes by board and kind, from the same document. */
export const PRIZE_RULES: DocumentOf<PrizeRules> = { name: CATALOGUE.name, read: (text) => new PrizeRules(CATALOGUE.read(text)) };
