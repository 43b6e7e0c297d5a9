import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { catalogueSchema } from '../../contract/catalogue.ts';

const EXAMPLE = join(import.meta.dirname, '../../../docs/examples/catalogue.json');

/** What the demo game tells about itself: the example of a catalogue. */
export const DEMO_CATALOGUE = catalogueSchema.parse(JSON.parse(readFileSync(EXAMPLE, 'utf8')));
