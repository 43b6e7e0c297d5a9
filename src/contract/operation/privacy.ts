import * as z from 'zod/mini';

/** The details of a total that visitors see: every event, daily totals, or nothing. */
export const EVENT_DETAILS = ['all', 'by-day', 'none'] as const;

export type EventDetail = (typeof EVENT_DETAILS)[number];

export const privacySchema = z.strictObject({ events: z.enum(EVENT_DETAILS, 'must be "all", "by-day" or "none"') });

export type Privacy = z.infer<typeof privacySchema>;

/** The default setting. */
export const OPEN_PRIVACY: Privacy = { events: 'all' };
