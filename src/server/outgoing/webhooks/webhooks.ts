import { randomBytes } from 'node:crypto';

import type { ActName } from '../../../contract/operation/acts.ts';
import { auditEntry } from '../../audit/audit-entry.ts';
import { besideEntry } from '../../audit/beside-entry.ts';
import { Problem } from '../../http/problem.ts';
import type { KeptDocument, KeptDocuments } from '../../store/kept-document.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { allRecords, type RecordChange, type RecordsToKeep, type StoredRecord } from '../../store/records.ts';
import { channelKind, type Delivery, deliveryIn, deliveryKind, type DeliveryState, newDelivery, recordOf } from './delivery.ts';
import { type Message, messageId } from './message.ts';
import { fingerprintedUrl, isTold, type MessageAbout, type Webhook, WEBHOOKS, withNewKey } from './webhook-list.ts';

/** No site needs more, and each is sent everything that it asks for. */
const MOST_WEBHOOKS = 20;

/** So many deliveries are sent again at once, the newest. */
const MOST_AGAIN = 1000;

/** So many deliveries of each of these states are remembered, the newest. */
const KEPT_DELIVERIES = 1000;

const SETTLED_STATES = ['delivered', 'failed', 'superseded'] as const satisfies readonly DeliveryState[];

/** What was done to one webhook: what it was and what it is, `undefined` where it is not there. */
export interface WebhookActed {
  readonly was: Webhook | undefined;
  readonly is: Webhook | undefined;
}

/** An act, as the audit log is told of it. */
interface Acted extends WebhookActed {
  readonly act: ActName;
  readonly reason?: string;
}

/** What an operator says of a webhook. */
export type WebhookSettings = Pick<Webhook, 'url' | 'form' | 'events' | 'boards' | 'periods'>;

/** What is changed of a webhook; whatever is left out stays. */
export type WebhookChange = { readonly [Key in 'url' | 'events' | 'boards' | 'periods' | 'state']?: Webhook[Key] | undefined };

/** What it works with. */
interface WebhooksParts {
  readonly store: Pick<PointsStore, 'changeDocument' | 'changeRecords' | 'records' | 'recordCounts'>;
  readonly documents: Pick<KeptDocuments, 'kept'>;
  readonly boards: { readonly visibility: { of(board: string): 'public' | 'private' } };
  readonly commits: { betweenCommits<T>(work: () => Promise<T>): Promise<T> };
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Who is told what happens, and what is on its way to them. What is kept here is sent by `server/outgoing`. */
export class Webhooks {
  readonly #parts: WebhooksParts;
  readonly #kept: KeptDocument<readonly Webhook[]>;

  constructor(parts: WebhooksParts) {
    this.#parts = parts;
    this.#kept = parts.documents.kept(WEBHOOKS);
  }

  /** In the order they were made. */
  list(): readonly Webhook[] {
    return this.#kept.value;
  }

  /** @throws {Problem} not-found for a name that none has. */
  named(name: string): Webhook {
    return namedIn(this.list(), name);
  }

  /** Those who are told of such a message. */
  toldOf(message: MessageAbout): readonly Webhook[] {
    const { visibility } = this.#parts.boards;
    return this.list().filter((webhook) => isTold(webhook, message, (board) => visibility.of(board) === 'private'));
  }

  /**
   * What a commit keeps so that everybody who wants to know is told, exactly if the commit is made: `undefined` if nobody does.
   * A message that is kept already is not kept again, whoever tells it.
   */
  recordsFor(...messages: readonly Message[]): RecordsToKeep<unknown> | undefined {
    const told = messages.flatMap((message) => this.toldOf(message).map((webhook) => ({ webhook, message })));
    if (told.length === 0) return undefined;
    return {
      of: told.map(({ webhook, message }) => ({ kind: deliveryKind(webhook), id: messageId(message) })),
      change: (kept) =>
        told.flatMap(({ webhook, message }, i) => (kept[i] === undefined ? [newDelivery(webhook, message, this.#parts.clock())] : [])),
    };
  }

  /** Tells everybody who wants to know, in a commit of its own. */
  async tell(...messages: readonly Message[]): Promise<void> {
    const records = this.recordsFor(...messages);
    if (records !== undefined) await this.#parts.store.changeRecords(records);
  }

  /** Tells one webhook, whatever it asked for: a test. Resolves to the id of the delivery. */
  async tellOnly(webhook: Webhook, message: Message): Promise<string> {
    const { store, clock } = this.#parts;
    const entry = auditEntry({ act: 'test-webhook', subject: webhook.name }, clock());
    await store.changeRecords({ change: () => [newDelivery(webhook, message, clock()), entry] });
    return messageId(message);
  }

  /** @throws {Problem} name-taken; conflict if there are too many. */
  async add(name: string, settings: WebhookSettings): Promise<Webhook> {
    const { is } = await this.#change(() => {
      const now = this.#parts.clock();
      const id = randomBytes(6).toString('hex');
      const made: Webhook = { id, name, ...settings, state: 'on', reason: null, createdAt: now, keys: [] };
      return { act: 'add-webhook', was: undefined, is: withNewKey(made, now) };
    });
    return is!;
  }

  /** `still` is called inside the commit with what is there. @throws {Problem} as `still`; not-found. So do those below. */
  async set(name: string, change: WebhookChange, still: (kept: Webhook) => void = () => {}): Promise<Webhook> {
    const { is } = await this.#edit(name, 'change-webhook', (webhook) => {
      still(webhook);
      const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Webhook>;
      return { ...webhook, ...said, ...(change.state !== undefined && { reason: null }) };
    });
    return is!;
  }

