// What operators are told of what they did.
import * as z from 'zod/mini';

import { PERIOD_KINDS } from '../../domain/calendar.ts';
import { dateSchema, periodSchema, playerSchema, timeSchema, voidedSchema } from '../parts/answer-parts.ts';

/** What voiding an event did, or restoring it. */
export const revisedSchema = z.object({
  board: z.string(),
  does: z.enum(['void', 'restore']),
  event: z.object({ id: z.string(), points: z.int(), at: timeSchema, activity: z.string(), voided: z.nullable(voidedSchema) }),
  player: playerSchema,
  /** One for each kind of period, from daily to all-time. */
  periods: z.array(
    z.object({
      kind: z.enum(PERIOD_KINDS),
      /** The first day of the period on the board’s calendar; null for all time. */
      from: z.nullable(dateSchema),
      /** `changed`: the event left this period, or came back. `final`: nothing changed, the results were final. `late`: nothing changed, the event came too late for it. `same`: nothing changed, it was so already. */
      state: z.enum(['changed', 'final', 'late', 'same']),
    }),
  ),
});

export type ApiRevised = z.infer<typeof revisedSchema>;

export const reopenedSchema = z.object({
  board: z.string(),
  period: periodSchema,
  /** The first day of the period on the board’s calendar. */
  from: dateSchema,
  reason: z.string(),
  /** When its results become final again, unless an import holds it open. */
  finalAt: timeSchema,
});

export type ApiReopened = z.infer<typeof reopenedSchema>;

export const importSchema = z.object({
  id: z.string(),
  board: z.string(),
  /** What is imported, for people to read. */
  file: z.string(),
  startedAt: timeSchema,
  /** Its last sign of life. */
  seenAt: timeSchema,
});

export type ApiImport = z.infer<typeof importSchema>;

export const begunImportSchema = z.object({ import: importSchema, /** Whether it was under way before. */ resumed: z.boolean() });

export type ApiBegunImport = z.infer<typeof begunImportSchema>;

/** Where a page of a ledger begins: with which player, and before which of their events. */
export const LEDGER_CURSOR = /^([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?$/;

/** Events of a board as they were sent, player by player. */
export const ledgerSchema = z.object({
  board: z.string(),
  /** Players in the order in which they joined, with their names as they are now; the events of each, newest first. */
  events: z.array(
    z.object({
      id: z.string(),
      at: timeSchema,
      receivedAt: timeSchema,
      ...playerSchema.shape,
      points: z.int(),
      activity: z.string(),
      voided: z.nullable(voidedSchema),
    }),
  ),
  /** The `cursor` of the next page; null on the last one. */
  next: z.nullable(z.string()),
});

export type ApiLedger = z.infer<typeof ledgerSchema>;
