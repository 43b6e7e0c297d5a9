import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { subsetArchivo } from './scripts/subset-font.ts';

export default defineConfig(async () => ({
  base: process.env['BASE_PATH'] ?? '/',
  plugins: [react({ compiler: true })],
  resolve: { alias: { '@font': await subsetArchivo(import.meta.dirname) } },
  build: { modulePreload: { polyfill: false }, cssCodeSplit: false, assetsInlineLimit: 0, reportCompressedSize: false },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/*.test.ts'],
    environment: 'node',
    isolate: true,
    coverage: {
      include: ['src/domain/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reportsDirectory: 'reports/coverage',
      thresholds: { branches: 100, functions: 100, lines: 100, statements: 100 },
    },
  },
}));
