import { BEGIN_COMMIT, keepChange } from './commits.ts';
import { Connections } from './database/connections.ts';
import type { DatabaseAddress } from './database/database-address.ts';
import { type IfEmpty, prepareDatabase } from './database/opening.ts';
import { SAVE_DOCUMENT } from './log.ts';
import { postgresKeyUses, type PostgresKeyUses } from './shared/key-uses.ts';

/** One document of a database, for a program that needs nothing else: costs a few queries, whatever the size. */
export interface LoneDocument {
  /** The text when it was opened or last changed here. */
  text(): string | undefined;
  /** As `changeDocument` of the store. */
  change(edit: (text: string | undefined) => string): Promise<void>;
  readonly keyUses: PostgresKeyUses;
  close(): Promise<void>;
}

/** @throws {Error} as `openPostgresStore` does. */
export async function openLoneDocument(address: DatabaseAddress, name: string, ifEmpty: IfEmpty): Promise<LoneDocument> {
  const connections = new Connections(address);
  const read = 'SELECT text FROM documents WHERE name = $1';
  let known: string | undefined;
  try {
    await prepareDatabase(connections, ifEmpty);
    [{ text: known } = { text: undefined }] = await connections.rows<{ readonly text: string | undefined }>(read, [name]);
  } catch (error) {
    await connections.close();
    throw error;
  }
  return {
    text: () => known,
    change: (edit) =>
      connections.transaction(BEGIN_COMMIT, async (transaction) => {
        const [state] = await transaction.rows<{ readonly position: number }>('SELECT position FROM laurels');
        const [kept] = await transaction.rows<{ readonly text: string }>(read, [name]);
        const text = edit(kept?.text);
        if (text !== kept?.text) {
          await keepChange(
            { ...transaction, position: state!.position },
            { kind: 'document', name, text },
            [[SAVE_DOCUMENT, name, text]],
            'all',
          );
          await transaction.commit();
        }
        known = text;
      }),
    keyUses: postgresKeyUses(connections),
    close: () => connections.close(),
  };
}
