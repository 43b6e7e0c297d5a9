// What the page of boards says.
import type { Unit } from '../../../domain/units/unit.ts';

/** The form's name for a custom unit. */
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
  limitsTold: {
    high: 'Points over a limit are held until you accept them. Leave a field empty for no limit.',
    low: 'Events below the limit are held until you accept them. Leave it empty for no limit.',
  },
  limitsFields: {
    event: { label: 'Max per event' },
    hour: { label: 'Max per player and hour' },
    day: { label: 'Max per player and day' },
    history: { label: 'Max times personal best day', hint: 'For players with at least three days of history.' },
    names: { label: 'Hold new names that look like another player’s', hint: 'For example “Аda” with a Cyrillic А.' },
  },
  lowLimitsFields: {
    event: { label: 'Min per event', hint: 'In the board’s unit: milliseconds for times.' },
    names: { label: 'Hold new names that look like another player’s', hint: 'For example “Аda” with a Cyrillic А.' },
  },
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

/** A day, YYYY-MM-DD: "Nov 26, 2026". */
export function dayWords(day: string, locale: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' });
}
