import { MAX_BODY_BYTES } from '../../contract/endpoint.ts';
import { type Catalogue, catalogueSchema } from '../../contract/catalogue.ts';
import { catalogueFaults } from '../../server/boards/catalogue-faults.ts';

/**
 * The catalogue that is `sent` in a file, for a server with these boards.
 * @throws {Error} naming every field that breaks a rule, a line each, or if it is too large.
 */
export function catalogueOf(sent: unknown, file: string, boards: readonly string[]): Catalogue {
  const faults = catalogueFaults(sent, boards, Infinity);
  if (faults.length > 0)
    throw new Error([...faults.map(({ field, rule }) => `${file}: ${field} ${rule}`), 'Nothing was changed.'].join('\n'));
  const catalogue = catalogueSchema.parse(sent);
  // A server takes no more, and without one it should not be otherwise.
  const size = Buffer.byteLength(JSON.stringify(catalogue));
  if (size > MAX_BODY_BYTES) throw new Error(`${file} has ${size} bytes without spaces; the limit is ${MAX_BODY_BYTES}. Nothing changed.`);
  return catalogue;
}
