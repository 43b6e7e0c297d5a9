import { type EventDetail, privacySchema } from '../../contract/operation/privacy.ts';
import { checked, type Operation, parsed, UsageError, withData } from '../asking/command.ts';

const SAID: Readonly<Record<EventDetail, string>> = {
  all: 'Visitors see every event behind a total',
  'by-day': 'Visitors see what each day added up to, and no event',
  none: 'Visitors see none of the events behind a total',
};

/** `privacy show` and `privacy set`. */
export async function privacy([action, ...args]: readonly string[], operation: Operation): Promise<boolean> {
  if (action !== 'show' && action !== 'set') throw new UsageError('Use "privacy show" or "privacy set all|by-day|none".');
  const [events] = parsed(args, action === 'set' ? ['all|by-day|none'] : []).named;
  const wanted = action === 'set' ? checked(privacySchema.safeParse({ events })) : undefined;
  return withData(operation, async (data) => {
    if (wanted !== undefined) await data.ask('replacePrivacy', { body: wanted });
    const shown = wanted ?? (await data.ask('privacy'));
    operation.say(`${SAID[shown.events]} ("${shown.events}")${wanted === undefined ? '' : `, ${data.how}`}.`);
    return true;
  });
}
