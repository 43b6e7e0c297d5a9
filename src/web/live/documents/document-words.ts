export const DOCUMENT_WORDS = {
  privacy: { title: 'Privacy', lead: 'The data on this site: what is stored, for how long, and how to reach the operator.' },
  licences: { title: 'Licences', lead: 'Third-party software, typefaces and graphics used by this site.' },
  text: 'Licence text',
} as const;
