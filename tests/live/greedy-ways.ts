/** What a caller with many connections does with each: writes a request byte by byte, has fifty on their way, or asks for page after page. */
export const GREEDY_WAYS = ['slow', 'pipelined', 'pages'] as const;

export type GreedyWay = (typeof GREEDY_WAYS)[number];
