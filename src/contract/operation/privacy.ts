import * as z from 'zod/mini';

/** What everybody may read of the events behind a player's total: each one; what each day added up to; nothing. */
export const EVENT_DETAILS = ['all', 'by-day', 'none'] as const;

export type EventDetail = (typeof EVENT_DETAILS)[number];

/** What visitors may read of players, as an operator sets it. */
export const privacySchema = z.strictObject({ events: z.enum(EVENT_DETAILS, 'must be "all", "by-day" or "none"') });

export type Privacy = z.infer<typeof privacySchema>;

/** Nobody has set anything. */
export const OPEN_PRIVACY: Privacy = { events: 'all' };
