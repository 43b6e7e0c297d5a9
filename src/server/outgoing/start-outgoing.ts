import { MINUTE_MS } from '../../domain/durations.ts';
import type { PointsStore } from '../store/points-store.ts';
import { triedAgain } from '../watching/tried-again.ts';
import { Announcing } from './announcing.ts';
import { Sending, type SendingParts } from './sending.ts';

/** How often it is looked for what is to be sent, in milliseconds. */
const EVERY_MS = 1000;

/** How often what came of deliveries long ago is forgotten, in milliseconds. */
const FORGET_EVERY_MS = 10 * MINUTE_MS;

/**
 * Tells receivers of webhooks what happens, until `stop`: each of them on its own, so that one that hangs holds nobody else up.
 */
export function startOutgoing(parts: SendingParts & { readonly store: Pick<PointsStore, 'changeRecords' | 'records' | 'history'> }): {
  stop(): Promise<void>;
} {
  const { boards, clock, log } = parts;
  const announcing = new Announcing(parts);
  const sending = new Sending(parts);
  /** What is under way. */
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
    begin('Webhooks cannot be told what happens', () => announcing.look());
    if (forgotAt + FORGET_EVERY_MS < clock()) {
      forgotAt = clock();
      begin('Old deliveries of webhooks cannot be forgotten', () => boards.webhooks.forgetOld());
    }
    for (const webhook of boards.webhooks.list()) {
      begin(`The webhook "${webhook.name}" cannot be sent anything`, () => sending.sendDue(webhook));
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
