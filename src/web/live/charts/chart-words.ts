export const CHART = { showTable: 'Show as a table', hideTable: 'Hide the table' } as const;
