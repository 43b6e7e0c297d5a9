/** The ordering rule of `domain/ordering.ts` in the words of the API and of the papers. */
export const ORDER_RULE = 'Players are ranked by points; then by who reached that total first; then by who joined first.';
