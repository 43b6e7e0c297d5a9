/** A database or transaction that answers queries in SQL common to both databases: `$1` is the first value, `= ANY ($1)` an array. */
export interface Queryable {
  /** Rows as objects. Rejects with a `StorageFailure`. */
  rows<Row extends object>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Rows as arrays of columns. Rejects with a `StorageFailure`. */
  columns<Row extends readonly unknown[]>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}
