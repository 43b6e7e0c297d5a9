/** What is said before since when a prize is in a state. */
export const STATE_WORDS = { due: 'Due since', paid: 'Paid', declined: 'Declined' } as const;
