// What the mutation run needs of the tests: the domain's, and nothing that builds, renders or subsets a font first.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/domain/**/*.test.ts'],
    environment: 'node',
    // A busy machine must not kill a mutant. Those that never end are ended by the mutation run itself.
    testTimeout: 60_000,
  },
});
