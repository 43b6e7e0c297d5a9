import * as z from 'zod/mini';

import { jsonIn } from '../../contract/read-text.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { allRecords, type RecordKey } from '../store/records.ts';
import { type Attempt, attempted, channelKind, type Delivery, deliveryIn, deliveryKind, freeFrom } from './webhooks/delivery.ts';
import { type Message, replacedBy } from './webhooks/message.ts';
import { GIVEN_UP_MS, restAfter } from './webhooks/retry-schedule.ts';
import { signedHeaders } from './webhooks/webhook-signature.ts';
import { signingKeys, type Webhook } from './webhooks/webhook-list.ts';
import { discordThread } from './discord-message.ts';
import { type MessageSite, sentBody } from './message-body.ts';
import { type Answered, type Network, NoAnswer, post } from './post.ts';

/** How long a process holds a delivery, in milliseconds: much longer than an attempt. After that, it is considered dead. */
const TAKEN_MS = 2 * MINUTE_MS;

/** Discord's error codes for a deleted webhook and a deleted message. */
const UNKNOWN_WEBHOOK = 10015;
const UNKNOWN_MESSAGE = 10008;

const errorSchema = z.object({ code: z.optional(z.number()), retry_after: z.optional(z.number()) });
const postedSchema = z.object({ id: z.string() });

/** A channel message to edit, and the number of the delivery it shows. */
const threadSchema = z.object({ message: z.string(), number: z.number() });

export interface SendingParts extends Network {
  readonly boards: LiveBoards;
  readonly site: () => MessageSite;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** A random number from 0 to 1. */
  readonly chance: () => number;
  readonly log: (text: string) => void;
}

/** A receiver's recent behaviour, as seen by this process. Times are epoch milliseconds. */
interface Manners {
  readonly failed: number;
  readonly restsUntil: number;
}

/**
 * Sends queued deliveries. Safe with any number of processes: the one that takes a delivery sends it. If that process dies,
 * another takes over after a while, so that delivery is at least once, with the same id.
 */
export class Sending {
  readonly #parts: SendingParts;
  readonly #manners = new Map<string, Manners>();
  readonly #stopping = new AbortController();

  constructor(parts: SendingParts) {
    this.#parts = parts;
  }

  /** Aborts running attempts, which resume at the next start. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Sends a webhook's due deliveries in order, until one fails. Resolves to the time of the next check, in epoch milliseconds. */
  async sendDue(webhook: Webhook): Promise<number> {
    const { boards, clock } = this.#parts;
    const { restsUntil } = this.#mannersOf(webhook);
    if (webhook.state === 'off') return Infinity;
    if (restsUntil > clock()) return restsUntil;
    const records = await allRecords(boards.store, deliveryKind(webhook), { state: 'waiting' });
    const waiting = await this.#stillOf(webhook, records.map(deliveryIn).toReversed());
    const due = waiting.filter((delivery) => freeFrom(delivery) <= clock()).toSorted((a, b) => a.dueAt - b.dueAt || a.number - b.number);
    for (const { id } of due) {
      if (this.#stopping.signal.aborted) return Infinity;
      let mine: Delivery | undefined;
      await boards.webhooks.changeDeliveries(webhook, [id], ([kept]) => {
        mine = kept?.state === 'waiting' && freeFrom(kept) <= clock() ? kept : undefined;
        return mine === undefined ? [] : [{ ...mine, takenUntil: clock() + TAKEN_MS }];
      });
      if (mine !== undefined && !(await this.#send(webhook, mine))) return this.#mannersOf(webhook).restsUntil;
    }
    return waiting.reduce((next, delivery) => (due.includes(delivery) ? next : Math.min(next, freeFrom(delivery))), Infinity);
  }

  #mannersOf({ id }: Webhook): Manners {
    return this.#manners.get(id) ?? { failed: 0, restsUntil: 0 };
  }

  /** The queued deliveries, oldest first, that are neither superseded nor too old. */
  async #stillOf(webhook: Webhook, waiting: readonly Delivery[]): Promise<readonly Delivery[]> {
    const { boards, clock, log } = this.#parts;
    const newest = new Map(waiting.map(({ message, number }) => [replaced(webhook, message), number]));
    const isReplaced = ({ message, number, takenUntil }: Delivery) =>
      replaced(webhook, message) !== undefined && newest.get(replaced(webhook, message)) !== number && takenUntil <= clock();
    const done = waiting.filter((delivery) => isReplaced(delivery) || delivery.since + GIVEN_UP_MS < clock());
    if (done.length === 0) return waiting;
    await boards.webhooks.changeDeliveries(
      webhook,
      done.map(({ id }) => id),
      (kept) =>
        kept.flatMap((delivery) => {
          if (delivery.state !== 'waiting' || delivery.takenUntil > clock()) return [];
          return [{ ...delivery, state: isReplaced(delivery) ? ('superseded' as const) : ('failed' as const) }];
        }),
    );
    const late = done.filter((delivery) => !isReplaced(delivery));
    if (late.length > 0) log(`Webhook "${webhook.name}": gave up on ${late.length} deliveries.`);
    return waiting.filter((delivery) => !done.includes(delivery));
  }

  /** Attempts a delivery. Resolves to whether the receiver is healthy. */
  async #send(webhook: Webhook, delivery: Delivery): Promise<boolean> {
    const { boards, clock, chance, log } = this.#parts;
    const change = (to: (kept: Delivery) => Delivery) => boards.webhooks.changeDeliveries(webhook, [delivery.id], (kept) => kept.map(to));
    let attempt: Attempt;
    try {
      attempt = await (webhook.form === 'discord' ? this.#toDiscord(webhook, delivery) : this.#toReceiver(webhook, delivery));
    } catch (error) {
      await change((kept) => ({ ...kept, takenUntil: 0 }));
      if (this.#stopping.signal.aborted) return false;
      throw error;
    }
    const { failed } = this.#mannersOf(webhook);
    if (attempt.outcome === 'delivered') this.#manners.delete(webhook.id);
    else {
      const askedMs = attempt.outcome === 'failed' ? attempt.askedMs : 0;
      this.#manners.set(webhook.id, { failed: failed + 1, restsUntil: clock() + restAfter(failed + 1, askedMs) });
    }
    let state = delivery.state;
    await change((kept) => {
      const after = attempted(kept, attempt, clock(), chance());
      ({ state } = after);
      return after;
    });
    if (attempt.outcome === 'gone') {
      await boards.webhooks.switchOff(webhook, attempt.result);
      log(`Webhook "${webhook.name}" turned off: ${attempt.result}.`);
    } else if (state === 'failed') log(`Webhook "${webhook.name}": gave up on ${delivery.message.type}: ${attempt.result}.`);
    else if (attempt.outcome === 'failed' && failed === 0)
      log(`Webhook "${webhook.name}" fails: ${attempt.result}. Its deliveries are queued.`);
    return attempt.outcome === 'delivered';
  }

  async #toReceiver(webhook: Webhook, { id, message }: Delivery): Promise<Attempt> {
    const { boards, clock, site } = this.#parts;
    const body = await sentBody(boards, message, webhook, site());
    const now = clock();
    const headers = signedHeaders(signingKeys(webhook, now), { id, at: now, body });
    return this.#answered({ url: new URL(webhook.url), method: 'POST', headers, body, readsBody: false }, (answer) =>
      answer.status === 410 ? { outcome: 'gone', result: 'the receiver answered 410 Gone' } : outcomeOf(answer),
    );
  }

