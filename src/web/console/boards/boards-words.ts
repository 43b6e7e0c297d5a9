// Texts of the boards page.
import type { Unit } from '../../../domain/units/unit.ts';

/** The form's value for a custom unit. */
export const OWN = 'own';

const units = {
  points: 'Points',
  time: 'Time (in milliseconds)',
  distance: 'Distance (in millimetres)',
  laps: 'Laps',
  [OWN]: 'Custom unit',
} satisfies Readonly<Record<Exclude<Unit, object> | typeof OWN, string>>;

export const BOARDS = {
  page: { title: 'Boards', lead: 'Your leaderboards and their rules.' },
  filters: { state: { label: 'Status', options: { '': 'Active', archived: 'Archived' } } },
  none: 'No boards here.',
  heads: {
    board: 'Board',
    group: 'Group',
    players: 'Players',
    today: 'Events today',
    last: 'Last played',
    name: 'Name',
    rules: 'Ranked by',
    zone: 'Time zone',
    visibility: 'Visible to',
  },
  links: { site: 'View on the site', events: 'Events', held: 'Held points', periods: 'Periods' },
  rules: { sum: (unit: string) => `Sum of ${unit}`, best: (unit: string) => `Best ${unit}`, latest: (unit: string) => `Latest ${unit}` },
  orders: { high: 'highest first', low: 'lowest first' },
  visibility: { public: 'Everyone', private: 'API keys and operators' },
  units,
  fields: {
    title: { label: 'Title', hint: 'Shown to players.' },
    name: { label: 'Name in URLs', hint: 'Leave empty to derive it from the title. Can’t be changed later.' },
    unit: { label: 'Unit' },
    scoring: {
      label: 'A player’s score is',
      hint: 'Can’t be changed later, because ranks depend on it.',
      options: { sum: 'The sum of all events', best: 'The best event', latest: 'The latest event' },
    },
    direction: { label: 'Order', hint: 'Can’t be changed later.', options: { high: 'Highest first', low: 'Lowest first' } },
    timeZone: {
      label: 'Time zone',
      hint: 'When a day begins, for example in Europe/Berlin. Can’t be changed once there are points.',
    },
    weekStart: { label: 'Weeks start on', hint: 'Can’t be changed once there are points.' },
    group: { label: 'Group', hint: 'Boards of one group are listed together. Leave empty for none.' },
    visibility: { label: 'Private', hint: 'Only API keys and operators can see it.' },
  },
  ownUnit: {
    'unit.one': { label: 'Singular', placeholder: 'coin', required: true },
    'unit.other': { label: 'Plural', placeholder: 'coins', required: true },
  },
  create: { opens: 'New board', label: 'Create board' },
  created: (title: string) => `Board “${title}” created.`,
  copied: (title: string) => `${title} (copy)`,
} as const;

/** The actions on a board. */
export const BOARD_ACTIONS = {
  duplicate: (title: string) => ({
    opens: 'Duplicate',
    title: `Duplicate “${title}”`,
    label: 'Create copy',
    told: 'The copy has the same rules, calendar, limits, review period and prizes, and no points.',
  }),
  edit: (title: string) => ({ opens: 'Edit', title: `Edit “${title}”`, label: 'Save' }),
  saved: (title: string) => `Board “${title}” saved.`,
  limits: (title: string) => ({ opens: 'Limits', title: `Limits of “${title}”`, label: 'Save limits', done: 'Limits saved.' }),
  archive: (title: string) => ({
    opens: 'Archive',
    title: `Archive “${title}”`,
    label: 'Archive board',
    told: 'It takes no more points and disappears from lists and search. Its points are kept, and you can restore it.',
    done: `Board “${title}” archived.`,
  }),
  restore: (title: string) => ({
    opens: 'Restore',
    title: `Restore “${title}”`,
    label: 'Restore board',
    told: 'It takes points again and appears in lists and search.',
    done: `Board “${title}” restored.`,
  }),
} as const;

/** The form for limits. */
export const LIMITS = {
  told: {
    high: 'Points over a limit are held until you accept them. Leave a field empty for no limit.',
    low: 'Events below the limit are held until you accept them. Leave it empty for no limit.',
  },
  event: { label: 'Max per event' },
  minEvent: { label: 'Min per event', hint: 'In the board’s unit: milliseconds for times.' },
  overTime: {
    hour: { label: 'Max per player and hour' },
    day: { label: 'Max per player and day' },
    history: { label: 'Max times personal best day', hint: 'For players with at least three days of history.' },
  },
  names: { label: 'Hold new names that look like another player’s', hint: 'For example “Аda” with a Cyrillic А.' },
  ofPlays: 'Plays of public keys',
  ofPlaysTold: 'For games without a server. The server’s clock measures how long a play takes.',
  challenge: {
    name: 'challenge',
    label: 'Daily challenge',
    hint: 'Everybody gets the same seed on a day. Plays count for the day on which they began.',
  },
  rate: { 'play.rate': { label: 'Max per second of play' } },
  plays: {
    'play.seconds': { label: 'Min seconds per play' },
    'play.hour': { label: 'Max plays per player and hour' },
  },
  /** For the limit of plays per day. */
  attempts: {
    plays: { label: 'Max plays per player and day' },
    challenge: { label: 'Attempts per day', hint: 'Per player. Leave empty for any number.' },
  },
  podium: {
    'play.podium': { label: 'Review plays that reach the podium', hint: 'Unless the player is on the podium of all time already.' },
  },
  replays: {
    replays: { label: 'Replays kept per day', hint: 'Of the best players, if your game sends replays.', required: true, max: 100 },
  },
} as const;

/** The cheating budget shown next to the limits. */
export const CHEATING = {
  title: 'Cheating budget',
  noKey: 'No public key can play on this board. Create one with the role play under Keys.',
  could: { gain: 'A cheater who knows these limits could gain at most', best: 'A cheater who knows these limits could reach at best' },
  perHour: ' per hour.',
  everybody: (total: string) => `With many guests, ${total}.`,
  unlimited: {
    hour: 'A cheater could gain any number of points. Set a maximum per player and hour first.',
    event: 'A cheater could reach any result. Set a maximum per event first.',
    least: 'A cheater could reach any result. Set a minimum per event first.',
  },
  closest: 'Players closest to the budget',
  heads: { player: 'Closest to it', hour: 'This hour', today: 'Today' },
} as const;

/** A day, YYYY-MM-DD: "Nov 26, 2026". */
export function dayWords(day: string, locale: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' });
}
