import { OPEN_PRIVACY, type Privacy, privacySchema } from '../../../contract/operation/privacy.ts';
import type { DocumentOf } from '../../store/kept-document.ts';

/** What visitors may see of players; everything by default. */
export const PRIVACY: DocumentOf<Privacy> = {
  name: 'privacy',
  read: (text) => (text === undefined ? OPEN_PRIVACY : privacySchema.parse(JSON.parse(text))),
};
