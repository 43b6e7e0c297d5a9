/**
 * A sample player as in the specification, without derived fields: `points` is the value of the chosen period, and `rank` and `prize`
 * follow from the order, so that they cannot disagree.
 */
export interface SamplePlayer {
  readonly id: string;
  readonly username: string;
  readonly avatar: string;
  readonly dailyPoints: number;
  readonly weeklyPoints: number;
}

/**
 * Ten fictional players, with ids in the order in which they joined, which decides ties. Weekly is ten times daily except for two: Pip
 * Voltage had a quiet week and Old Ironsides a great one, so the weekly order differs. Moss Golem and Quill are tied on daily points.
 */
export const SAMPLE_PLAYERS: readonly SamplePlayer[] = [
  { id: 'p01', username: 'NovaFalcon', avatar: '🦅', dailyPoints: 12_480, weeklyPoints: 124_800 },
  { id: 'p02', username: 'PipVoltage', avatar: '⚡', dailyPoints: 11_900, weeklyPoints: 87_300 },
  { id: 'p03', username: 'LunaTide', avatar: '🌙', dailyPoints: 10_150, weeklyPoints: 101_500 },
  { id: 'p04', username: 'OldIronsides', avatar: '🐢', dailyPoints: 9_640, weeklyPoints: 131_200 },
  { id: 'p05', username: 'MossGolem', avatar: '🗿', dailyPoints: 8_725, weeklyPoints: 87_250 },
  { id: 'p06', username: 'QuillAndAsh', avatar: '🦔', dailyPoints: 8_725, weeklyPoints: 87_250 },
  { id: 'p07', username: 'KoiCommander', avatar: '🐟', dailyPoints: 7_310, weeklyPoints: 73_100 },
  { id: 'p08', username: 'SaffronFox', avatar: '🦊', dailyPoints: 6_080, weeklyPoints: 60_800 },
  { id: 'p09', username: 'ByteBadger', avatar: '🦡', dailyPoints: 5_455, weeklyPoints: 54_550 },
  { id: 'p10', username: 'TinyTempest', avatar: '🌪️', dailyPoints: 4_990, weeklyPoints: 49_900 },
];

/** The first eight are on the home page; all ten on the leaderboards page. */
export const HOME_PLAYERS = 8;

/** The prize of each place; there are none beyond the list. */
export const SAMPLE_PRIZES: readonly string[] = ['First', 'Second', 'Third', '500', '400', '300', '200', '100', '75', '50'];
