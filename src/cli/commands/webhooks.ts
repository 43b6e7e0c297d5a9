import { ENDPOINTS } from '../../contract/api.ts';
import type { ApiDelivery, ApiWebhook } from '../../contract/operation/webhooks.ts';
import { DELIVERY_STATES, type DeliveryState } from '../../server/outgoing/webhooks/delivery.ts';
import { checked, type Command, commandsOf, FLAG, parsed, TEXT, TEXTS, UsageError } from '../asking/command.ts';
import type { LiveData } from '../asking/live-data.ts';
import { countOf } from '../words/count-of.ts';

/** How many deliveries are listed. */
const LISTED = 50;

const USAGE =
  'Use "webhooks list", "add NAME URL", "test NAME", "log NAME", "redeliver NAME [ID]", "on NAME", "off NAME", "rotate NAME" or "remove NAME".';

export const webhooks: Command = commandsOf(USAGE, {
  async list(args, { data }) {
    parsed(args, []);
    const { webhooks } = await (await data()).ask('webhooks');
    return webhooks.length === 0 ? 'There are no webhooks.' : webhooks.flatMap(described);
  },
  async add(args, { data }) {
    const { values, named } = parsed(args, ['NAME', 'URL'], { event: TEXTS, board: TEXTS, period: TEXTS, discord: FLAG });
    const [name, url] = named;
    const { discord, event, board, period } = values;
    const body = checked(ENDPOINTS.addWebhook.body, {
      name,
      url,
      form: discord === true ? 'discord' : 'standard',
      ...(event && { events: event }),
      ...(board && { boards: board }),
      ...(period && { periods: period }),
    });
    const { ask, how } = await data();
    const { publicKeys, form } = await ask('addWebhook', { body });
    const signing = `Messages are signed as Standard Webhooks says (ed25519). The public key to check them with:\n${publicKeys[0]}`;
    return [
      `The webhook "${name}" is made, ${how}.`,
      ...(form === 'standard' ? [signing] : []),
      `"laurels webhooks test ${name}" sends a test message.`,
    ];
  },
  async log(args, { data }) {
    const { values, named } = parsed(args, ['NAME'], { state: TEXT });
    const state = values.state === undefined ? undefined : stateCalled(values.state);
    const { deliveries } = await (await data()).ask('deliveries', { webhook: named[0], query: { state, limit: LISTED } });
    return deliveries.length === 0 ? 'Nothing was sent.' : deliveries.map(sentLine);
  },
  async redeliver([typed, ...ids], { data }) {
    if (ids.length > 1) throw new UsageError(`Unexpected argument "${ids[1]}".`);
    const [webhook] = parsed(typed === undefined ? [] : [typed], ['NAME']).named;
    const body = checked(ENDPOINTS.redeliver.body, ids.length === 0 ? {} : { delivery: ids[0] });
    const { ask, how } = await data();
    const { again } = await ask('redeliver', { webhook, body });
    return `${countOf(again, 'delivery').replace(/ys$/, 'ies')} of "${webhook}" will be sent again, ${how}.`;
  },
  test: ofOne(async (name, { ask, how }) => {
    const { delivery } = await ask('testWebhook', { webhook: name });
    return `A test message to "${name}" is on its way, ${how}: ${delivery}. "laurels webhooks log ${name}" says what came of it.`;
  }),
  on: ofOne((name, data) => switched(name, 'on', data)),
  off: ofOne((name, data) => switched(name, 'off', data)),
  rotate: ofOne(async (name, { ask, how }) => {
    const { publicKeys } = await ask('changeWebhookKey', { webhook: name });
    return [
      `"${name}" is signed with a new key, ${how}. For a day the one before signs too. The new public key:`,
      publicKeys[0] ?? 'none: Discord checks no signatures',
    ];
  }),
  remove: ofOne(async (name, { ask, how }) => {
    await ask('removeWebhook', { webhook: name });
    return `The webhook "${name}" is removed, ${how}.`;
  }),
});

/** A command that is told the name of a webhook and no more. */
function ofOne(work: (name: string, data: LiveData) => Promise<string | readonly string[]>): Command {
  return async (args, { data }) => work(parsed(args, ['NAME']).named[0], await data());
}

async function switched(name: string, state: ApiWebhook['state'], { ask, how }: LiveData): Promise<string> {
  await ask('changeWebhook', { webhook: name, body: { state } });
  return `The webhook "${name}" is switched ${state}, ${how}.`;
}

function stateCalled(text: string): DeliveryState {
  const state = DELIVERY_STATES.find((known) => known === text);
  if (state === undefined) throw new UsageError(`--state must be ${DELIVERY_STATES.join(', ')}; it is ${JSON.stringify(text)}.`);
  return state;
}

function sentLine({ id, type, at, state, attempts, dueAt }: ApiDelivery): string {
  const last = attempts.at(-1);
  const came = last === undefined ? '' : `, ${countOf(attempts.length, 'attempt')}, the last ${last.at}: ${last.result}`;
  return `${id} ${at} ${type.padEnd(19)} ${state}${came}${dueAt === null ? '' : `; due ${dueAt}`}`;
}

function described({ name, url, form, events, boards, periods, state, reason, publicKeys, deliveries }: ApiWebhook): string[] {
  const { waiting, delivered, failed } = deliveries;
  return [
    `${name.padEnd(24)} ${state.padEnd(3)} ${form.padEnd(8)} ${url}${reason === null ? '' : `: ${reason}`}`,
    `  told of ${events.join(', ')}${boards === null ? '' : ` on ${boards.join(', ')}`}${periods === null ? '' : `, ${periods.join(', ')} only`}`,
    `  ${waiting} waiting, ${delivered} delivered, ${failed} failed`,
    ...publicKeys.map((key) => `  ${key}`),
  ];
}
