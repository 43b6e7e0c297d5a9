import type { Figure } from './figure.ts';

/** A plain text table of the figures of each part, one per line. */
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
