// Texts of the page that sets up a new site.

export const FIRST_RUN = {
  title: 'Set up this site',
  lead: 'Nobody runs this site yet. Setting it up takes a minute.',
  leadOfOwner: 'Nobody runs this site yet. Become its owner with a passkey; there is no password.',
  code: {
    label: 'Setup code',
    hint: 'In the server’s log, and in the file setup-code in its data folder.',
    placeholder: 'XXXX-XXXX-XXXX-XXXX',
  },
  site: 'Your game',
  name: { label: 'Name of your game', placeholder: 'Lantern Run' },
  colour: { label: 'Colour', hint: 'The site’s colours are derived from it, in both themes.' },
  board: 'First leaderboard',
  boardTitle: { label: 'Title' },
  timeZone: { label: 'Time zone', hint: 'When a day begins. Can’t be changed once there are points.' },
  weekStart: { label: 'Weeks start on' },
  you: 'You',
  person: { label: 'Your name', hint: 'Shown in the audit log. You sign in with a passkey on this device; there is no password.' },
  submit: 'Create a passkey and set up',
  waiting: 'Waiting for your device…',
  again: 'Continue',
  later: 'Finish in the console',
  joined: 'Your passkey works, and you are the owner. The rest of the setup is not saved yet.',
  refused: 'This code is wrong, used or expired. For a new one, run this on the server:',
  closed: {
    title: 'Setup is closed',
    told: 'Nobody runs this site yet, and its setup code has expired. For a new one, run this on the server:',
    next: 'Then this page asks for the code.',
  },
  command: 'laurels operators invite --role owner',
  sso: (name: string) => `Join with ${name} instead`,
} as const;

export const READY = {
  title: 'Your site is ready',
  key: {
    label: 'Key for your game',
    hint: 'Your game posts points with this key, which can do nothing else. Copy it now: it is shown only once.',
  },
  posting: 'Post points',
  postingTold: 'From your game, or from a terminal:',
  copy: 'Copy command',
  test: 'See it work',
  none: 'No scores yet. They appear here as they arrive.',
  post: 'Post a test score',
  remove: 'Remove the test score',
  removed: 'Test score removed.',
  rankings: 'Scores so far',
  heads: { rank: 'Rank', player: 'Player', points: 'Points' },
  view: 'View your site',
  console: 'Open the console',
} as const;

export const TEST_PLAYER = { username: 'test-player', displayName: 'Test player', points: 100 };

export const TEST_REASON = 'Test score';
