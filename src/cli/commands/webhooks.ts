import { type ApiDelivery, type ApiWebhook, SAMPLE_TYPES } from '../../contract/operation/webhooks.ts';
import { DELIVERY_STATES } from '../../server/outgoing/webhooks/delivery.ts';
import { type Command, commandsOf, FLAG, oneOf, TEXT, TEXTS } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';
import { countOf } from '../words/count-of.ts';
import { momentWords } from '../../contract/parts/time-words.ts';

const LISTED = 50;

export const webhooks: Command = commandsOf({
  list: asking('webhooks', { says: ({ webhooks }) => (webhooks.length === 0 ? 'No webhooks.' : webhooks.flatMap(described)) }),
  add: asking('addWebhook', {
    args: ['NAME', 'URL'],
    options: { event: TEXTS, board: TEXTS, period: TEXTS, discord: FLAG },
    asked: ([name, url], { discord, event, board, period }) => ({
      body: {
        name,
        url,
        form: discord === true ? 'discord' : 'standard',
        ...(event && { events: event }),
        ...(board && { boards: board }),
        ...(period && { periods: period }),
      },
    }),
    says: ({ name, publicKeys, form }, { how }) => [
      `Webhook "${name}" created ${how}.`,
      ...(form === 'standard'
        ? [`Messages are signed per Standard Webhooks (ed25519). Public key to verify them with:\n${publicKeys[0]}`]
        : []),
      `"laurels webhooks test ${name}" sends a test message.`,
    ],
  }),
  log: asking('deliveries', {
    args: ['NAME'],
    options: { state: TEXT },
    asked: ([webhook], { state }) => ({ webhook, query: { state: state && oneOf(DELIVERY_STATES, state, '--state'), limit: LISTED } }),
    says: ({ deliveries }) => (deliveries.length === 0 ? 'No deliveries.' : deliveries.map(sentLine)),
  }),
  redeliver: asking('redeliver', {
    args: ['NAME', 'ID?'],
    asked: ([webhook, delivery]) => ({ webhook, body: { delivery } }),
    says: ({ again }, { how }, [webhook]) => `${countOf(again, 'delivery').replace(/ys$/, 'ies')} of "${webhook}" will be resent, ${how}.`,
  }),
  test: asking('testWebhook', {
    args: ['NAME'],
    options: { message: TEXT },
    asked: ([webhook], { message }) => ({ webhook, query: { message: message && oneOf(SAMPLE_TYPES, message, '--message') } }),
    says: ({ delivery }, { how }, [name]) =>
      `Test message to "${name}" queued ${how}: ${delivery}. See "laurels webhooks log ${name}" for the result.`,
  }),
  on: switched('on'),
  off: switched('off'),
  rotate: asking('changeWebhookKey', {
    args: ['NAME'],
    says: ({ publicKeys }, { how }, [name]) => [
      `Signing key of "${name}" rotated ${how}. The old key also signs for a day. New public key:`,
      publicKeys[0] ?? 'none: Discord does not verify signatures',
    ],
  }),
  remove: asking('removeWebhook', {
    args: ['NAME'],
    says: (_, { how }, [name]) => `Webhook "${name}" removed ${how}.`,
  }),
});

function switched(state: ApiWebhook['state']): Command {
  return asking('changeWebhook', {
    args: ['NAME'],
    asked: ([webhook]) => ({ webhook, body: { state } }),
    says: (_, { how }, [name]) => `Webhook "${name}" turned ${state} ${how}.`,
  });
}

function sentLine({ id, type, at, state, attempts, dueAt }: ApiDelivery): string {
  const last = attempts.at(-1);
  const came = last === undefined ? '' : `, ${countOf(attempts.length, 'attempt')}, last ${momentWords(last.at, 'second')}: ${last.result}`;
  return `${id} ${momentWords(at, 'second')} ${type.padEnd(19)} ${state}${came}${dueAt === null ? '' : `; next ${momentWords(dueAt, 'second')}`}`;
}

function described({ name, url, form, events, boards, periods, state, reason, publicKeys, deliveries }: ApiWebhook): string[] {
  const { waiting, delivered, failed } = deliveries;
  return [
    `${name.padEnd(24)} ${state.padEnd(3)} ${form.padEnd(8)} ${url}${reason === null ? '' : `: ${reason}`}`,
    `  receives ${events.join(', ')}${boards === null ? '' : ` on ${boards.join(', ')}`}${periods === null ? '' : `, ${periods.join(', ')} only`}`,
    `  ${waiting} waiting, ${delivered} delivered, ${failed} failed`,
    ...publicKeys.map((key) => `  ${key}`),
  ];
}
