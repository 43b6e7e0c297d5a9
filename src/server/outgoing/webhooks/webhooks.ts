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

const MOST_WEBHOOKS = 20;

/** The most deliveries to resend at once, newest first. */
const MOST_AGAIN = 1000;

/** How many deliveries are kept in each settled state. */
const KEPT_DELIVERIES = 1000;

const SETTLED_STATES = ['delivered', 'failed', 'superseded'] as const satisfies readonly DeliveryState[];

/** A change to a webhook: before and after, `undefined` if absent. */
export interface WebhookActed {
  readonly was: Webhook | undefined;
  readonly is: Webhook | undefined;
}

interface Acted extends WebhookActed {
  readonly act: ActName;
  readonly reason?: string;
}

export type WebhookSettings = Pick<Webhook, 'url' | 'form' | 'events' | 'boards' | 'periods'>;

/** Fields left out keep their values. */
export type WebhookChange = { readonly [Key in 'url' | 'events' | 'boards' | 'periods' | 'state']?: Webhook[Key] | undefined };

interface WebhooksParts {
  readonly store: Pick<PointsStore, 'changeDocument' | 'changeRecords' | 'records' | 'recordCounts'>;
  readonly documents: Pick<KeptDocuments, 'kept'>;
  readonly boards: { readonly visibility: { of(board: string): 'public' | 'private' } };
  readonly commits: { betweenCommits<T>(work: () => Promise<T>): Promise<T> };
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Webhooks and their queues; `server/outgoing` sends them. */
export class Webhooks {
  readonly #parts: WebhooksParts;
  readonly #kept: KeptDocument<readonly Webhook[]>;

  constructor(parts: WebhooksParts) {
    this.#parts = parts;
    this.#kept = parts.documents.kept(WEBHOOKS);
  }

  /** Oldest first. */
  list(): readonly Webhook[] {
    return this.#kept.value;
  }

  /** @throws {Problem} not-found. */
  named(name: string): Webhook {
    return namedIn(this.list(), name);
  }

  /** The webhooks that receive a message. */
  toldOf(message: MessageAbout): readonly Webhook[] {
    const { visibility } = this.#parts.boards;
    return this.list().filter((webhook) => isTold(webhook, message, (board) => visibility.of(board) === 'private'));
  }

  /** Records that queue messages for their receivers together with a commit; `undefined` if there are none. Idempotent per message. */
  recordsFor(...messages: readonly Message[]): RecordsToKeep<unknown> | undefined {
    const told = messages.flatMap((message) => this.toldOf(message).map((webhook) => ({ webhook, message })));
    if (told.length === 0) return undefined;
    return {
      of: told.map(({ webhook, message }) => ({ kind: deliveryKind(webhook), id: messageId(message) })),
      change: (kept) =>
        told.flatMap(({ webhook, message }, i) => (kept[i] === undefined ? [newDelivery(webhook, message, this.#parts.clock())] : [])),
    };
  }

  /** Queues messages for their receivers, in a commit of its own. */
  async tell(...messages: readonly Message[]): Promise<void> {
    const records = this.recordsFor(...messages);
    if (records !== undefined) await this.#parts.store.changeRecords(records);
  }

  /** Queues a test message for one webhook, regardless of its events. Resolves to the id of the delivery. */
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

  /** `still` is called inside the commit with the stored webhook. @throws {Problem} as `still`; not-found, as do the methods below. */
  async set(name: string, change: WebhookChange, still: (kept: Webhook) => void = () => {}): Promise<Webhook> {
    const { is } = await this.#edit(name, 'change-webhook', (webhook) => {
      still(webhook);
      const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Webhook>;
      return { ...webhook, ...said, ...(change.state !== undefined && { reason: null }) };
    });
    return is!;
  }

  /** Turns off a webhook whose receiver asked to stop. A deleted webhook is treated as absent. */
  async switchOff({ id }: Webhook, reason: string): Promise<void> {
    await this.#change((list) => {
      const was = list.find((webhook) => webhook.id === id);
      return { act: 'change-webhook', was, is: was && { ...was, state: 'off', reason }, reason };
    });
  }

  /** Rotates the signing key; the old one keeps signing for a day. */
  async changeKey(name: string): Promise<Webhook> {
    return (await this.#edit(name, 'change-webhook-key', (webhook) => withNewKey(webhook, this.#parts.clock()))).is!;
  }

  /** Removes a webhook and its queue. */
  async remove(name: string, still: (kept: Webhook) => void = () => {}): Promise<Webhook> {
    return (
      await this.#edit(name, 'remove-webhook', (webhook) => {
        still(webhook);
        return undefined;
      })
    ).was!;
  }

  /**
   * Restores or removes a webhook, to undo an act. `make` is called inside the commit with the stored webhook, if any.
   * @throws {Problem} name-taken; conflict if there are too many; as `make`.
   */
  async bringBack(id: string, act: ActName, make: (was: Webhook | undefined) => Webhook | undefined): Promise<void> {
    await this.#change((list) => {
      const was = list.find((webhook) => webhook.id === id);
      return { act, was, is: make(was) };
    });
  }

  /** A page of deliveries, newest first, optionally in one state and before a number. */
  async deliveries(
    webhook: Webhook,
    stretch: { readonly state?: DeliveryState | undefined; readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly Delivery[]> {
    return (await this.#parts.store.records(deliveryKind(webhook), stretch)).map(deliveryIn);
  }

  deliveryCounts(webhook: Webhook): Promise<ReadonlyMap<string, number>> {
    return this.#parts.store.recordCounts(deliveryKind(webhook));
  }

  /** Resends one delivery, or all that failed. Resolves to their number. @throws {Problem} not-found. */
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

  /** Changes deliveries in one commit, skipping deleted ones. `change` as in `changeRecords`; `beside`: further records to store. */
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

  /** Deletes old settled deliveries, keeping {@link KEPT_DELIVERIES} per webhook and state. */
  async forgetOld(): Promise<void> {
    const { store } = this.#parts;
    for (const webhook of this.list()) {
      const kind = deliveryKind(webhook);
      const counts = await store.recordCounts(kind);
      for (const state of SETTLED_STATES) {
        if ((counts.get(state) ?? 0) <= KEPT_DELIVERIES) continue;
        const kept = await store.records(kind, { state, limit: KEPT_DELIVERIES });
        const of = (await store.records(kind, { state, before: kept.at(-1)!.number, limit: MOST_AGAIN })).map(({ id }) => ({ kind, id }));
        // Keeps a delivery that is being resent.
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

  /** `change` is called inside the commit. Signing keys are stored beside the audit entry; a removed webhook's queue is deleted. */
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
export function refuseAnother(list: readonly Webhook[], name: string): void {
  if (list.some((other) => other.name === name))
    throw new Problem('name-taken', `A webhook named "${name}" already exists.`, [{ field: 'name', rule: 'must not be in use already' }]);
  if (list.length >= MOST_WEBHOOKS) throw new Problem('conflict', `${MOST_WEBHOOKS} webhooks are the limit. Remove one first.`);
}

/** For the audit log: without keys, and with the host only. */
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
