// `npm start`: builds the sample edition if anything changed since the last build, then serves it.
import { buildIfStale } from './build/stale.ts';

try {
  await buildIfStale();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
await import('../src/main/serve/sample-server.ts');
