/** Texts beside a live board. */
export const BESIDE_WORDS = {
  timeLeft: 'Time left',
  resets: (there: string) => `Resets ${there}`,
  yourTime: (here: string) => `, ${here} your time`,
  challenge: 'Today’s challenge',
  sameForAll: 'Everybody gets the same. ',
  /** 0 means any number. */
  attempts: (count: number) => (count === 0 ? '' : count === 1 ? 'One attempt a day. ' : `${count} attempts a day. `),
  proof: 'Seed and proof',
  lastWinners: 'Last winners',
  movers: 'On the move',
  against: (what: string, among: string) => `vs ${what}, top ${among}`,
  yesterday: 'yesterday',
  last: (one: string) => `last ${one}`,
  you: 'You:',
  isThisYou: 'Is this you?',
  yourName: 'Your name',
  whichPlayer: 'Matching players',
  whyName: 'Enter your name to see your rank here and your row marked.',
  onCourse: (prize: string) => `On course for ${prize}. `,
  lead: 'You lead.',
  /** "300 points to 4th and its $50". */
  missing: (gap: string, rank: string, prize: string) => `${gap} to ${rank}${prize === '' ? '' : ` and its ${prize}`}`,
};
