// The sample boards, worked out by hand from the sample players: an oracle that shares no code with the site.
import type { BoardOnScreen } from './site.ts';

export const HOME_DAILY: BoardOnScreen = {
  podium: ['2 PipVoltage 11,900 silver', '1 NovaFalcon 12,480 gold', '3 LunaTide 10,150 bronze'],
  rows: [
    '4 OldIronsides 9,640 500',
    '5 MossGolem 8,725 400',
    '6 QuillAndAsh 8,725 300',
    '7 KoiCommander 7,310 200',
    '8 SaffronFox 6,080 100',
  ],
};

export const HOME_WEEKLY: BoardOnScreen = {
  podium: ['2 NovaFalcon 124,800 silver', '1 OldIronsides 131,200 gold', '3 LunaTide 101,500 bronze'],
  rows: [
    '4 PipVoltage 87,300 500',
    '5 MossGolem 87,250 400',
    '6 QuillAndAsh 87,250 300',
    '7 KoiCommander 73,100 200',
    '8 SaffronFox 60,800 100',
  ],
};

export const LEADERBOARD_DAILY: BoardOnScreen = {
  podium: HOME_DAILY.podium,
  rows: [...HOME_DAILY.rows, '9 ByteBadger 5,455 75', '10 TinyTempest 4,990 50'],
};

export const LEADERBOARD_WEEKLY: BoardOnScreen = {
  podium: HOME_WEEKLY.podium,
  rows: [...HOME_WEEKLY.rows, '9 ByteBadger 54,550 75', '10 TinyTempest 49,900 50'],
};

const NOBODY = 'Awaiting Champion';
const NO_ROWS = 'No additional players found';

/** Filtered boards, with the ranks of the unfiltered board. */
export const FILTERED = {
  /** No match. */
  nobody: { podium: [NOBODY, NOBODY, NOBODY], rows: [NO_ROWS] },
  /** Daily, `nova`: one match, the leader. */
  nova: { podium: [NOBODY, '1 NovaFalcon 12,480 gold', NOBODY], rows: [NO_ROWS] },
  /** Weekly, `nova`. */
  novaWeekly: { podium: [NOBODY, '2 NovaFalcon 124,800 silver', NOBODY], rows: [NO_ROWS] },
  /** Daily, `fo`: no medal below third place. */
  fo: { podium: [NOBODY, '8 SaffronFox 6,080 none', NOBODY], rows: [NO_ROWS] },
  /** Daily, `m`: two matches. */
  m: {
    podium: ['7 KoiCommander 7,310 none', '5 MossGolem 8,725 none', NOBODY],
    rows: [NO_ROWS],
  },
  /** Daily, `a`: six matches, the first three of them on the podium. */
  a: {
    podium: ['2 PipVoltage 11,900 silver', '1 NovaFalcon 12,480 gold', '3 LunaTide 10,150 bronze'],
    rows: ['6 QuillAndAsh 8,725 300', '7 KoiCommander 7,310 200', '8 SaffronFox 6,080 100'],
  },
  /** Daily, `i`: PipVoltage, LunaTide, OldIronsides, QuillAndAsh, KoiCommander. */
  i: {
    podium: ['3 LunaTide 10,150 bronze', '2 PipVoltage 11,900 silver', '4 OldIronsides 9,640 none'],
    rows: ['6 QuillAndAsh 8,725 300', '7 KoiCommander 7,310 200'],
  },
} as const satisfies Record<string, BoardOnScreen>;
