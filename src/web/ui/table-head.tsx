interface TableHeadProps {
  readonly columns: readonly (readonly [words: string, className?: string | undefined])[];
}

/** The head row of a table. */
export function TableHead({ columns }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map(([words, className]) => (
          <th key={words} scope="col" className={className}>
            {words}
          </th>
        ))}
      </tr>
    </thead>
  );
}
