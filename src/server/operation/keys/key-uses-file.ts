import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/mini';

import type { LastUses, UsesKeeper } from './key-uses.ts';

/** ISO 8601 by key id. */
const fileSchema = z.strictObject({ version: z.literal(1), used: z.record(z.string(), z.iso.datetime()) });

/** `key-uses.json` in a data folder, which only its server writes, unlike `keys.json`. */
export function keyUsesFile(folder: string): UsesKeeper {
  const file = join(folder, 'key-uses.json');
  const known = (): LastUses => {
    try {
      const { used } = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
      return new Map(Object.entries(used).map(([id, text]) => [id, Date.parse(text)]));
    } catch {
      return new Map();
    }
  };
  return {
    read: async () => known(),
    async write(uses) {
      const used = Object.fromEntries(Array.from([...known(), ...uses], ([id, at]) => [id, new Date(at).toISOString()]));
      writeFileSync(`${file}.new`, `${JSON.stringify({ version: 1, used }, null, 2)}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
