// `npm run fix`: mends what lint and format can mend by themselves.
import { runNode } from './tools/child-process.ts';

const linted = await runNode(['node_modules/oxlint/bin/oxlint', '--type-aware', '--fix']);
const formatted = await runNode(['node_modules/oxfmt/bin/oxfmt']);
process.exit(linted || formatted);
