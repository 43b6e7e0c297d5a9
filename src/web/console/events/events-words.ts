// Texts of the events page.
import type { ApiHeld } from '../../../contract/operation/held.ts';

export const EVENTS_PAGE = {
  page: { title: 'Events', lead: 'Points posted to a board, newest first. Void an event that should not count; it stays on the receipt.' },
  filters: {
    id: { label: 'Event ID' },
    player: { label: 'Username' },
    author: { label: 'Posted by' },
    from: { label: 'From', type: 'datetime-local' },
    until: { label: 'Until', type: 'datetime-local' },
  },
  import: { label: 'Import ID' },
  authors: { all: 'Anyone', key: (name: string) => `Key ${name}`, command: 'CLI' },
  noMatch: 'No matching events. Remove a filter, or choose another board.',
  none: 'No events yet. Your game posts them, or you do.',
  held: ({ event: { username }, state, reason }: ApiHeld): readonly [string, string, string] => {
    const words = state === 'waiting' ? 'are on hold' : `were on hold and have been ${state}`;
    return [`The points of ${username} with this ID ${words}: ${reason} `, 'View held points', ''];
  },
  post: { opens: 'Post points', label: 'Post points', done: (name: string) => `Points posted for ${name}.` },
  fields: {
    whoFields: {
      username: { label: 'Username', hint: 'An unknown username creates a new player.' },
      displayName: { label: 'Display name', hint: 'Only for a new player. Defaults to the username.' },
    },
    points: { label: 'Points', hint: 'A whole number; negative to deduct points. Distances in millimetres.' },
    time: { label: 'Time', hint: 'For example 1:23.456, or whole milliseconds.', placeholder: '1:23.456' },
    others: {
      activity: { label: 'Activity', hint: 'The reason for the points. Shown to players.', list: 'activities' },
      at: { label: 'When it happened', hint: 'Your local time. Leave empty for now.' },
      id: { label: 'Event ID', hint: 'Generated for you. The same ID never counts twice.' },
    },
  },
} as const;
