// Texts of the appearance page.
import { PRODUCT } from '../../../contract/site-identity.ts';

export const APPEARANCE = {
  page: { title: 'Appearance', lead: 'Your game’s name, the site’s look, and what visitors see.' },
  brand: 'Name and colour',
  saved: 'Saved. The site is up to date.',
  reload: 'Reload to see the new colour here',
  save: 'Save appearance',
  game: {
    name: { label: 'Name of your game', placeholder: 'Lantern Run' },
    link: { label: 'Website of your game', placeholder: 'https://', inputMode: 'url' },
    sentence: { label: 'Tagline', placeholder: 'A race through a city at night.' },
  },
  unit: {
    'points.one': { label: 'Singular', placeholder: 'coin' },
    'points.other': { label: 'Plural', placeholder: 'coins' },
    'points.short': { label: 'Short form', placeholder: 'c' },
  },
  fields: {
    poweredBy: { label: `Show “Powered by ${PRODUCT}” in the footer`, hint: 'Once the site has its own name.' },
    colour: {
      label: 'Colour',
      hint: 'All colours of the site are derived from it, in both themes. Leave empty for the default.',
      placeholder: '#e10600',
    },
    logo: { label: 'Logo', hint: 'A PNG or SVG file of at most 512 KiB. Without one, the site shows the initials of the name.' },
    events: { label: 'Events behind a total' },
  },
  points: 'Your word for points',
  preview: 'Preview in both themes. Nothing is saved yet.',
  picker: 'Choose a colour',
  medal: 'This looks like gold, silver or bronze, which mark the first three places. Choose another colour.',
  closest: (colour: string) => `Use ${colour}, the closest match`,
  tooLarge: (size: number, most: number) => `This file is ${size} KiB. A logo can have at most ${most} KiB.`,
  unreadable: 'The file could not be read.',
  logoShown: 'Chosen logo',
  removeLogo: 'Remove logo',
  themes: { dark: 'Dark', light: 'Light' },
  rankings: 'Rankings',
  sample: 'Sample players, until somebody plays.',
  poweredBy: `Powered by ${PRODUCT}`,
} as const;

export const PRIVACY = {
  title: 'Visible to visitors',
  save: 'Save visibility',
  choices: { all: 'Every event', 'by-day': 'A total per day', none: 'Nothing' },
  meanings: {
    all: 'A player’s receipt shows each event with its time, points and activity.',
    'by-day': 'A player’s receipt shows one line per day, not when they played or what they did.',
    none: 'Visitors can’t see what a total is made of.',
  },
  always: 'Ranks, totals and when a total was reached are always public, because they decide ties.',
} as const;
