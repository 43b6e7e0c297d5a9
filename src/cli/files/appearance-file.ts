import { appearanceSchema } from '../../contract/operation/appearance.ts';
import { faultsOf } from '../../server/http/schema-faults.ts';
import { jsonIn } from './catalogue-file.ts';

/**
 * The appearance that a file says.
 * @throws {Error} naming every field that breaks a rule, a line each.
 */
export function appearanceIn(file: string): object {
  const parsed = appearanceSchema.safeParse(jsonIn(file));
  if (parsed.success) return parsed.data;
  const faults = faultsOf(parsed.error, '', Infinity).map(({ field, rule }) => `${file}: ${field} ${rule}`);
  throw new Error([...faults, 'Nothing was changed.'].join('\n'));
}
