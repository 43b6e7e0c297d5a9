// `npm run fix`: fixes lint and format automatically.
import { runNode } from './tools/child-process.ts';

const linted = await runNode(['node_modules/oxlint/bin/oxlint', '--type-aware', '--fix']);
const formatted = await runNode(['node_modules/oxfmt/bin/oxfmt']);
process.exit(linted || formatted);
