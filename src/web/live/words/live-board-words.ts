// Texts that a live board and the pages around it show at first sight. Single constants, which the build inlines where they are used.

export const PAGE_NAMES = {
  home: 'Reward',
  earn: 'Earn',
  whiteboard: 'Whiteboard',
  search: 'Search',
  leaderboard: 'Leaderboard',
  hall: 'Hall of fame',
} as const;

export const LEADS_TODAY = 'Who leads today';
export const LEADS_THIS_WEEK = 'Who leads this week';
export const LED_THAT_DAY = 'Who led that day';
export const LED_THAT_WEEK = 'Who led that week';
/** `order`: "fastest time first", `''` for points. */
export const homeLead = (title: string, order: string) => `${title}: ${order || 'three on the podium, the rest on their heels'}.`;

export const LIVE_DATA = 'Live data from';
export const THE_GAME = 'the game';
export const API = 'API';

export const BOARD = 'Leaderboard';
export const BOARD_NOT_LOADED = 'The board could not be loaded.';
export const RETRYING = 'Retrying automatically.';
export const RELOAD = 'Reload the page to try again.';
export const PAST_WINNERS = 'Past winners in the hall of fame';
export const YOU = 'You';
export const TIED = 'tied';
export const TOO_MANY = 'Too many matches. Only the first 10,000 were checked.';

export const BOARDS = 'Boards';
export const keptBoard = (title: string) => `${title} accepts no new results.`;

export const PERIODS = 'Periods';
export const previousPeriod = (one: string, name: string) => `Previous ${one}: ${name}`;
export const nextPeriod = (one: string, name: string) => `Next ${one}: ${name}`;
export const REPLAY = 'Replay';
export const CLOSE_REPLAY = 'Close the replay';
export const OPEN_REPLAY = 'Replay how the ranks changed';
export const REPLAY_NOT_LOADED = 'The replay could not be loaded. Try again in a moment.';
export const RESETTING = 'Resetting…';
export const resetsIn = (left: string) => `Resets in ${left}`;
export const endsAt = (moment: string, timeZone: string) => `Ends ${moment} (${timeZone}).`;

export const PAUSED = 'Paused while you use the table';
export const CONNECTED = { connecting: 'Connecting', live: 'Live', cut: 'Updated every few seconds' } as const;
