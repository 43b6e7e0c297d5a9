// Texts of the frame and the first page of the sample edition. Single constants, which the build inlines where they are used.

export const PAGE_NAMES = { home: 'Reward', earn: 'Earn', whiteboard: 'Whiteboard', search: 'Search', leaderboard: 'Leaderboard' } as const;

export const DAILY_TITLE = 'Daily leaderboard';
export const WEEKLY_TITLE = 'Weekly leaderboard';
export const HOME_DESCRIPTION = 'Who leads the game: the podium of the top three and the rankings, daily and weekly.';
export const LEADS_TODAY = 'Who leads today';
export const LEADS_THIS_WEEK = 'Who leads this week';
export const HOME_LEAD = 'Three on the podium, the rest on their heels. Sample players and points.';
export const SAMPLE_DATA = 'Sample data.';
export const ALL_INVENTED = 'All players and figures on this site are invented.';
