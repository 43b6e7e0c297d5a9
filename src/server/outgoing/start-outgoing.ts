import { MINUTE_MS } from '../../domain/durations.ts';
import type { PointsStore } from '../store/points-store.ts';
import { triedAgain } from '../watching/tried-again.ts';
import { Announcing } from './announcing.ts';
import { Sending, type SendingParts } from './sending.ts';

/** The polling interval, in milliseconds. */
const EVERY_MS = 1000;

/** How often old deliveries are deleted, in milliseconds. */
const FORGET_EVERY_MS = 10 * MINUTE_MS;

/** Delivers webhook messages until `stop`, independently per webhook, so that a slow receiver delays no other. */
export function startOutgoing(parts: SendingParts & { readonly store: Pick<PointsStore, 'changeRecords' | 'records' | 'history'> }): {
  stop(): Promise<void>;
} {
  const { boards, clock, log } = parts;
  const announcing = new Announcing(parts);
  const sending = new Sending(parts);
  const running = new Map<string, Promise<void>>();
  const tried = triedAgain(log);

  function begin(name: string, work: () => Promise<unknown>): void {
    if (running.has(name)) return;
    running.set(
      name,
      tried(name, work).finally(() => running.delete(name)),
    );
  }

  let forgotAt = clock();
  const timer = setInterval(() => {
    begin('Webhook announcements failed', () => announcing.look());
    if (forgotAt + FORGET_EVERY_MS < clock()) {
      forgotAt = clock();
      begin('Deleting old webhook deliveries failed', () => boards.webhooks.forgetOld());
    }
    for (const webhook of boards.webhooks.list()) {
      begin(`Sending to webhook "${webhook.name}" failed`, () => sending.sendDue(webhook));
    }
  }, EVERY_MS);

  return {
    async stop() {
      clearInterval(timer);
      announcing.stop();
      sending.stop();
      await Promise.all(running.values());
    },
  };
}
