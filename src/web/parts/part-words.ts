// Texts of the parts that pages of both editions share.

export const DIFFICULTY = 'Difficulty';
export const DIFFICULTY_HINTS = {
  Easy: 'Easy: anyone can do it on their first visit.',
  Medium: 'Medium: takes some practice or patience.',
  Hard: 'Hard: plan ahead and expect competition.',
} as const;
export const TIME = 'Time';
export const START_EARNING = 'Start Earning';
/** "Earn Points", in the site's own word for points. */
export const earnWords = (points: string) => `Earn ${points}`;

export const SEARCH = 'Search players, tournaments and achievements';
export const CATEGORY = 'Category';
export const CATEGORY_NAMES = { all: 'All', players: 'Players', tournaments: 'Tournaments', achievements: 'Achievements' } as const;
export const TYPE_NAMES = { player: 'Player', tournament: 'Tournament', achievement: 'Achievement' } as const;
export const NO_RESULTS = 'No results found';
export const NO_RESULTS_HINT = 'Try adjusting your search terms or filters';

export const DIRECTIONS = { up: 'Up', down: 'Down', same: 'No change' } as const;
