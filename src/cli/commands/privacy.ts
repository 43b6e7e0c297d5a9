import { type EventDetail, privacySchema } from '../../contract/operation/privacy.ts';
import { checked, type Command, commandsOf, parsed } from '../asking/command.ts';

const SAID: Readonly<Record<EventDetail, string>> = {
  all: 'Visitors see every event behind a total',
  'by-day': 'Visitors see what each day added up to, and no event',
  none: 'Visitors see none of the events behind a total',
};

export const privacy: Command = commandsOf('Use "privacy show" or "privacy set all|by-day|none".', {
  async show(args, { data }) {
    parsed(args, []);
    const { events } = await (await data()).ask('privacy');
    return `${SAID[events]} ("${events}").`;
  },
  async set(args, { data }) {
    const body = checked(privacySchema, { events: parsed(args, ['all|by-day|none']).named[0] });
    const { ask, how } = await data();
    await ask('replacePrivacy', { body });
    return `${SAID[body.events]} ("${body.events}"), ${how}.`;
  },
});
