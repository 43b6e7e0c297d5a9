export const RANK_JUMP = { rank: 'Go to rank', of: 'of', go: 'Go' } as const;
