import * as z from 'zod/mini';

import { type Appearance, appearanceSchema } from '../../contract/operation/appearance.ts';
import { type Fault, faultsIn } from '../../contract/parts/schema-faults.ts';
import { cleanLogo } from './logo-cleaning.ts';

const withLogo = z.object({ logo: z.string() });

/** Validates an appearance and redraws its logo, or returns all errors. */
export async function checkedAppearance(
  sent: unknown,
): Promise<{ readonly faults: readonly Fault[]; readonly appearance: Appearance | undefined }> {
  const parsed = appearanceSchema.safeParse(sent);
  const faults: Fault[] = parsed.success ? [] : [...faultsIn(appearanceSchema, sent)];
  // Checked along with the other fields, so that all errors are reported at once.
  const logo = faults.some(({ field }) => field === 'logo') ? undefined : withLogo.safeParse(sent).data?.logo;
  const cleaned = logo === undefined ? undefined : await cleanLogo(logo);
  if (cleaned !== undefined && 'rule' in cleaned) faults.push({ field: 'logo', rule: cleaned.rule });
  return { faults, appearance: parsed.success && faults.length === 0 ? { ...parsed.data, ...cleaned } : undefined };
}
