// `npm run build:client`: the client for web games as an npm package, in build/client, with the types of the endpoint table.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { buildClient } from './build/client.ts';
import { clientTypes } from './build/client-types.ts';
import { ROOT } from './tools/child-process.ts';

await writeFile(join(ROOT, 'clients/web/src/contract.ts'), clientTypes());
console.log(await buildClient());
