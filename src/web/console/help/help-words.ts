// Texts of the documentation in the console.

export const HELP = {
  title: 'Help',
  lead: 'The documentation of this version.',
  documents: 'Documents',
  missing: (doc: string) => `There is no document “${doc}”.`,
  failed: 'The document could not be loaded. Reload the page.',
} as const;

/** The titles of the documents, known before the documents are loaded. */
export const DOC_TITLES: Readonly<Record<string, string>> = {
  appearance: 'Make it yours',
  catalogue: 'The catalogue',
  cheating: 'What this cannot do',
  commands: 'Commands',
  console: 'The console',
  games: 'A leaderboard in your game',
  hosting: 'Put the sample edition online',
  install: 'Install',
  moving: 'Moving in and out',
  operating: 'Operating the live edition',
  players: 'Pages for players',
  scaling: 'Capacity of one machine',
  settings: 'Settings of the live edition',
  'several-processes': 'Several processes over PostgreSQL',
  upgrading: 'Upgrading',
  webhooks: 'Webhooks',
};
