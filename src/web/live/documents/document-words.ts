export const DOCUMENT_WORDS = {
  privacy: { title: 'Privacy', lead: 'The data on this site: what is stored, for how long, and how to reach the operator.' },
  licences: { title: 'Licences', lead: 'Software, typefaces and graphics by others that this site is made with.' },
  text: 'Licence text',
} as const;
