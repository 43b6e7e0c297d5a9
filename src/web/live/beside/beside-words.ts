import { isolated } from '../../../domain/names/isolated.ts';

/** The words beside a live board. */
export const BESIDE_WORDS = {
  isThisYou: 'Is this you?',
  yourName: 'Your name',
  whichPlayer: 'Matching players',
  whyName: 'Enter your name to see your rank here and your row marked.',
  noMatch: (text: string) => `No player matches “${isolated(text)}”.`,
};