  /** Switches a webhook off whose receiver wants nothing any more. One that is not there any more is none. */
  async switchOff({ id }: Webhook, reason: string): Promise<void> {
    await this.#change((list) => {
      const was = list.find((webhook) => webhook.id === id);
      return { act: 'change-webhook', was, is: was && { ...was, state: 'off', reason }, reason };
    });
  }

  /** Gives a webhook a new signing key; the one before signs beside it for a day. */
  async changeKey(name: string): Promise<Webhook> {
    return (await this.#edit(name, 'change-webhook-key', (webhook) => withNewKey(webhook, this.#parts.clock()))).is!;
  }

  /** Removes a webhook, and with it what was on its way. */
  async remove(name: string, still: (kept: Webhook) => void = () => {}): Promise<Webhook> {
    return (
      await this.#edit(name, 'remove-webhook', (webhook) => {
        still(webhook);
        return undefined;
      })
    ).was!;
  }

  /**
   * Makes the webhook with an id what `make` says, or removes it: for taking an act back. `make` is told inside the commit what it
   * is, `undefined` if it is not there.
   * @throws {Problem} name-taken; conflict if there are too many; as `make`.
   */
  async bringBack(id: string, act: ActName, make: (was: Webhook | undefined) => Webhook | undefined): Promise<void> {
    await this.#change((list) => {
      const was = list.find((webhook) => webhook.id === id);
      return { act, was, is: make(was) };
    });
  }

  /** Deliveries of a webhook, newest first: of one state, if it is said, and before a number, as the page before ended with. */
  async deliveries(
    webhook: Webhook,
    stretch: { readonly state?: DeliveryState | undefined; readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly Delivery[]> {
    return (await this.#parts.store.records(deliveryKind(webhook), stretch)).map(deliveryIn);
  }

  deliveryCounts(webhook: Webhook): Promise<ReadonlyMap<string, number>> {
    return this.#parts.store.recordCounts(deliveryKind(webhook));
  }

  /**
   * Sends one delivery again, or all that failed. Resolves to how many.
   * @throws {Problem} not-found for an id that no delivery of this webhook has.
   */
  async redeliver(webhook: Webhook, id: string | undefined): Promise<number> {
    const ids =
      id === undefined ? (await this.deliveries(webhook, { state: 'failed', limit: MOST_AGAIN })).map((failed) => failed.id) : [id];
    const { clock } = this.#parts;
    let again = 0;
    const act = { act: 'redeliver', subject: webhook.name, after: { deliveries: ids.length } } as const;
    const change = (kept: readonly Delivery[]) => {
      if (id !== undefined && kept.length === 0)
        throw new Problem('not-found', `The webhook "${webhook.name}" has no delivery "${id}".`, [
          { field: 'delivery', rule: 'must be the id of a delivery' },
        ]);
      again = kept.length;
      const now = clock();
      return kept.map((delivery) => ({ ...delivery, state: 'waiting' as const, since: now, dueAt: now, takenUntil: 0, failed: 0 }));
    };
    await this.changeDeliveries(webhook, ids, change, (changed) => (changed.length === 0 ? [] : [auditEntry(act, clock())]));
    return again;
  }

  /**
   * Changes deliveries by what is kept of them, in one commit. `change` is called as that of `changeRecords`; those that are gone are
   * left out. `beside`: what else is kept with what was changed.
   */
  async changeDeliveries(
    webhook: Webhook,
    ids: readonly string[],
    change: (kept: readonly Delivery[]) => readonly Delivery[],
    beside: (changed: readonly Delivery[]) => readonly RecordChange[] = () => [],
  ): Promise<void> {
    const of = ids.map((id) => ({ kind: deliveryKind(webhook), id }));
    await this.#parts.store.changeRecords({
      of,
      change: (kept) => {
        const changed = change(kept.flatMap((record) => (record === undefined ? [] : [deliveryIn(record)])));
        return [...changed.map((delivery) => recordOf(webhook, delivery)), ...beside(changed)];
      },
    });
  }

  /** Forgets what came of deliveries long ago: of each webhook and state the newest {@link KEPT_DELIVERIES} are kept, and whatever waits. */
  async forgetOld(): Promise<void> {
    const { store } = this.#parts;
    for (const webhook of this.list()) {
      const kind = deliveryKind(webhook);
      const counts = await store.recordCounts(kind);
      for (const state of SETTLED_STATES) {
        if ((counts.get(state) ?? 0) <= KEPT_DELIVERIES) continue;
        const kept = await store.records(kind, { state, limit: KEPT_DELIVERIES });
        const of = (await store.records(kind, { state, before: kept.at(-1)!.number, limit: MOST_AGAIN })).map(({ id }) => ({ kind, id }));
        // One that was asked to be sent again meanwhile stays.
        const change = (now: readonly (StoredRecord | undefined)[]) =>
          of.flatMap((key, i) => (now[i]?.state === state ? [{ ...key, text: undefined }] : []));
        await store.changeRecords({ of, change });
      }
    }
  }

  async #forget(webhook: Webhook): Promise<void> {
    const { store } = this.#parts;
    for (const kind of [deliveryKind(webhook), channelKind(webhook)]) {
      const gone = (await allRecords(store, kind)).map(({ id }) => ({ kind, id, text: undefined }));
      if (gone.length > 0) await store.changeRecords({ change: () => gone });
    }
  }

  #edit(name: string, act: ActName, edit: (webhook: Webhook) => Webhook | undefined): Promise<WebhookActed> {
    return this.#change((list) => {
      const was = namedIn(list, name);
      return { act, was, is: edit(was) };
    });
  }

  /**
   * `change` is told what is kept inside the commit. Beside the entry of the audit log the keys are kept that it has not. What was on
   * its way to a webhook that is removed is forgotten.
   */
  async #change(change: (list: readonly Webhook[]) => Acted): Promise<WebhookActed> {
    const { store, commits, clock } = this.#parts;
    let acted!: Acted;
    const changed = (list: readonly Webhook[]): readonly Webhook[] => {
      acted = change(list);
      const { was, is } = acted;
      if (was === undefined && is === undefined) return list;
      if (is === undefined) return list.filter((other) => other !== was);
      if (was !== undefined) return list.map((other) => (other === was ? is : other));
      refuseAnother(list, is.name);
      return [...list, is].toSorted((a, b) => a.createdAt - b.createdAt);
    };
    const told = () => {
      const { act, was, is, reason } = acted;
      const subject = (was ?? is)?.name;
      if (subject === undefined) return [];
      const entry = auditEntry({ act, subject, before: was && toldOf(was), after: is && toldOf(is), reason }, clock());
      return [entry, besideEntry(entry, { was, is } satisfies WebhookActed)];
    };
    await commits.betweenCommits(() => this.#kept.change(store, changed, { change: told }));
    if (acted.was !== undefined && acted.is === undefined) await this.#forget(acted.was);
    return acted;
  }
}

/** @throws {Problem} name-taken; conflict if there are too many. */
function refuseAnother(list: readonly Webhook[], name: string): void {
  if (list.some((other) => other.name === name))
    throw new Problem('name-taken', `There is already a webhook "${name}".`, [{ field: 'name', rule: 'must not be in use already' }]);
  if (list.length >= MOST_WEBHOOKS) throw new Problem('conflict', `There are ${MOST_WEBHOOKS} webhooks already. Remove one first.`);
}

/** A webhook as the audit log has it: without its keys, and of its address the host. */
function toldOf(webhook: Webhook): object {
  const { form, events, boards, periods, state } = webhook;
  return { url: fingerprintedUrl(webhook), form, events, boards, periods, state };
}

function namedIn(list: readonly Webhook[], name: string): Webhook {
  const webhook = list.find((other) => other.name === name);
  if (webhook === undefined)
    throw new Problem('not-found', `There is no webhook "${name}".`, [{ field: 'webhook', rule: 'must be the name of a webhook' }]);
  return webhook;
}
