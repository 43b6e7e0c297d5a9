// What the page of held points says.
import { FIELDS } from '../parts/parts-words.ts';

export const HELD = {
  page: {
    title: 'Held points',
    lead: 'Points over a limit of their board. They don’t count and aren’t shown until you accept them.',
  },
  filters: {
    state: { label: 'Status', options: { '': 'Waiting', accepted: 'Accepted', rejected: 'Rejected', all: 'All' } },
    board: { none: FIELDS.allBoards },
    player: { label: 'Username' },
    event: { label: 'Event ID' },
  },
  heads: { player: 'Player', points: 'Points', reason: 'Reason', board: 'Board', when: 'When', status: 'Status' },
  status: { waiting: 'Waiting', accepted: 'Accepted', rejected: 'Rejected' },
  rules: {
    event: 'Over the limit per event',
    hour: 'Over the limit per player and hour',
    day: 'Over the limit per player and day',
    history: 'Far above the player’s best day',
    name: 'Name looks like another player’s',
  } as Readonly<Record<string, string>>,
  noMatch: 'No matching held points.',
  none: ['Nothing to review. Boards hold points once they have limits. Set them under ', 'Boards', '.'],
  pointsOf: (name: string) => `the points of ${name}`,
  by: (name: string, reason: string) => ` by ${name}. ${reason}`,
  accept: (name: string) => ({
    opens: 'Accept',
    title: `Accept the points of ${name}`,
    label: 'Accept points',
    done: `Points of ${name} accepted.`,
  }),
  acceptTold: 'They will count in every period of their time that is still open.',
  reject: (name: string) => ({
    opens: 'Reject',
    title: `Reject the points of ${name}`,
    label: 'Reject points',
    done: `Points of ${name} rejected.`,
  }),
  rejectTold: 'They won’t count and aren’t shown. You can still accept them later.',
  rejectFields: { reason: { label: 'Reason', hint: 'Shown to operators and in the audit log.' } },
  many: ['held event', 'held events'],
  bulk: {
    accept: (events: string) => ({ opens: 'Accept', title: `Accept ${events}`, label: 'Accept points' }),
    reject: (events: string) => ({ opens: 'Reject', title: `Reject ${events}`, label: 'Reject points' }),
    done: { accept: (events: string) => `Accepted ${events}.`, reject: (events: string) => `Rejected ${events}.` },
    refused: (events: string) => ` ${events} could not be recorded and stay on hold.`,
  },
  facts: {
    player: 'Player',
    points: 'Points',
    board: 'Board',
    activity: 'Activity',
    reason: 'Reason',
    at: 'Happened',
    received: 'Received',
    status: 'Status',
    event: 'Event ID',
  },
  others: ['', 'All held points of this player', ''],
  accepted: ['Counted. To remove the points, ', 'void the event', '.'],
} as const;
