/** The periods offered in the header, in order. */
export const PERIODS = ['daily', 'weekly'] as const;

export type Period = (typeof PERIODS)[number];

export const DEFAULT_PERIOD: Period = 'daily';