  async #toDiscord(webhook: Webhook, delivery: Delivery): Promise<Attempt> {
    const { boards, site } = this.#parts;
    const { message, number } = delivery;
    const body = await sentBody(boards, message, webhook, site());
    const name = discordThread(message);
    const thread = name === undefined ? undefined : { kind: channelKind(webhook), id: name };
    const record = thread && (await boards.store.record(thread.kind, thread.id));
    const known = record && threadSchema.parse(JSON.parse(record.text));
    if (known !== undefined && known.number > number)
      return { outcome: 'delivered', result: 'not needed: the channel already shows something newer' };
    if (known !== undefined) {
      const url = new URL(webhook.url);
      url.pathname += `/messages/${known.message}`;
      const attempt = await this.#answered({ url, method: 'PATCH', headers: {}, body, readsBody: true }, (answer) =>
        errorIn(answer).code === UNKNOWN_MESSAGE ? undefined : discordOutcome(answer),
      );
      if (attempt?.outcome === 'delivered') await this.#remember(thread!, message, { ...known, number });
      if (attempt !== undefined) return attempt;
    }
    const url = new URL(webhook.url);
    url.searchParams.set('wait', 'true');
    let posted: string | undefined;
    const attempt = await this.#answered({ url, method: 'POST', headers: {}, body, readsBody: true }, (answer) => {
      posted = postedSchema.safeParse(jsonIn(answer.body)).data?.id;
      return discordOutcome(answer);
    });
    if (attempt.outcome === 'delivered' && posted !== undefined && thread !== undefined)
      await this.#remember(thread, message, { message: posted, number });
    return attempt;
  }

  #remember(thread: RecordKey, { at }: Message, now: z.infer<typeof threadSchema>): Promise<void> {
    const record = { ...thread, at, state: 'posted', text: JSON.stringify(now) };
    return this.#parts.boards.store.changeRecords({ change: () => [record] });
  }

  async #answered<T>(sent: Parameters<typeof post>[0], understood: (answer: Answered) => T): Promise<T | Attempt> {
    try {
      return understood(await post(sent, this.#parts, this.#stopping.signal));
    } catch (error) {
      if (error instanceof NoAnswer) return { outcome: 'failed', result: error.message, askedMs: 0 };
      throw error;
    }
  }
}

function outcomeOf({ status, askedMs }: Answered): Attempt {
  if (status >= 200 && status < 300) return { outcome: 'delivered', result: String(status) };
  const result = status >= 300 && status < 400 ? `${status}, redirects are not followed` : String(status);
  return { outcome: 'failed', result, askedMs };
}

function discordOutcome(answer: Answered): Attempt {
  const { code, retry_after: askedSeconds = 0 } = errorIn(answer);
  if (answer.status === 404 && code === UNKNOWN_WEBHOOK) return { outcome: 'gone', result: 'the Discord webhook was deleted' };
  return outcomeOf({ ...answer, askedMs: Math.max(answer.askedMs, askedSeconds * 1000) });
}

function errorIn(answer: Answered): z.infer<typeof errorSchema> {
  return errorSchema.safeParse(jsonIn(answer.body)).data ?? {};
}

/** Of queued messages with the same key, only the newest is sent; in Discord, of those that share a channel message. */
function replaced({ form }: Webhook, message: Message): string | undefined {
  return form === 'discord' ? discordThread(message) : replacedBy(message);
}
