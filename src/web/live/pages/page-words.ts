// Texts of the live edition's pages, except boards, which have their own.
import { isolated } from '../../../domain/names/isolated.ts';
import type { StatCard } from '../../../domain/stat-card.ts';

export const LEADERBOARD = {
  title: 'Leaderboards',
  titleOf: (title: string) => `Leaderboards: ${title}`,
  /** `order`: "fastest time first", `''` for points. */
  lead: (title: string, order: string) => `${title}: every player, every period${order && `, ${order}`}.`,
} as const;

export const EARN = {
  title: 'Earn Points',
  description: 'The ways to earn points: what each is worth, how hard it is and how long it takes.',
  lead: 'Every activity, with its points, how hard it is and how long it takes.',
  none: (several: string) => `No ways to earn ${several} are listed yet. Keep playing: your ${several} still count.`,
  noLink: (title: string) => `“${title}” has no link yet. Look for it in the game.`,
} as const;

export const HALL = {
  lead: 'The winners of every day, week and month, once results are final.',
  titleOf: (board: string, kind: string, stretch: string) => `Hall of fame: ${board}, ${kind}s of ${stretch}`,
  lastWinner: (name: string, kind: string) => ` ${name} won the last ${kind}.`,
  noWinner: (kind: string) => `No ${kind} has a winner yet. The first one appears here when its results are final.`,
  noWinnerIn: (kind: string, stretch: string) => `No ${kind} of ${stretch} has a winner.`,
  allWinners: (stretch: string) => `All winners of ${stretch}`,
} as const;

export const SEARCH = {
  title: 'Search',
  description: 'Find players, tournaments and achievements by name.',
  lead: 'Players, tournaments and achievements, by name.',
  results: 'Results',
  pages: 'Results pages',
  more: 'More results',
  tooMany: 'Too many players match to list them all. Type more of a name.',
} as const;

export const WHITEBOARD = {
  title: 'Analytics Dashboard',
  description: 'Live stats: players, active games, tournaments and daily logins.',
  lead: 'Live stats',
  against: {
    'Total Players': 'from seven days ago.',
    'Active Games': 'from last week. Counts boards with points.',
    Tournaments: 'from last week.',
    'Daily Logins': 'from yesterday. Counts players who scored.',
  } satisfies Record<StatCard['label'], string>,
  records: 'Records',
  finishedOnly: 'Finished periods only.',
  /** `days`: "30 days". */
  lastDays: (board: string, days: string) => `${board}, last ${days} played`,
  none: (several: string) => `Charts appear with the first ${several}.`,
  playersEachDay: 'Players each day',
  players: 'Players',
  events: 'Events',
  eachDay: (head: string) => `${head} each day`,
  /** `events`: "12 events". */
  inEvents: (points: string, events: string) => `${points} in ${events}`,
  byActivity: (head: string) => `${head} by activity`,
  noneInDays: (several: string) => `No ${several} on these days.`,
  unnamed: { none: 'No activity given', rest: 'All other activities' },
  in: 'in',
} as const;

export const MISSING_PLAYER = {
  title: 'Player not found',
  description: 'There is no player with this name.',
  text: (name: string) => `No player is called “${isolated(name)}”`,
  hint: 'The name may be mistyped, or the player has no points yet. Search for another spelling:',
} as const;

export const MISSING_BOARD = {
  title: 'Board not found',
  description: 'There is no board with this name.',
  text: (name: string) => `No board is called “${isolated(name)}”`,
  hint: 'It may have been removed or renamed. Choose another board, or search:',
} as const;

export const MISSING = {
  noPeriod: 'Period not found',
  periods: 'Points are ranked by day, week, month and all time.',
  noDate: 'Date not found',
  onlyBoards: 'Only boards, and the events behind a rank, can be shown at another date.',
  withoutDate: 'Open it without a date',
  chooseDay: 'Choose a day',
  goToDay: 'Go to this day',
  chooseOne: 'Choose one of these:',
  openHall: 'Open the hall of fame',
  openBoard: 'Open the current board',
  openRank: 'Open the current rank',
  noPeriodCalled: (word: string) => `There is no period called “${word}”.`,
  presentOnly: (at: string) => `This page shows the present only, not “${at}”.`,
  notOnCalendar: (at: string) => `“${at}” does not exist on the board’s calendar.`,
  notATime: (at: string) => `“${at}” is not a date or time.`,
  inFuture: (at: string) => `“${at}” is in the future.`,
} as const;
