import { OPEN_PRIVACY, type Privacy, privacySchema } from '../../../contract/operation/privacy.ts';
import type { DocumentOf } from '../../store/kept-document.ts';

/** The data about players that visitors may see; all of it by default. */
export const PRIVACY: DocumentOf<Privacy> = {
  name: 'privacy',
  read: (text) => (text === undefined ? OPEN_PRIVACY : privacySchema.parse(JSON.parse(text))),
};
