/** Tooltip delays of the specification, section 9, in milliseconds. */
const TOOLTIP = { openDelay: 700, skipDelay: 300 } as const;

/**
 * How long a pointer must rest before a tooltip opens: 700 ms, or not at all within 300 ms of another one
 * closing, so that reading along a row of them is not a wait each time. Times are milliseconds on one clock.
 */
export function openDelay(now: number, lastClosedAt: number): number {
  return now - lastClosedAt < TOOLTIP.skipDelay ? 0 : TOOLTIP.openDelay;
}
