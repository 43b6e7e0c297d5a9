import type { EventDetail } from '../../contract/operation/privacy.ts';
import { type Command, commandsOf } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';

const SAID: Readonly<Record<EventDetail, string>> = {
  all: 'Visitors see every event behind a total',
  'by-day': 'Visitors see daily totals, not single events',
  none: 'Visitors see no events behind a total',
};

export const privacy: Command = commandsOf({
  show: asking('privacy', { says: ({ events }) => `${SAID[events]} ("${events}").` }),
  set: asking('replacePrivacy', {
    args: ['all|by-day|none'],
    asked: ([events]) => ({ body: { events } }),
    says: ({ events }, { how }) => `${SAID[events]} ("${events}"), ${how}.`,
  }),
});
