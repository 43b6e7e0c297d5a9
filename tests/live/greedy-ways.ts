/** How a caller uses each of its many connections: writes a request byte by byte, has fifty in flight, or requests page after page. */
export const GREEDY_WAYS = ['slow', 'pipelined', 'pages'] as const;

export type GreedyWay = (typeof GREEDY_WAYS)[number];
