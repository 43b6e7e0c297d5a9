// What the documentation in the console says.

export const HELP = {
  title: 'Help',
  lead: 'The documentation of this version.',
  documents: 'Documents',
  missing: (doc: string) => `There is no document “${doc}”.`,
  failed: 'The document could not be loaded. Reload the page.',
} as const;
