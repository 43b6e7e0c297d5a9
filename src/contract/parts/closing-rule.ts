/** What a period takes, as `domain/final-time.ts` has it, in the words of the API and of the papers. */
export const CLOSING_RULE = 'A period takes what was received before its end plus the grace time, and nothing after.';
