import { KEPT_TABLES, type KeptRow, type KeptSource, type KeptTable } from '../store/kept-rows.ts';

/**
 * A source whose first board has number 1. There are PostgreSQL databases whose boards are numbered from 0 on: nothing
 * else is different in them, and each board gets the next number.
 */
export async function boardsFromOne(source: KeptSource): Promise<KeptSource> {
  if ((await firstBoard(source)) !== 0) return source;
  return {
    count: (table) => source.count(table),
    async *rows(table, after) {
      const column = boardColumn(table);
      const isKey = column < KEPT_TABLES[table].key;
      for await (const rows of source.rows(table, isKey && after !== undefined ? plus(-1, after, column) : after))
        yield column === -1 ? rows : rows.map((row) => plus(1, row, column));
    },
  };
}

async function firstBoard(source: KeptSource): Promise<number | undefined> {
  for await (const [first] of source.rows('boards', undefined)) return first?.[0] as number | undefined;
  return undefined;
}

/** Which column of a table has the number of a board; -1 if none has. */
function boardColumn(table: KeptTable): number {
  return table === 'boards' ? 0 : (KEPT_TABLES[table].columns as readonly string[]).indexOf('board');
}

function plus(amount: number, row: KeptRow, column: number): KeptRow {
  return column === -1 ? row : row.with(column, (row[column] as number) + amount);
}
