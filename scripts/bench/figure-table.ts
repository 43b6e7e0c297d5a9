import type { Figure } from './figure.ts';

/** The figures of each part as a plain text table, one per line. */
export function figureTable(parts: ReadonlyMap<string, readonly Figure[]>): string {
  const rows = [...parts].flatMap(([part, figures]) =>
    figures.map(({ what, measured, limit, verdict }) => [part, what, measured, limit, verdict === 'none' ? '' : verdict]),
  );
  const table = [['part', 'figure', 'measured', 'limit', ''], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((cells) => cells[column]!.length)));
  return table
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
