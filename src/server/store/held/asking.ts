/**
 * What questions are asked of: a database, or a transaction of it. The SQL is that of both databases: `$1` for the first value,
 * `= ANY ($1)` for one of an array.
 */
export interface Asking {
  /** Rows as objects. Rejects with a `StorageFailure`. */
  rows<Row extends object>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Rows as arrays of columns. Rejects with a `StorageFailure`. */
  columns<Row extends readonly unknown[]>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}
