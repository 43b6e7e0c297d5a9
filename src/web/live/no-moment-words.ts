import { UnknownMoment, whenOf } from '../../contract/when.ts';

/** Why there is nothing at an `at`: it is no moment at all, or it is still to come. */
export function noMomentWords(at: string): string {
  try {
    whenOf(at);
  } catch (error) {
    if (!(error instanceof UnknownMoment)) throw error;
    return `“${at}” is neither a day nor a moment.`;
  }
  return `${at} is still to come.`;
}
