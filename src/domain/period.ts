/** The periods a visitor can choose in the header, in the order they are shown. */
export const PERIODS = ['daily', 'weekly'] as const;

export type Period = (typeof PERIODS)[number];

export const DEFAULT_PERIOD: Period = 'daily';
