// Texts of the settings page.

export const SETTINGS = {
  page: {
    title: 'Settings',
    lead: 'The environment variables the server was started with. To change one, set it where the server is started, then restart.',
  },
  none: 'No settings here.',
  heads: { variable: 'Variable', value: 'Value', meaning: 'Description' },
  unset: 'not set',
  default: ' (default)',
  rule: (rule: string) => `It ${rule}.`,
} as const;
