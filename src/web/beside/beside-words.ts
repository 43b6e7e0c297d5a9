// Texts beside a board in both editions.

export const CLOSEST_FIGHT = 'Closest fight';
export const PRIZES = 'Prizes';
export const EARN_POINTS = 'Earn points';
export const ALL_WAYS = 'All ways to earn points';

/** `points`: the unit, "points". */
export const tiedOn = (points: string) => `Tied on ${points}`;
export const moreWords = (count: number) => `${count} more`;
/** "4th to 10th". */
export const ranksTo = (first: string, last: string) => `${first} to ${last}`;
