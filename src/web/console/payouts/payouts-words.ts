// Texts of the payouts page.
import { FIELDS } from '../parts/parts-words.ts';

export const PAYOUTS = {
  page: { title: 'Prizes won', lead: 'A prize is due once its period is final. Send it, then mark it as paid.' },
  filters: {
    state: { label: 'Status', options: { '': 'Due', paid: 'Paid', declined: 'Declined', all: 'All' } },
    board: { none: FIELDS.allBoards },
    player: { label: 'Username' },
  },
  status: { due: 'Became due', paid: 'Paid', declined: 'Declined' },
  heads: { player: 'Player', prize: 'Prize', won: 'Won for', status: 'Status' },
  noMatch: 'No matching prizes.',
  none: ['No prizes due. Prizes are due when a period that has prizes becomes final. See ', 'Periods', '.'],
  of: (prize: string, name: string) => `${prize} of ${name}`,
  now: 'Current status: ',
  fields: { note: { label: 'Note', hint: 'For example how it was sent. Only operators see it.' } },
  paid: (what: string) => ({ opens: 'Mark as paid', title: `Mark as paid: ${what}`, done: `${what} marked as paid.` }),
  declined: (what: string) => ({ opens: 'Decline', title: `Decline: ${what}`, label: 'Decline prize', done: `${what} declined.` }),
  due: (what: string) => ({ opens: 'Mark as due', title: `Mark as due: ${what}`, done: `${what} marked as due.` }),
  many: ['prize', 'prizes'],
  bulk: {
    paid: (prizes: string) => ({ opens: 'Mark as paid', title: `Mark ${prizes} as paid`, label: 'Mark as paid' }),
    declined: (prizes: string) => ({ opens: 'Decline', title: `Decline ${prizes}`, label: 'Decline prizes' }),
    due: (prizes: string) => ({ opens: 'Mark as due', title: `Mark ${prizes} as due`, label: 'Mark as due' }),
    done: {
      paid: (prizes: string) => `Marked ${prizes} as paid.`,
      declined: (prizes: string) => `Declined ${prizes}.`,
      due: (prizes: string) => `Marked ${prizes} as due.`,
    },
    told: {
      paid: 'Mark them once the prizes are sent. If another operator marked one of them meanwhile, none is marked and you’ll be told.',
      declined: 'The prizes won’t be sent, and nobody moves up.',
      due: 'For prizes that were marked by mistake or came back.',
    },
  },
  facts: { player: 'Player', prize: 'Prize', board: 'Board', period: 'Period', rank: 'Rank', status: 'Status', note: 'Note' },
  others: ['', 'All prizes of this player', ''],
  told: {
    paid: 'Mark this once the prize is sent. If another operator already did, you’ll be told.',
    declined: 'The prize won’t be sent, and nobody moves up.',
    due: 'For a prize that was marked by mistake or came back.',
  },
} as const;
