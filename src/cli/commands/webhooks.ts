import { ENDPOINTS } from '../../contract/api.ts';
import type { ApiDelivery, ApiWebhook } from '../../contract/operation/webhook-answers.ts';
import { DELIVERY_STATES, type DeliveryState } from '../../server/outgoing/webhooks/delivery.ts';
import { checked, type Operation, parsed, UsageError, withData } from '../asking/command.ts';
import { countOf } from '../words/count-of.ts';

const SEVERAL = { type: 'string', multiple: true } as const;

/** How many deliveries are listed. */
const LISTED = 50;

/** `webhooks list`, `add`, `test`, `log`, `redeliver`, `on`, `off`, `rotate` and `remove`. */
export async function webhooks([action = '', ...args]: readonly string[], operation: Operation): Promise<boolean> {
  const { say } = operation;
  switch (action) {
    case 'list':
      parsed(args, []);
      return withData(operation, async (data) => {
        const { webhooks: all } = await data.ask('webhooks');
        for (const webhook of all) for (const line of described(webhook)) say(line);
        if (all.length === 0) say('There are no webhooks.');
        return true;
      });
    case 'add':
      return add(args, operation);
    case 'log':
      return log(args, operation);
    case 'redeliver': {
      const [name, ...ids] = args;
      if (ids.length > 1) throw new UsageError(`Unexpected argument "${ids[1]}".`);
      const [webhook] = parsed(name === undefined ? [] : [name], ['NAME']).named;
      const { delivery } = checked(ENDPOINTS.redeliver.body.safeParse(ids.length === 0 ? {} : { delivery: ids[0] }));
      return withData(operation, async (data) => {
        const { again } = await data.ask('redeliver', { webhook, body: { delivery } });
        say(`${countOf(again, 'delivery').replace(/ys$/, 'ies')} of "${webhook}" will be sent again, ${data.how}.`);
        return true;
      });
    }
    case 'test':
    case 'on':
    case 'off':
    case 'rotate':
    case 'remove': {
      const [name] = parsed(args, ['NAME']).named;
      return withData(operation, async (data) => {
        if (action === 'test') {
          const { delivery } = await data.ask('testWebhook', { webhook: name });
          say(`A test message to "${name}" is on its way, ${data.how}: ${delivery}. "laurels webhooks log ${name}" says what came of it.`);
        } else if (action === 'rotate') {
          const { publicKeys } = await data.ask('changeWebhookKey', { webhook: name });
          say(`"${name}" is signed with a new key, ${data.how}. For a day the one before signs too. The new public key:`);
          say(publicKeys[0] ?? 'none: Discord checks no signatures');
        } else if (action === 'remove') {
          await data.ask('removeWebhook', { webhook: name });
          say(`The webhook "${name}" is removed, ${data.how}.`);
        } else {
          await data.ask('changeWebhook', { webhook: name, body: { state: action } });
          say(`The webhook "${name}" is switched ${action}, ${data.how}.`);
        }
        return true;
      });
    }
    default:
      throw new UsageError(
        'Use "webhooks list", "add NAME URL", "test NAME", "log NAME", "redeliver NAME [ID]", "on NAME", "off NAME", "rotate NAME" or "remove NAME".',
      );
  }
}

async function add(args: readonly string[], operation: Operation): Promise<boolean> {
  const options = { event: SEVERAL, board: SEVERAL, period: SEVERAL, discord: { type: 'boolean' } } as const;
  const { values, named } = parsed(args, ['NAME', 'URL'], options);
  const [name, url] = named;
  const asked = checked(
    ENDPOINTS.addWebhook.body.safeParse({
      name,
      url,
      form: values.discord === true ? 'discord' : 'standard',
      ...(values.event && { events: values.event }),
      ...(values.board && { boards: values.board }),
      ...(values.period && { periods: values.period }),
    }),
  );
  return withData(operation, async (data) => {
    const { publicKeys, form } = await data.ask('addWebhook', { body: asked });
    operation.say(`The webhook "${name}" is made, ${data.how}.`);
    if (form === 'standard')
      operation.say(`Messages are signed as Standard Webhooks says (ed25519). The public key to check them with:\n${publicKeys[0]}`);
    operation.say(`"laurels webhooks test ${name}" sends a test message.`);
    return true;
  });
}

async function log(args: readonly string[], operation: Operation): Promise<boolean> {
  const { values, named } = parsed(args, ['NAME'], { state: { type: 'string' } });
  const state = values.state === undefined ? undefined : stateCalled(values.state);
  return withData(operation, async (data) => {
    const { deliveries } = await data.ask('deliveries', { webhook: named[0], query: { state, limit: LISTED } });
    for (const delivery of deliveries) operation.say(sentLine(delivery));
    if (deliveries.length === 0) operation.say('Nothing was sent.');
    return true;
  });
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
