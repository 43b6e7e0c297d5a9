// The tests of the mutation run: the domain's, and nothing that builds, renders or subsets a font first.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/domain/**/*.test.ts'],
    environment: 'node',
    // A busy machine must not kill a mutant. The mutation run ends those that hang.
    testTimeout: 60_000,
  },
});
