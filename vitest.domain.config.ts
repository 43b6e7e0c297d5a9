// The tests of the mutation run: those of the domain, which need no build, rendering or font subset first.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/domain/**/*.test.ts'],
    environment: 'node',
    // A busy machine must not count as a killed mutant. The mutation run ends mutants that hang.
    testTimeout: 60_000,
  },
});
