// Texts of the catalogue pages.

export const CATALOGUE = {
  page: { title: 'Catalogue', lead: 'Your game as the site describes it: ways to earn points, prizes, tournaments and achievements.' },
  parts: 'Parts of the catalogue',
  part: (name: string, entries: number) => `${name} (${entries})`,
  gone: (id: string) => `Entry “${id}” no longer exists.`,
  site: 'View on the site',
  filters: { q: { label: 'Search', type: 'search' } },
  noMatch: (one: string, q: string) => `No ${one} matches “${q}”.`,
  edit: 'Edit',
  move: (title: string) => ({
    opens: 'Move',
    title: `Move “${title}”`,
    overtaking: 'Move it in the current version',
    done: `“${title}” moved.`,
  }),
  place: { label: 'Position' },
  firstRule: 'If several rules name a rank, the first one applies.',
  top: 'at the top',
  up: 'Up: ',
  down: 'Down: ',
  after: (place: number, title: string) => `${place}, after “${title}”`,
  remove: (title: string) => ({ opens: 'Remove', title: `Remove “${title}”`, done: `“${title}” removed.` }),
  removeTold: 'Visitors no longer see it. You can undo this in the audit log.',
  removeOver: 'Remove it from the current version',
  all: (name: string) => `All ${name.toLowerCase()}`,
  editing: (title: string) => `Edit “${title}”`,
  save: 'Save',
  saved: 'Saved. It’s live on the site.',
  added: 'Added. It’s live on the site.',
  overtaking: 'Apply my change to the current version',
  end: { label: 'Position' },
  ends: { last: 'At the bottom', first: 'At the top' },
  preview: 'Preview',
  previewTold: 'Preview for visitors. Nothing is saved yet.',
} as const;

const entry = <const One extends string>(one: One, name: string, made: string = one) => ({
  one,
  name,
  add: `Add ${made}`,
  new: `New ${made}`,
});

const SPANS = {
  '': 'Unlimited',
  day: 'Limited per day',
  week: 'Limited per week',
  month: 'Limited per month',
  ever: 'Limited in total',
};

export const ACTIVITY = {
  ...entry('activity', 'Activities'),
  lead: 'Ways to earn points, in the order of the Earn page.',
  none: 'No activities yet. Add one, and players see it as a card with its points.',
  heads: { title: 'Title', points: 'Points', difficulty: 'Difficulty', time: 'Time', limit: 'Limit' },
  unlimited: 'Unlimited',
  fields: {
    title: { label: 'Title', placeholder: 'Daily match' },
    description: { label: 'Task', placeholder: 'Play one match.' },
    points: { label: 'Points' },
    difficulty: { label: 'Difficulty', options: { Easy: 'Easy', Medium: 'Medium', Hard: 'Hard' } },
    timeRequired: { label: 'Time it takes', hint: 'As players read it, such as “20 min” or “an evening”.' },
    minutes: { label: 'Time in minutes', hint: 'For plans. Optional if the text says it, such as “20 min” or “2 hours”.' },
    'limit.per': { label: 'How often it counts', options: SPANS },
    'limit.times': { label: 'How many times', hint: 'If it is limited.' },
    link: { label: 'Link', hint: 'Optional. The button opens it.', placeholder: 'https://', inputMode: 'url' },
  },
  shown: { title: 'Title', description: 'Task' },
  start: 'Start Earning',
} as const;

export const PRIZE = {
  ...entry('prize', 'Prizes', 'prizes'),
  lead: 'Prizes by rank. If several rules name a rank, the first one applies.',
  none: 'No prizes yet. Add some, and players see them beside the board and on the podium.',
  heads: { title: 'Prize', ranks: 'Ranks', board: 'Board', period: 'Period', applies: 'Applies' },
  everyPeriod: 'Every period',
  periods: 'Every period: day, week, month and all time',
  applies: { all: 'yes', some: 'partly: rules above come first', none: 'no: rules above come first' },
  legend: 'Ranks and their prize',
  fields: {
    period: { label: 'Period' },
    from: { label: 'From rank' },
    to: { label: 'To rank', placeholder: 'same' },
    prize: { label: 'Prize', placeholder: '500 coins' },
  },
  more: 'Add ranks',
  on: (period: string) => `, ${period.toLowerCase()}`,
  empty: 'Enter a prize to see it here.',
  lost: 'Rules above already give some of these ranks a prize, and they come first. To change that, add this one at the top.',
} as const;

/** Entries that the search finds, such as tournaments. */
export const FINDING = {
  lead: (name: string) => `Listed in the search under “${name}”, in this order.`,
  none: (one: string) => `No ${one}s yet. Add one, and players find it by its title.`,
  heads: { title: 'Title', emoji: 'Emoji', subtitle: 'Subtitle', extra: 'Label' },
  shownTitle: 'Title',
  fields: {
    title: { label: 'Title' },
    subtitle: { label: 'Subtitle' },
    avatar: { label: 'Emoji', hint: 'One emoji, shown beside the title.' },
    extra: { label: 'Label', hint: 'A short fact, shown at the end of the line.' },
    link: { label: 'Link', hint: 'Optional. The title opens it.', inputMode: 'url' },
  },
  tournaments: {
    ...entry('tournament', 'Tournaments'),
    examples: { title: 'Winter Cup', subtitle: 'Knockout, 64 players', avatar: '🏆', extra: 'Starts Friday', link: 'https://' },
  },
  achievements: {
    ...entry('achievement', 'Achievements'),
    examples: { title: 'Photo finish', subtitle: 'Win by less than ten points', avatar: '📸', extra: 'Rare', link: 'https://' },
  },
} as const;
